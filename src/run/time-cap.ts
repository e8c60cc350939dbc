/**
 * How long a run may work (`policy.maxDurationMs`, L-47, docs/decisions/0008). It counts the time between two events in
 * which something was in flight: neither the time in which nobody ran it, nor that in which it could only wait.
 */

import type { RunEvent } from './events.ts';
import type { RunState } from './state.ts';
import { isTickDue } from './tick.ts';

/** Adds the time since the event before. Call with each event before it is folded in. Part of the fold. */
export function countTime(state: RunState, event: RunEvent): void {
  if (state.policy.maxDurationMs === Number.POSITIVE_INFINITY || state.status !== 'running') return;
  // Nobody ran it until it was interrupted and taken up again.
  if (event.type !== 'plan_run_interrupted') state.worked += sinceLast(state, event.time);
}

export const isTimeUp = (state: RunState, now: number): boolean =>
  state.policy.maxDurationMs !== Number.POSITIVE_INFINITY &&
  state.worked + sinceLast(state, now) >= state.policy.maxDurationMs;

/** When the time will be up if nothing happens, ms; null where there is no cap, or where nothing is in flight. */
export function timeUpAt(state: RunState): number | null {
  const left = state.policy.maxDurationMs - state.worked;
  return left === Number.POSITIVE_INFINITY || !isWorking(state) ? null : state.time + Math.max(0, left);
}

/** A clock that was set back takes no time away. */
const sinceLast = (state: RunState, now: number): number =>
  now > state.time && isWorking(state) ? now - state.time : 0;

/**
 * Whether something of the run is in flight: a call that is waited for, or the planner's answer. What waits for a retry,
 * a time or a person costs nothing, and calls that nobody waits for are not held against it (L-29, L-47).
 */
export function isWorking(state: RunState): boolean {
  const plans =
    (state.replanning === 'draining' && state.ownCalls === null) ||
    isTickDue(state) ||
    state.streaming !== null;
  return state.inFlight > state.forgotten || plans;
}
