/** How attempts begin and end: slots, results, failures and what is to become of them. Part of the fold. */

import { byteAt, intAt, itemAt, realAt } from '../lib/columns.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { logAttempt, NOT_BEGUN } from './attempt-log.ts';
import { noteDone } from './done-writes.ts';
import type { RunEvent } from './events.ts';
import { type LargeNote, withLarge } from './large-value.ts';
import type { FailedAttempt } from './outcome.ts';
import { resolveParams } from './params.ts';
import { chargeAttempt } from './price-cap.ts';
import { KIND } from './program.ts';
import { beginReplan } from './replanning.ts';
import { isSafe } from './sent.ts';
import { commitOrHold, endStep, makeReady, settleStep } from './settle.ts';
import { hasEnded, type RunState, stepNamed } from './state.ts';
import { countStep } from './step-ceiling.ts';
import { ownDetail, type StepTable, seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';
import { verdictOn } from './verdict.ts';

/**
 * Folds in what is told of a call that has not ended; of any other it changes nothing. The fold makes no functions of
 * its own for it: every event would pay for them, with what they hold.
 */
export function atStep<E extends { readonly call: string }>(
  state: RunState,
  event: E,
  change: (state: RunState, step: number, event: E) => void,
): RunState {
  const step = openStep(state, event.call);
  if (step !== -1) change(state, step, event);
  return state;
}

/** The step of a call that has not ended; -1 where there is none, and what is told of it changes nothing. */
export function openStep(state: RunState, id: string): number {
  const step = stepNamed(state, id);
  return step === -1 || hasEnded(itemAt(state.steps.status, step)) ? -1 : step;
}

type Started = Extract<RunEvent, { type: 'plan_step_started' }>;

/** With `again` the attempt goes on where it was parked: nothing is counted, charged or resolved a second time. */
export function startStep(
  state: RunState,
  step: number,
  { attempt, again, keyed, announced }: Pick<Started, 'attempt' | 'again' | 'keyed' | 'announced'>,
): void {
  if (step === -1) return;
  const { steps } = state;
  const compiled = itemAt(state.program.steps, step);
  if (again && seenDetail(steps, step).parked !== null) unpark(steps, step);
  else {
    steps.params[step] = paramsAtStart(state, compiled);
    forgetAttempt(steps, step);
    if (keyed || seenDetail(steps, step).keyed) ownDetail(steps, step).keyed = keyed === true;
    chargeAttempt(state, step);
    // One that goes on may have sent before it parked: what is known of that stays.
    if (announced) ownDetail(steps, step).sent = false;
  }
  steps.attempt[step] = attempt;
  // One that goes on has waited within its span.
  if (!again || steps.begunAt[step] === NOT_BEGUN) steps.begunAt[step] = state.time;
  if (steps.begun[step] === 0) steps.begun[step] = state.seq;
  steps.waiting[step] = null;
  if (state.timed.size > 0) state.timed.delete(step);
  if (state.asking.size > 0) state.asking.delete(step);
  if (steps.startedAt[step] === 0) steps.startedAt[step] = state.time;
  if (steps.counted[step] === 0) {
    steps.counted[step] = 1;
    countStep(state, compiled.call);
  }
  state.idleRevision = false;
  steps.slot[step] = 1;
  state.inFlight += 1;
  const isForgotten = (byteAt(state.program.kinds, step) & KIND.forgotten) !== 0;
  if (isForgotten) state.forgotten += 1;
  steps.status[step] = isForgotten ? 'dispatched' : 'in_progress';
}

function forgetAttempt(steps: StepTable, step: number): void {
  const detail = steps.details.get(step);
  if (!detail) return;
  detail.failure = null;
  detail.verdict = null;
  detail.parked = null;
  detail.sent = null;
  // What was refused at the door may be asked again; what was allowed is a grant.
  detail.door = {};
  detail.spentMs = 0;
}

/** A request of the attempt under way is about to leave. */
export function noteRequest({ steps }: RunState, step: number, attempt: number, method: string): void {
  if (step === -1 || steps.slot[step] !== 1 || steps.attempt[step] !== attempt || isSafe(method)) return;
  const detail = steps.details.get(step);
  if (detail && detail.sent !== null) detail.sent = true;
}

function unpark(steps: StepTable, step: number): void {
  const detail = ownDetail(steps, step);
  // That a time has come is an answer too: the activity counts both by their order.
  if (detail.parked === 'time') detail.answers = [...detail.answers, null];
  detail.parked = null;
}

/** An entry has ended with a question, or with a time to wait for: its slot is free, its attempt goes on (L-91a). */
export function parkStep(
  state: RunState,
  step: number,
  { attempt, ms = 0, form, until, time }: Extract<RunEvent, { type: 'plan_step_waiting' }>,
  kind: 'answer' | 'time',
): void {
  const { steps } = state;
  const detail = ownDetail(steps, step);
  if (attempt === undefined) {
    // Written before L-91a: the activity waits in memory, entered, and an interruption cuts it off.
    if (steps.slot[step] === 1) state.inFlight -= 1;
  } else {
    release(state, step);
    detail.parked = kind;
    detail.spentMs += ms;
    steps.status[step] = 'waiting';
  }
  steps.waiting[step] = kind;
  if (kind === 'answer') {
    detail.form = form ?? null;
    state.asking.add(step);
  } else {
    detail.dueAt = until ?? time;
    state.timed.add(step);
  }
}

/** Those that were checked in the decision to start it, or, where a journal is folded, resolved now. */
function paramsAtStart(state: RunState, step: Step): JsonObject {
  const { resolved } = state;
  const { params } = resolved;
  resolved.params = null;
  return params !== null && resolved.step === step.index && resolved.seq === state.seq - 1
    ? params
    : resolveParams(state, step);
}

/** A step that was taken over as it waited is on the lists again. */
export function waitAgain(state: RunState, step: number): void {
  const kind = state.steps.waiting[step];
  if (kind === 'answer') state.asking.add(step);
  else if (kind === 'time' || kind === 'retry') state.timed.add(step);
  // It has its answer, and waits for nothing but a slot.
  else makeReady(state, step);
}

/** A value as the run holds it: what is kept apart of it by reference. */
export function taken(state: RunState, value: Json, large: readonly LargeNote[] | undefined): Json {
  if (large === undefined) return value;
  state.looked.isUsed = true;
  return withLarge(value, large);
}

export function completeStep(
  state: RunState,
  step: number,
  {
    call,
    attempt,
    value,
    large,
    branch,
    via,
    lost,
    unreadable,
  }: Extract<RunEvent, { type: 'plan_step_completed' }>,
): void {
  if (step === -1) return;
  const { steps } = state;
  release(state, step);
  steps.value[step] = large === undefined ? value : taken(state, value, large);
  steps.branch[step] = branch ?? 0;
  steps.lost[step] = lost === true ? 1 : 0;
  if (via !== undefined || unreadable !== undefined || steps.details.has(step)) {
    const detail = ownDetail(steps, step);
    detail.unreadable = unreadable ?? null;
    detail.via = via ?? null;
    if (via === 'planner') state.idleRevision = false;
    detail.given = null;
    if (via !== 'error') detail.failure = null;
  }
  endStep(state, step);
  if (via !== 'error') endAttempt(state, step, call, attempt);
  commitOrHold(state, step);
  if (state.revision > 1) noteDone(state, itemAt(state.program.steps, step));
}

/** Logs an end of a call; one without an attempt under way is logged as that. */
export function endAttempt(
  { steps, history, time }: RunState,
  step: number,
  call: string,
  attempt: number,
  failure?: FailedAttempt,
): void {
  const at = logAttempt(
    history,
    call,
    attempt,
    realAt(steps.begunAt, step),
    time,
    intAt(steps.lastAttempt, step),
  );
  if (failure) history.failures.set(at, failure);
  steps.lastAttempt[step] = at;
  steps.begunAt[step] = NOT_BEGUN;
}

/** The attempt under way, where one is, comes to no end of its own: the run was cut off, or is over. */
export function cutOffAttempt(state: RunState, step: number): void {
  if (state.steps.begunAt[step] === NOT_BEGUN) return;
  endAttempt(state, step, itemAt(state.program.steps, step).id, intAt(state.steps.attempt, step));
  state.history.cutOff.add(intAt(state.steps.lastAttempt, step));
}

/** The activity has returned, thrown or ended its entry with a question: its slot is free. */
export function release(state: RunState, step: number): void {
  const { slot, waiting } = state.steps;
  if (slot[step] === 0) return;
  slot[step] = 0;
  if ((byteAt(state.program.kinds, step) & KIND.forgotten) !== 0) state.forgotten -= 1;
  if (waiting[step] === 'answer') {
    waiting[step] = null;
    state.asking.delete(step);
  } else state.inFlight -= 1;
}

/** A failed attempt: another event follows, or the failure stands and its policy begins (L-41). */
export function judgeFailure(state: RunState, step: number): void {
  const { fireAndForget } = itemAt(state.program.steps, step);
  const verdict = verdictOn(state, step);
  ownDetail(state.steps, step).verdict = verdict;
  if (verdict !== 'stands') {
    state.toJudge.push(step);
    return;
  }
  endFailed(state, step);
  if (fireAndForget) return;
  if (state.policy.onFailure === 'abort') state.finishing ??= 'call_failed';
  if (state.policy.onFailure !== 'replan') return;
  if (state.replanning === 'no') beginReplan(state, 'failure');
  else if (state.cause !== 'failure') state.failedSince = true;
}

/** The call has failed for good: nothing is written, its readers hear of it. */
export function endFailed(state: RunState, step: number): void {
  endStep(state, step);
  state.steps.status[step] = 'failed';
  settleStep(state, step);
}
