/** The run of a plan that ended last, of those this tab knows. */

import { isOver } from '../../run/whole.ts';
import type { RunSummary } from '../../stores/ports.ts';
import { isTheirs } from '../../stores/run-row.ts';
import type { ShownRun } from '../../stores/shown-run.ts';

/**
 * @param list newest first
 * @returns null where there is none. A part of the plan has no result of the plan, and a stranger's run is none of theirs who look
 */
export function lastEnded(
  list: readonly RunSummary[],
  known: ReadonlyMap<string, ShownRun>,
  planId: string,
): ShownRun | null {
  for (const { runId, planId: of, to } of list) {
    const run = of === planId && to === undefined ? known.get(runId) : undefined;
    if (run && isOver(run.state) && !isTheirs(list, runId)) return run;
  }
  return null;
}
