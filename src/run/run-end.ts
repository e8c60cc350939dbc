/** When a run is through, and the events it ends with (L-29, L-44, L-45). What an end does to the state is `ending.ts`. */

import { itemAt, realAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { failed } from './agenda.ts';
import type { CallStatus, RunEventBody } from './events.ts';
import { carried, type LargeNote } from './large-value.ts';
import { outputAsItStands, outputOf } from './output.ts';
import { commitHeld } from './settle.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';

/** How long the end of a run waits for calls nobody waits for (L-29). */
const GRACE_MS = 5000;

/** When the wait for calls that nobody waits for is over, ms; null while something else is awaited, or they are not. */
export function graceDue(state: RunState): number | null {
  const left = forgottenLeft(state);
  return left > 0 && (left === state.unended || isThroughAtCeiling(state)) ? graceEnd(state) : null;
}

/** Fire-and-forget calls that have begun and not ended: in flight, or waiting for a person or a time of their own. */
function forgottenLeft({ forgotten, asking, timed, program, steps }: RunState): number {
  let left = forgotten;
  for (const waiting of [asking, timed]) {
    for (const step of waiting) {
      if (itemAt(program.steps, step).fireAndForget && seenDetail(steps, step).parked !== null) left += 1;
    }
  }
  return left;
}

/** When the wait for forgotten calls is over: the grace runs from the end of everything else (L-29). */
function graceEnd(state: RunState): number {
  let last = state.startedAt;
  state.program.steps.forEach((step, i) => {
    if (!step.fireAndForget) last = Math.max(last, realAt(state.steps.endedAt, i));
  });
  return last + GRACE_MS;
}

/** The end, where nothing can go on: everything has ended, or a ceiling stands and what had started is through. */
export function finished(state: RunState, now: number): RunEventBody | null {
  if (state.replanning !== 'no') return null;
  if (state.unended === 0) return ended(state, 'goal_met');
  const left = forgottenLeft(state);
  if (left === state.unended) return now >= graceEnd(state) ? ended(state, 'goal_met') : null;
  if (state.ceiling === null || !isThroughAtCeiling(state)) return null;
  return left > 0 && now < graceEnd(state) ? null : ended(state, state.ceiling);
}

/** A ceiling stands, and of what had started nothing is awaited but calls that nobody waits for (L-44). */
function isThroughAtCeiling(state: RunState): boolean {
  if (state.ceiling === null || state.inFlight > state.forgotten) return false;
  const isAwaited = (step: number) => !itemAt(state.program.steps, step).fireAndForget;
  if ([...state.timed].some(isAwaited)) return false;
  return ![...state.asking].some((step) => state.steps.counted[step] === 1 && isAwaited(step));
}

/**
 * The next event of an end. Null where a large value has to be looked into first: a result waits to be joined, or what
 * the run returns is read below one or hangs on why a call was skipped.
 */
export function ended(state: RunState, reason: NonNullable<RunState['finishing']>): RunEventBody | null {
  // Nothing new starts, so no earlier writer is to come: what is held stands (L-22).
  commitHeld(state);
  const late = failed(state);
  if (late) return late;
  const isThrough = reason === 'goal_met';
  if (state.toLook.commits.size > 0) return null;
  // Why a call was skipped may hang on a look, and on that what the run returns (L-14).
  if (isThrough && state.toLook.paths.size > 0) return null;
  if (!state.aggregated) {
    const returned = isThrough ? outputOf(state) : outputAsItStands(state);
    return returned && { type: 'plan_aggregated', ...outputIn(state, returned.output) };
  }
  const output = outputIn(state, state.output);
  if (!isThrough) return { type: 'plan_completed', status: 'failed', reason, ...output };
  const errors = hasErrors(state);
  if (errors || hasDoneNothing(state)) {
    const why = errors ? 'errors' : 'nothing_ran';
    return { type: 'plan_completed', status: 'completed_with_errors', reason: why, ...output };
  }
  return { type: 'plan_completed', status: 'completed', reason, ...output };
}

/** An output as an event carries it. */
function outputIn(
  { looked }: RunState,
  output: Json,
): { readonly output: Json; readonly large?: readonly LargeNote[] } {
  if (!looked.isUsed) return { output };
  const { value, ...large } = carried(output);
  return { output: value, ...large };
}

/** Some call failed outside an error alternative, or was skipped for it or by a person; by nobody's answer, too (L-72). */
const hasErrors = ({ steps, program }: RunState): boolean =>
  steps.status.some(
    (status, step) =>
      (status === 'failed' && !itemAt(program.steps, step).fireAndForget) ||
      (status === 'skipped' && isRefused(seenDetail(steps, step).skippedFor?.because)),
  );

const isRefused = (because: string | undefined): boolean => because === 'person' || because === 'unanswered';

/** There were calls, and every one of them, those of earlier revisions too, was left out. */
function hasDoneNothing({ steps, retired }: RunState): boolean {
  if (steps.size === 0) return false;
  const isLeftOut = (status: CallStatus): boolean => status === 'skipped' || status === 'cancelled';
  for (const status of retired.values()) if (!isLeftOut(status)) return false;
  return steps.status.every(isLeftOut);
}
