/** What a run costs (`policy.maxCost`): what contracts say, or what a model's answers really cost where that is more. */

import { itemAt } from '../lib/columns.ts';
import { type Spent, UNLIMITED } from './budget.ts';
import type { RunState } from './state.ts';

/** An attempt begins: its contract's price is charged, and answers are counted anew. Part of the fold. */
export function chargeAttempt(state: RunState, step: number): void {
  state.cost += itemAt(state.program.steps, step).contract?.cost ?? 0;
  if (state.answersCost.size > 0) state.answersCost.delete(step);
}

/**
 * A model has answered within the attempt. Charged is what its answers cost beyond what the contract said. Part of the fold.
 * @param cost nothing where nobody said it
 */
export function chargeAnswer(state: RunState, step: number, cost = 0): void {
  const said = itemAt(state.program.steps, step).contract?.cost ?? 0;
  const before = state.answersCost.get(step) ?? 0;
  const after = before + cost;
  state.answersCost.set(step, after);
  state.dearest = Math.max(state.dearest ?? 0, after);
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
  // What costs nothing can't pass it, even where an answer has.
  return latent ? cost <= left + ROUNDING && left > ROUNDING : cost === 0 || cost <= left + ROUNDING;
}

/**
 * Whether the step has to wait until it is known what answers cost: several models that answer at once would pass the cap by as
 * many answers. What is under way is taken to cost as much as the dearest so far, and the first is awaited alone. One of them
 * is always under way then, so the step is looked at again.
 */
export function awaitsPrice(state: RunState, step: number, above: Spent): boolean {
  const { program, steps, answersCost, dearest } = state;
  if (!itemAt(program.steps, step).latent) return false;
  let left = Math.min(above.cost, state.policy.maxCost - state.cost);
  if (left === UNLIMITED.cost) return false;
  let isAlone = true;
  for (let index = steps.slot.indexOf(1); index !== -1; index = steps.slot.indexOf(1, index + 1)) {
    const { latent, contract } = itemAt(program.steps, index);
    if (!latent) continue;
    isAlone = false;
    const said = contract?.cost ?? 0;
    if (dearest === null && said === 0) return true;
    left -= Math.max(0, (dearest ?? 0) - Math.max(said, answersCost.get(index) ?? 0));
  }
  return !isAlone && left <= ROUNDING;
}

/** Whether no model may be asked for the run any more, as its cap is reached: what it will ask for is known only afterwards (L-47). */
export const isPaidUp = (state: RunState): boolean =>
  Math.min((state.setting.left?.(state) ?? UNLIMITED).cost, state.policy.maxCost - state.cost) <= ROUNDING;

/** Whether a planner may be asked for the rest of its plan: one of this device costs nothing. */
export const mayAsk = (state: RunState): boolean =>
  state.plansHere || state.setting.modelServer === null || !isPaidUp(state);

export const NOTHING_LEFT =
  'What this run may cost is used up, so no model is asked. What needs none can still be done.';

/** Dollars: three calls at 0.1 come to more than 0.3. */
const ROUNDING = 1e-9;
