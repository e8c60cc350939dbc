/** What a run may still spend, with the runs above and below it (L-52): a sub-run spends its parent's steps and dollars. */

import { lostIn } from './lost-answers.ts';
import type { RunState } from './state.ts';

/** What a run has used of its budgets. */
export interface Spent {
  /** Distinct calls dispatched (L-44). */
  readonly steps: number;
  /** US dollars, as the contracts say. */
  readonly cost: number;
  /** Answers that nobody heard, and whose price is not in it; absent where there are none. */
  readonly lost?: number;
}

/** What sub-runs have spent so far, by run id. Those that the journal tells of are in the state already. */
type SpentBelow = ReadonlyMap<string, () => Spent>;

/** What a run has spent, with what the runs below it have. */
export function spentBy(state: RunState, below: SpentBelow): Spent {
  let steps = state.stepsTaken;
  let cost = state.cost;
  let lost = lostIn(state);
  for (const [runId, spent] of below) {
    if (state.subRuns.has(runId)) continue;
    const own = spent();
    steps += own.steps;
    cost += own.cost;
    lost += own.lost ?? 0;
  }
  return { steps, cost, ...(lost > 0 ? { lost } : {}) };
}

/** The same as a record has it. @param known runs that are here; those below it that have not ended count as far as they have come */
export function spentWithin(state: RunState, known: Iterable<RunState>): Spent {
  const all = [...known];
  const below = all.filter(({ parent }) => parent?.runId === state.runId);
  return spentBy(state, new Map(below.map((child) => [child.runId, () => spentWithin(child, all)])));
}

/** @param above what the runs above may still spend: nobody below may spend more */
export function leftOf(state: RunState, below: SpentBelow, above: Spent): Spent {
  const spent = spentBy(state, below);
  return {
    steps: Math.min(above.steps, state.policy.maxSteps - spent.steps),
    cost: Math.min(above.cost, state.policy.maxCost - spent.cost),
  };
}

/** The budget of a plan that sets none. */
export const UNLIMITED: Spent = { steps: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY };
