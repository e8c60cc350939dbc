/**
 * What of a run's plan is not what it all began with: changed beside another run, planned anew on the way, corrected by a
 * person. Offered to the plan on the table, which none of that touches. Knows no table.
 */

import type { JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { growthOf, wholeAfter } from '../plan/first-mandate.ts';
import { repairedPlan } from '../run/repaired.ts';
import { firstCommit } from '../run/run-plans.ts';
import type { ShownRun } from './shown-run.ts';

export interface RunChange {
  /** The plan of the run that it began with; undefined where the record of that is not here. */
  readonly before: Plan | undefined;
  readonly after: Plan;
  /** What it was given to start with. */
  readonly input: JsonObject;
  /** Ids of the calls whose parameters a person corrected. */
  readonly corrected: readonly string[];
  readonly anew: boolean;
  /** It went on by itself, and what it has become goes on no more. */
  readonly grown: boolean;
  /** The run that began beside another with a changed plan: this one, or one that it goes on from. */
  readonly beside: string | null;
}

type Known = ReadonlyMap<string, ShownRun>;

const WORKED: ReadonlySet<string> = new Set(['completed', 'completed_with_errors']);

/** null where there is none, and where the run has not come to its end: what did not work is nothing to offer. */
export function runChange(run: ShownRun, known: Known): RunChange | null {
  const { state } = run;
  if (!WORKED.has(state.status) || state.parent !== null || !mayHaveChanged(run)) return null;
  const repaired = repairedPlan(state);
  if (!repaired) return null;
  const { first, beside, anew } = lineOf(run, known);
  const { plan, corrected } = repaired;
  if (corrected.length === 0 && !anew && beside === null) return null;
  const input = firstCommit(run.events)?.input ?? {};
  // Its planner has said all that there was to do: asked again, it would plan on from a plan that is done.
  const grown = anew && growthOf(plan) !== 'whole';
  const after = grown ? wholeAfter(plan) : plan;
  return { before: first?.plan, after, input, corrected, anew, grown, beside };
}

/** Most runs go by the plan that they were started with: that is seen without looking through ten thousand calls. */
const mayHaveChanged = ({ state, events }: ShownRun): boolean =>
  state.revision > 1 ||
  firstCommit(events)?.forkOf !== undefined ||
  [...state.steps.details.values()].some(({ edits }) => edits !== null);

/** From the run back to the one that had nobody before it, as far as the records are here. */
function lineOf(
  run: ShownRun,
  known: Known,
): Pick<RunChange, 'beside' | 'anew'> & { readonly first: ReturnType<typeof firstCommit> } {
  let beside: string | null = null;
  let anew = false;
  const seen = new Set<string>();
  for (let from: ShownRun | undefined = run; from && !seen.has(from.runId); ) {
    seen.add(from.runId);
    anew ||= from.state.revision > 1;
    const first = firstCommit(from.events);
    if (!first?.forkOf || first.isPart) return { first, beside, anew };
    if (first.forkOf.changed) beside ??= from.runId;
    from = known.get(first.forkOf.runId);
    // Of one that only goes on, its own first plan is that of the run before it.
    if (!from) return { first: first.forkOf.changed || beside !== null ? undefined : first, beside, anew };
  }
  return { first: undefined, beside, anew };
}

/** The runs that it goes on from, nearest first, as its record names them; the last may be known or not. */
export const runBefore = ({ events }: ShownRun): string | undefined => firstCommit(events)?.forkOf?.runId;
