/** Makes each service once and hands it what it asks of the others. The one place where they meet. */

import { createSessionStore } from '../stores/session.ts';
import { isNarrow } from '../ui/frame/narrow.ts';
import type { Services } from '../ui/services.ts';
import { begin } from './begin.ts';
import { randomIds } from './blank-plan.ts';
import { browserMemory } from './browser-memory.ts';
import { type LateLanguage, ownLanguage } from './late-language.ts';
import { createDevice, type DeviceService } from './services/device.ts';
import { createHistory } from './services/history.ts';
import { createPlanningService, type PlanningService } from './services/planning.ts';
import { createPlans, type PlansService } from './services/plans.ts';
import { createRunningService, type RunningService } from './services/running.ts';
import type { Storage } from './storage.ts';
import { createWorkerClient, type WorkerLike } from './worker-client.ts';

export interface Composition {
  readonly services: Services;
  /** What happens once the page is up: lists, resumed runs, a plan that came in the link. */
  begin(): Promise<void>;
  /** What comes after a plan stands on the canvas: the rules that check it. */
  afterCanvas(): void;
}

/** @param openStorage called once, by the first who needs what is kept: the database is no part of the first load */
export function compose(
  openStorage: (onDenied: (sentence: string) => void) => Promise<Storage>,
  spawnWorker: () => WorkerLike,
): Composition {
  const ids = randomIds;
  const tab = ids.next();
  const now = () => Date.now();
  const memory = browserMemory;
  const session = createSessionStore(memory, isNarrow(), now);
  const danger = (sentence: string) => session.actions.notify(sentence, 'danger');
  let opened: Promise<Storage> | undefined;
  const storage = (): Promise<Storage> => {
    opened ??= openStorage(danger);
    return opened;
  };
  const worker = createWorkerClient(
    spawnWorker,
    (message) => running.keeper.onNews(message),
    (sentence) => {
      danger(sentence);
      // The new worker knows no key yet, and what it resumes may need one.
      void Promise.all([planning.tellAgain(), device.tellAgain()]).then(running.resumeAll);
    },
  );
  const late: LateLanguage = ownLanguage(() => plans.document.actions.recheck());
  const refresh = () => Promise.all([plans.keeper.refresh(), running.keeper.refreshList()]);

  const device: DeviceService = createDevice({ session, worker, storage, memory, refresh });
  const { settings } = device;
  const plans: PlansService = createPlans({ session, settings, late, storage, ids, tab, now });
  const { document, library } = plans;
  const planning: PlanningService = createPlanningService({
    document,
    session,
    settings,
    late,
    worker,
    memory,
  });
  const running: RunningService = createRunningService({
    session,
    settings,
    plans,
    late,
    storage,
    worker,
    ids,
  });
  const { runs, revising } = running;
  const history = createHistory({ session, settings, running, worker, storage, ids, late, now });

  const parts = { plans, planning, running, history, device };
  const services = { document, session, runs, library, revising, settings, ...parts, tab, now };
  return {
    services: { ...services, canvas: { controller: null } },
    begin: () => begin({ session, late, ...parts }),
    afterCanvas: () => void late.rules().catch(session.actions.tellFault),
  };
}
