/** When a run that goes on asks for the rest of its plan (L-63). Changes nothing. */

import { itemAt } from '../lib/columns.ts';
import { goesOn } from '../plan/goes-on.ts';
import type { RunReason } from './events.ts';
import type { Cause } from './planner-said.ts';
import { isPaidUp } from './price-cap.ts';
import { isDrained } from './replan.ts';
import type { RunState } from './state.ts';
import { isUsedUp } from './step-ceiling.ts';
import { seenDetail } from './step-table.ts';
import { turnsAllowed } from './turn-calls.ts';

/** Fire-and-forget calls that have begun and not ended: in flight, or waiting for a person or a time of their own. */
export function forgottenLeft({ forgotten, asking, timed, program, steps }: RunState): number {
  let left = forgotten;
  for (const waiting of [asking, timed]) {
    for (const step of waiting) {
      if (itemAt(program.steps, step).fireAndForget && seenDetail(steps, step).parked !== null) left += 1;
    }
  }
  return left;
}

/** All calls have ended, but for those that nobody waits for, and the planner has not said what the run returns. */
export const isAtTick = (state: RunState): boolean =>
  state.status === 'running' &&
  state.finishing === null &&
  state.ceiling === null &&
  state.streaming === null &&
  goesOn(state.program.plan) &&
  (state.unended === 0 || state.unended === forgottenLeft(state)) &&
  state.toLook.commits.size === 0 &&
  state.toLook.paths.size === 0;

/** The planner is to be asked, or is just being asked. */
export const isTickDue = (state: RunState): boolean =>
  state.replanning === 'no' && isAtTick(state) && withoutTick(state) === null;

const isStreaming = ({ streaming, finishing, status }: RunState): boolean =>
  streaming !== null && finishing === null && status === 'running';

/** A turn of which calls have come, and whose end is in no journal: of one that has ended the revision follows from its answer. */
export const isLeftStreaming = (state: RunState): boolean => isStreaming(state) && state.draft === null;

/** Why a planner is to be asked now (L-42, L-63); null where none is. A person's own calls ask none. */
export function askedFor(state: RunState): Cause | null {
  if (state.status !== 'running' || state.finishing !== null) return null;
  if (isTickDue(state)) return 'tick';
  return isDrained(state) && state.ownCalls === null ? (state.cause ?? 'failure') : null;
}

/** Whether the answer to that may still be taken: what is said of a run that has moved on is about nothing. */
export const mayTake = (state: RunState, cause: Cause): boolean =>
  cause === 'tick'
    ? (isAtTick(state) || isStreaming(state)) && state.replanning !== 'reviewing'
    : state.replanning === 'draining' && (state.cause ?? 'failure') === cause;

/** Why a run that is at a tick ends there; null where the planner may be asked. */
export function withoutTick(state: RunState): RunReason | null {
  if (isUsedUp(state)) return 'step_budget';
  if (isPaidUp(state)) return 'cost_budget';
  return state.turnsTaken >= turnsAllowed(state) ? 'turn_budget' : null;
}
