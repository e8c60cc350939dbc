/** What a run costs (`policy.maxCost`): what contracts say, or what a model's answers really cost where that is more. */

import { itemAt } from '../lib/columns.ts';
import { type Spent, UNLIMITED } from './budget.ts';
import type { RunState } from './state.ts';

/** An attempt begins: its contract's price is charged, and answers are counted anew. Part of the fold. */
export function chargeAttempt(state: RunState, step: number): void {
  state.cost += itemAt(state.program.steps, step).contract?.cost ?? 0;
  if (state.answersCost.size > 0) state.answersCost.delete(step);
}

/** A model has answered within the attempt. Charged is what its answers cost beyond what the contract said. Part of the fold. */
export function chargeAnswer(state: RunState, step: number, cost: number): void {
  const said = itemAt(state.program.steps, step).contract?.cost ?? 0;
  const before = state.answersCost.get(step) ?? 0;
  const after = before + cost;
  state.answersCost.set(step, after);
  state.cost += Math.max(said, after) - Math.max(said, before);
}

/**
 * Whether the run can pay for another attempt of the step. What a model will ask for is known only afterwards, so it is
 * not asked once the cap is reached.
 * @param above what the runs above this one and those below leave it (L-52)
 */
export function affords(state: RunState, step: number, above: Spent): boolean {
  const { contract, latent } = itemAt(state.program.steps, step);
  const cost = contract?.cost ?? 0;
  const left = Math.min(above.cost, state.policy.maxCost - state.cost);
  return cost <= left + ROUNDING && !(latent && left <= ROUNDING);
}

/** Whether no model may be asked for the run any more, as its cap is reached: what it will ask for is known only afterwards (L-47). */
export const isPaidUp = (state: RunState): boolean =>
  Math.min((state.setting.left?.(state) ?? UNLIMITED).cost, state.policy.maxCost - state.cost) <= ROUNDING;

/** Dollars: three calls at 0.1 come to more than 0.3. */
const ROUNDING = 1e-9;
