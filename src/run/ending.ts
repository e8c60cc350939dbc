/** How a run ends, and how it is taken up again after it was cut off. Part of the fold. */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { cutOffAttempt, release } from './attempts.ts';
import { changesTheWorld, isHarmless, isSkippedDoubt, mayHaveSent } from './outcome.ts';
import { holdsToOnce } from './rules.ts';
import { commitHeld, endStep, makeReady } from './settle.ts';
import { hasEnded, type RunState } from './state.ts';
import { ownDetail, seenDetail } from './step-table.ts';

/** The run has ended: what had not is cancelled or stays in doubt, what was held is committed in plan order (L-41, L-46). */
export function finish(
  state: RunState,
  status: RunState['status'],
  reason: RunState['reason'],
  output: Json,
): void {
  commitHeld(state);
  state.status = status;
  state.reason = reason;
  state.output = output;
  state.endedAt = state.time;
  const calledBack = status === 'failed' || status === 'aborted';
  const { steps } = state;
  for (let step = 0; step < steps.size; step++) {
    const before = itemAt(steps.status, step);
    if (isSkippedDoubt(steps, step)) state.asking.add(step);
    if (hasEnded(before)) continue;
    const failed = steps.waiting[step] === 'failure';
    const doubtful = mayHaveHappened(state, step);
    endStep(state, step);
    cutOffAttempt(state, step);
    steps.slot[step] = 0;
    // At an ordinary end a fire-and-forget call is left out there (L-29).
    if (doubtful) leaveInDoubt(state, step);
    else if (before !== 'dispatched' || calledBack) steps.status[step] = failed ? 'failed' : 'cancelled';
  }
  state.inFlight = 0;
}

/**
 * Whether a call may have happened when its run ends without its end: entered, and nothing tells. One that was parked
 * has done nothing yet (L-91a). By the rules of before it was called cancelled.
 */
export function mayHaveHappened(state: RunState, step: number): boolean {
  if (!holdsToOnce(state)) return false;
  const { steps } = state;
  if (steps.status[step] === 'in_doubt' || seenDetail(steps, step).verdict === 'in-doubt') return true;
  return (
    steps.slot[step] === 1 &&
    mayHaveSent(steps, step) &&
    !isHarmless(steps, itemAt(state.program.steps, step))
  );
}

/** What the record says from here on is gone: a write that has no end in what is left may have happened since. */
export function loseRest(state: RunState): void {
  const { steps, program } = state;
  state.isCut = true;
  for (const step of program.steps)
    if (changesTheWorld(step) && !hasEnded(itemAt(steps.status, step.index)))
      ownDetail(steps, step.index).verdict = 'in-doubt';
}

/** Nothing but a person can settle it, now or after the end (L-91). */
function leaveInDoubt({ steps, asking }: RunState, step: number): void {
  steps.status[step] = 'in_doubt';
  steps.waiting[step] = null;
  ownDetail(steps, step).verdict = 'in-doubt';
  asking.add(step);
}

/** Whatever was in flight has no end: it runs again where that is harmless, else a person decides (L-91). */
export function interrupt(state: RunState): void {
  const { steps } = state;
  for (let step = steps.slot.indexOf(1); step !== -1; step = steps.slot.indexOf(1, step + 1)) {
    const compiled = itemAt(state.program.steps, step);
    release(state, step);
    cutOffAttempt(state, step);
    if (steps.status[step] === 'dispatched') {
      // Never dispatched twice, on resume either (L-29); nothing waits for it any more.
      endStep(state, step);
      continue;
    }
    if (!mayHaveSent(steps, step) || isHarmless(steps, compiled)) makeReady(state, step);
    else {
      steps.status[step] = 'in_doubt';
      ownDetail(steps, step).verdict = 'in-doubt';
      state.toJudge.push(step);
    }
  }
}
