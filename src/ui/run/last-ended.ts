/** The run of a plan that ended last, of those this tab knows. */

import { type Json, jsonEquals } from '../../lib/json.ts';
import { diffCalls } from '../../plan/diff.ts';
import type { Plan } from '../../plan/document.ts';
import { isOver } from '../../run/whole.ts';
import type { RunSummary } from '../../stores/ports.ts';
import { isTheirs } from '../../stores/run-row.ts';
import type { ShownRun } from '../../stores/shown-run.ts';

/** Fields of a plan besides its calls that change what comes of it. */
const REST = [
  'output',
  'outputSchema',
  'input',
  'state',
  'data',
  'policy',
  'mandate',
  'tools',
  'plans',
] as const;

/** Whether a plan would do anything else than one that was run. What stands beside the calls in words alone tells nothing. */
export function isChangedSince(ran: Plan, now: Plan): boolean {
  const { removed, added, revised } = diffCalls(ran.calls, now.calls);
  if (removed.length + added.length + revised.length > 0) return true;
  const rest = (plan: Plan): Json =>
    REST.map((field) => (plan as unknown as Readonly<Record<string, Json>>)[field] ?? null);
  return !jsonEquals(rest(ran), rest(now));
}

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
