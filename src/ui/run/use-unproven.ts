/** What of a run that is shown may come from a run of another device (L-74). */

import type { UnprovenIn } from '../../run/unproven.ts';
import { NOTHING_UNPROVEN } from '../../stores/runs.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useRuns, useServices } from '../services.ts';

/** Asked anew whenever the list of runs is another: where a record came from may be known only then. */
export function useUnproven(run: Pick<ShownRun, 'runId' | 'state'> | null | undefined): UnprovenIn {
  const { runs } = useServices();
  useRuns((state) => state.list);
  return run ? runs.actions.unprovenIn(run) : NOTHING_UNPROVEN;
}
