/** What a run offers for one of its calls on the canvas: run again from it, keep its result for dry runs. */

import type { CallOffer } from '../../canvas/menu.ts';
import { planOf } from '../../run/view.ts';
import { shownRun } from '../../stores/runs.ts';
import type { Services } from '../services.ts';
import { pinsOf } from './pins.ts';

type Known = Pick<Services, 'session' | 'runs'>;

/** Pins the result that a call has in the run, as it is shown, or lets it go where it is pinned (L-81). */
export function pinOffer({ session, runs }: Known, runId: string, call: string): CallOffer {
  const run = shownRun(runs.getState(), runId);
  const planId = (run && planOf(run.state)?.id) ?? '';
  if (Object.hasOwn(session.getState().pinned[planId] ?? {}, call)) {
    return { title: 'Unpin this result', run: () => session.actions.unpin(planId, [call]) };
  }
  const pins = run ? pinsOf(run) : {};
  const has = Object.hasOwn(pins, call);
  return {
    title: 'Pin this result',
    isEnabled: has,
    run: () => {
      if (!has) return;
      session.actions.pin(planId, { [call]: pins[call]! });
      session.actions.notify('The result now stands in the dry runs of its plan.', 'success');
    },
  };
}

export const offersInRun = (known: Known, runId: string, call: string): readonly CallOffer[] => [
  {
    title: 'Run again from here…',
    keys: 'Mod+Shift+F',
    run: () => known.session.actions.openAbout('run-from', { runId, call }),
  },
  pinOffer(known, runId, call),
];
