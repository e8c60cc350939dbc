/** Keeps the result of one call of a run for the dry runs of its plan, or lets it go. */

import { planOf } from '../../run/whole.ts';
import { shownRun } from '../../stores/runs.ts';
import type { Services } from '../services.ts';

interface PinOffer {
  readonly title: string;
  readonly whyNot: string | null;
  readonly run: () => void;
}

type Known = Pick<Services, 'session' | 'runs'>;

/** Pins the result that a call has in the run, as it is shown, or lets it go where it is pinned (L-81). */
export function pinOffer({ session, runs }: Known, runId: string, call: string): PinOffer {
  const run = shownRun(runs.getState(), runId);
  const planId = (run && planOf(run.state)?.id) ?? '';
  if (Object.hasOwn(session.getState().pinned[planId] ?? {}, call)) {
    return { title: 'Unpin this result', whyNot: null, run: () => session.actions.unpin(planId, [call]) };
  }
  const pins = run ? runs.actions.resultsOf(run) : {};
  const has = Object.hasOwn(pins, call);
  return {
    title: 'Pin this result',
    whyNot: has ? null : 'This call has no result to pin.',
    run: () => {
      if (!has) return;
      session.actions.pin(planId, { [call]: pins[call]! });
      session.actions.notify('The result now stands in the dry runs of its plan.', 'success');
    },
  };
}
