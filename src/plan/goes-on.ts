/** Whether a plan goes on while it runs (L-63), and what of it is not known when it is signed (L-64). */

import type { Mandate, Plan } from './document.ts';

/** What goes on asks for the rest of the plan so many times where its mandate says nothing (L-63). */
export const MOST_TURNS = 12;

/** Calls of one turn, and of what follows from it, where a plan is made a step at a time (L-63). */
export const MOST_CALLS_A_TURN = 3;

type Growing = Pick<Plan, 'mode' | 'strategy' | 'output' | 'mandate'>;

/** Whether its calls are made while it runs: what it returns is not said yet. */
const isOpenEnded = ({ mode, strategy, output }: Growing): boolean =>
  (strategy === 'iterative' || mode === 'eager') && (output === undefined || output === null);

/** Whether its planner is asked again when all its calls have ended (L-63). What nobody has signed a mandate for is not. */
export const goesOn = (plan: Growing): plan is Growing & { readonly mandate: Mandate } =>
  plan.mandate !== undefined && isOpenEnded(plan);

/** Whether its planner takes turns, or has taken them: what it returns may be said by now. */
export const isMadeInTurns = ({ mode, strategy, mandate }: Growing): boolean =>
  mandate !== undefined && (strategy === 'iterative' || mode === 'eager');

/** Whether it can be signed only with a mandate. An eager plan plans as it runs, whatever it returns (L-60). */
export const needsMandate = (plan: Growing): boolean => plan.mode === 'eager' || isOpenEnded(plan);
