/** What a run may still spend, with the runs above and below it (L-52): a sub-run spends its parent's steps and dollars. */

import type { RunState } from './state.ts';

/** What a run has used of its budgets. */
export interface Spent {
  /** Distinct calls dispatched (L-44). */
  readonly steps: number;
  /** US dollars, as the contracts say. */
  readonly cost: number;
}

/** What sub-runs have spent so far, by run id. Those that the journal tells of are in the state already. */
type SpentBelow = ReadonlyMap<string, () => Spent>;

/** What a run has spent, with what the runs below it have. */
export function spentBy(state: RunState, below: SpentBelow): Spent {
  let steps = state.stepsTaken;
  let cost = state.cost;
  for (const [runId, spent] of below) {
    if (state.subRuns.has(runId)) continue;
    const own = spent();
    steps += own.steps;
    cost += own.cost;
  }
  return { steps, cost };
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
