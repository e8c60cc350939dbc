/** That a plan is being made anew while its run goes on: begun and ended in one place. Part of the fold. */

import type { Cause } from './planner-said.ts';
import type { RunState } from './state.ts';

/** Nothing new starts; what is in flight ends, then a planner is asked. */
export function beginReplan(state: RunState, cause: Cause): void {
  state.replanning = 'draining';
  state.cause = cause;
}

/** The plan stands, as it was or anew. What else wanted another one meanwhile has its turn. */
export function endReplan(state: RunState): void {
  state.replanning = 'no';
  state.replanAsks = null;
  state.plansHere = false;
  state.draft = null;
  state.cause = null;
  state.mending = null;
  if (state.finishing !== null) return;
  if (state.failedSince || state.ownCalls !== null) beginReplan(state, 'failure');
  else if (state.wishes.length > 0) beginReplan(state, 'person');
  state.failedSince = false;
}
