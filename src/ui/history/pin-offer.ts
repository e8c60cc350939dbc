/** Keeps the result of one call of a run for the dry runs of its plan, or lets it go. */

import { planOf } from '../../run/whole.ts';
import { shownRun } from '../../stores/runs.ts';
import type { Services } from '../services.ts';
import { counted } from '../words.ts';

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

/** Pins every result of a run, as it stands or stood at the moment that is looked at, for the dry runs of its plan. */
export function pinAll({ session, runs }: Pick<Services, 'session' | 'runs'>, runId: string): void {
  const run = shownRun(runs.getState(), runId);
  const plan = run && planOf(run.state);
  if (!run || !plan) return;
  const pins = runs.actions.resultsOf(run);
  const count = Object.keys(pins).length;
  session.actions.pin(plan.id, pins);
  session.actions.notify(
    count === 0
      ? 'No call of this run has a result yet, so nothing was pinned.'
      : `${counted(count, 'result')} of this run now ${count === 1 ? 'stands' : 'stand'} in the dry runs of its plan.`,
    count === 0 ? 'plain' : 'success',
  );
}
