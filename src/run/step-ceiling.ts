/**
 * How many calls a run may still dispatch (L-44): `policy.maxSteps` of all, or, where a plan sets none, a dozen of those
 * that replans add. Each of these counts once, whatever instances make of it.
 */

import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { RunState } from './state.ts';

const idsOf = new WeakMap<Plan['calls'], ReadonlyMap<string, Call>>();

/** Of the revision that was approved, by id: looked up only once there is another. */
function firstCalls({ calls }: Plan): ReadonlyMap<string, Call> {
  let known = idsOf.get(calls);
  if (!known) {
    known = new Map(calls.map((call) => [call._id, call]));
    idsOf.set(calls, known);
  }
  return known;
}

/** Whether a call is a replan's, and none that counts already. */
function addsOne({ firstPlan, added }: RunState, call: Call): boolean {
  const own = firstPlan && firstCalls(firstPlan).get(call._id);
  if (own && behavesAlike(own, call)) return false;
  const known = added.get(call._id);
  return !known?.some((before) => behavesAlike(before, call));
}

/** A call is dispatched for the first time, or one of its instances is. Part of the fold. */
export function countStep(state: RunState, call: Call): void {
  state.stepsTaken += 1;
  if (state.revision < 2 || !addsOne(state, call)) return;
  state.added.set(call._id, [...(state.added.get(call._id) ?? []), call]);
  state.addedCalls += 1;
}

/** Whether one more call may be dispatched. What runs above and below leave is `budget.ts`'s matter. */
export const mayTakeStep = (state: RunState, call: Call): boolean =>
  state.stepsTaken < state.policy.maxSteps &&
  (state.revision < 2 || state.addedCalls < state.policy.maxAddedCalls || !addsOne(state, call));

/** Whether nothing that a planner could add may be dispatched: then it is not asked (L-42). */
export const isUsedUp = ({ stepsTaken, addedCalls, policy }: RunState): boolean =>
  stepsTaken >= policy.maxSteps || addedCalls >= policy.maxAddedCalls;

/**
 * Whether a draft would pass the ceiling (L-42).
 * @param steps that it still has to run, one for each instance
 * @param calls of which they are
 */
export const passesCeiling = (state: RunState, steps: number, calls: readonly Call[]): boolean =>
  state.stepsTaken + steps > state.policy.maxSteps ||
  state.addedCalls + calls.filter((call) => addsOne(state, call)).length > state.policy.maxAddedCalls;
