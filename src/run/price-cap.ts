/** What a run costs (`policy.maxCost`): what contracts say, or what a model's answers really cost where that is more. */

import { ROUNDING } from '../lib/answer-cost.ts';
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

/** What answers of models cost that are under way at one time, under one cap. */
export interface Awaited {
  /** What the dearest so far has come to; null where none has come. */
  readonly dearest: number | null;
  /** By answer under way what is charged for it already. */
  readonly charged: readonly number[];
}

/** @param planners how many of its planners are being asked */
export function awaitedIn({ steps, program, answersCost, dearest }: RunState, planners: number): Awaited {
  const charged: number[] = Array.from({ length: planners }, () => 0);
  for (let index = steps.slot.indexOf(1); index !== -1; index = steps.slot.indexOf(1, index + 1)) {
    const { latent, contract } = itemAt(program.steps, index);
    if (latent) charged.push(Math.max(contract?.cost ?? 0, answersCost.get(index) ?? 0));
  }
  return { dearest, charged };
}

/** Of several runs under one cap. */
export const awaitedTogether = (all: readonly Awaited[]): Awaited => ({
  dearest: all.reduce<number | null>(
    (most, { dearest }) => (dearest === null ? most : Math.max(most ?? 0, dearest)),
    null,
  ),
  charged: all.flatMap(({ charged }) => charged),
});

/**
 * Whether what is under way may use up what is left: taken to cost as much as the dearest so far, and where none has come, all.
 * @param left dollars
 */
export function mayUseUp({ dearest, charged }: Awaited, left: number): boolean {
  if (left === UNLIMITED.cost || charged.length === 0) return false;
  const toCome = charged.map((paid) =>
    dearest === null && paid === 0 ? UNLIMITED.cost : Math.max(0, (dearest ?? 0) - paid),
  );
  return toCome.reduce((rest, cost) => rest - cost, left) <= ROUNDING;
}

/**
 * Whether a model has to wait until it is known what others that answer now cost: several at once would pass the cap by as many
 * answers (L-47). One of them is always under way then, so whoever waits is looked at again.
 */
export const awaitsPrice = (state: RunState): boolean =>
  state.setting.awaitsPrice?.() ?? mayUseUp(awaitedIn(state, 0), state.policy.maxCost - state.cost);

/**
 * A planner has answered, or a person in its place. Part of the fold. Of an answer that neither says a price nor who gave it nothing
 * is learned: taken for a model that costs nothing, it would let all others ask at once.
 */
export function chargePlanner(state: RunState, { cost, from }: { cost?: number; from?: string }): void {
  state.cost += cost ?? 0;
  if (cost !== undefined || from !== undefined) state.dearest = Math.max(state.dearest ?? 0, cost ?? 0);
}

/**
 * Whether no model may be asked for the run any more, as its cap is reached: what it will ask for is known only afterwards (L-47).
 * @param more US dollars that are still to be charged
 */
export const isPaidUp = (state: RunState, more = 0): boolean =>
  Math.min((state.setting.left?.(state) ?? UNLIMITED).cost, state.policy.maxCost - state.cost) - more <=
  ROUNDING;

/** Whether its planner is a model: one of this device costs nothing. */
export const asksModel = ({ plansHere, setting }: RunState): boolean =>
  !plansHere && setting.modelServer !== null;

/** Whether a planner may be asked for the rest of its plan. */
export const mayAsk = (state: RunState): boolean => !asksModel(state) || !isPaidUp(state);

export const NOTHING_LEFT =
  'What this run may cost is used up, so no model is asked. What needs none can still be done.';
