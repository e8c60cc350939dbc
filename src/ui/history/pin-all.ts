/** Pins every result of a run, as it stands or stood at the moment that is looked at, for the dry runs of its plan. */

import { planOf } from '../../run/whole.ts';
import { shownRun } from '../../stores/runs.ts';
import type { Services } from '../services.ts';
import { counted } from '../words.ts';

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
