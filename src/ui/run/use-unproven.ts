/** What of a run that is shown may come from a run of another device (L-74). */

import type { RunEvent } from '../../run/events.ts';
import { type Outside, outputUnproven, takesUnproven } from '../../run/unproven.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useRuns, useServices } from '../services.ts';

export interface UnprovenIn {
  /** @param call its id, or `id@LABEL` */
  call(call: string): boolean;
  output(): boolean;
}

/** Asked anew at each look: the run goes on. */
export function useUnproven(run: Pick<ShownRun, 'runId' | 'state'> | null | undefined): UnprovenIn {
  const { runs } = useServices();
  useRuns((state) => state.list);
  return run ? unprovenIn(run, runs.actions.outsideOf(run)) : NOTHING;
}

const NOTHING: UnprovenIn = { call: () => false, output: () => false };

export const unprovenIn = ({ state }: Pick<ShownRun, 'state'>, outside: Outside): UnprovenIn => ({
  call: (call) => takesUnproven(state, call, outside),
  output: () => outputUnproven(state, outside),
});

/** Whether the line of an event holds such a value. */
export function tellsUnproven(event: RunEvent, unproven: UnprovenIn): boolean {
  switch (event.type) {
    case 'plan_step_completed':
    case 'plan_step_memoized':
      return unproven.call(event.call);
    case 'plan_aggregated':
      return unproven.output();
    default:
      return false;
  }
}
