/** Services around a plan of three calls, with its canvas on the screen and no browser: what actions are done with. */

import { createLibraryStore } from '../../../src/stores/library.ts';
import { createLiveBoard } from '../../../src/stores/live.ts';
import { createRevisingStore } from '../../../src/stores/revising.ts';
import { createSessionStore } from '../../../src/stores/session.ts';
import { createSettingsStore } from '../../../src/stores/settings.ts';
import { createToApproveStore } from '../../../src/stores/to-approve.ts';
import type { Services } from '../../../src/ui/services.ts';
import { Desk } from '../../canvas/desk.ts';
import { refund } from '../../canvas/sample.ts';
import { runsStore } from '../../stores/shown.ts';

const NO_MEMORY = { read: () => null, write: () => undefined };
const NOT_ASKED = {} as Pick<
  Services,
  | 'plans'
  | 'planning'
  | 'running'
  | 'approvals'
  | 'history'
  | 'swaps'
  | 'versions'
  | 'device'
  | 'tests'
  | 'tryPrompt'
  | 'values'
>;

export function onTheTable(selection: readonly string[] = []): { services: Services; desk: Desk } {
  const desk = new Desk(refund(), { selection });
  const session = createSessionStore(NO_MEMORY);
  session.actions.select(selection);
  const services: Services = {
    document: desk.document,
    session,
    runs: runsStore(),
    library: createLibraryStore(),
    revising: createRevisingStore(),
    settings: createSettingsStore(NO_MEMORY),
    toApprove: createToApproveStore(),
    ...NOT_ASKED,
    live: createLiveBoard(),
    canvas: { controller: desk.controller, copied: null, left: new Map() },
    tab: 'here',
    now: () => 0,
  };
  return { services, desk };
}
