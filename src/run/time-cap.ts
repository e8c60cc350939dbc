/**
 * How long a run may work (`policy.maxDurationMs`, docs/decisions/0008). It counts the time between two events in which
 * the run worked: neither the time in which nobody ran it, nor that in which it could only wait for a person.
 */

import type { RunEvent } from './events.ts';
import type { RunState } from './state.ts';

/** Adds the time since the event before. Call with each event before it is folded in. Part of the fold. */
export function countTime(state: RunState, event: RunEvent): void {
  if (state.policy.maxDurationMs === Number.POSITIVE_INFINITY || state.status !== 'running') return;
  // Nobody ran it until it was interrupted and taken up again.
  if (event.type !== 'plan_run_interrupted') state.worked += sinceLast(state, event.time);
}

export const isTimeUp = (state: RunState, now: number): boolean =>
  state.policy.maxDurationMs !== Number.POSITIVE_INFINITY &&
  state.worked + sinceLast(state, now) >= state.policy.maxDurationMs;

/** When the time will be up if nothing happens, ms; null where there is no cap, or where only a person is waited for. */
export function timeUpAt(state: RunState): number | null {
  const left = state.policy.maxDurationMs - state.worked;
  return left === Number.POSITIVE_INFINITY || !isWorking(state) ? null : state.time + Math.max(0, left);
}

/** A clock that was set back takes no time away. */
const sinceLast = (state: RunState, now: number): number =>
  now > state.time && isWorking(state) ? now - state.time : 0;

/** Whether anything can happen without a person: something is in flight, a time is waited for, the planner is asked. */
function isWorking(state: RunState): boolean {
  if (state.inFlight > state.forgotten || state.timed.size > 0 || state.replanning === 'draining')
    return true;
  if (state.asking.size > 0 || state.replanning === 'reviewing') return false;
  for (const { status } of state.gates.values()) if (status === 'open') return false;
  return true;
}
