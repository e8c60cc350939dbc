/** How attempts begin and end: slots, results, failures and what is to become of them. Part of the fold. */

import type { JsonObject } from '../lib/json.ts';
import { logAttempt } from './attempt-log.ts';
import type { RunEvent } from './events.ts';
import { resolveParams } from './params.ts';
import { chargeAttempt } from './price-cap.ts';
import { commitOrHold, endStep, settleStep } from './settle.ts';
import { hasEnded, type RunState, stepNamed } from './state.ts';
import { countStep } from './step-ceiling.ts';
import { ownDetail, type StepTable } from './step-table.ts';
import type { Step } from './steps.ts';
import { verdictOn } from './verdict.ts';

/** Changes the step of a call that has not ended; an event for any other changes nothing. */
export function withStep(state: RunState, id: string, change: (step: number) => void): RunState {
  const step = openStep(state, id);
  if (step !== -1) change(step);
  return state;
}

/** The step of a call that has not ended; -1 where there is none, and what is told of it changes nothing. */
export function openStep(state: RunState, id: string): number {
  const step = stepNamed(state, id);
  return step === -1 || hasEnded(state.steps.status[step]!) ? -1 : step;
}

export function startStep(state: RunState, step: number, attempt: number): void {
  if (step === -1) return;
  const { steps } = state;
  const compiled = state.program.steps[step]!;
  steps.params[step] = paramsAtStart(state, compiled);
  steps.attempt[step] = attempt;
  if (steps.begun[step] === 0) steps.begun[step] = state.seq;
  forgetFailure(steps, step);
  steps.waiting[step] = null;
  if (state.retrying.size > 0) state.retrying.delete(step);
  if (steps.startedAt[step] === 0) steps.startedAt[step] = state.time;
  if (steps.counted[step] === 0) {
    steps.counted[step] = 1;
    countStep(state, compiled.call);
  }
  chargeAttempt(state, step);
  state.idleRevision = false;
  steps.slot[step] = 1;
  state.inFlight += 1;
  if (compiled.fireAndForget) state.forgotten += 1;
  steps.status[step] = compiled.fireAndForget ? 'dispatched' : 'in_progress';
}

function forgetFailure(steps: StepTable, step: number): void {
  const detail = steps.details.get(step);
  if (!detail) return;
  detail.failure = null;
  detail.verdict = null;
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

export function completeStep(
  state: RunState,
  step: number,
  { call, attempt, value, branch, via, lost }: Extract<RunEvent, { type: 'plan_step_completed' }>,
): void {
  if (step === -1) return;
  const { steps } = state;
  release(state, step);
  steps.value[step] = value;
  steps.branch[step] = branch ?? 0;
  steps.lost[step] = lost === true ? 1 : 0;
  if (via !== undefined || steps.details.has(step)) {
    const detail = ownDetail(steps, step);
    detail.via = via ?? null;
    detail.given = null;
    if (via !== 'error') detail.failure = null;
  }
  endStep(state, step);
  if (via !== 'error') logAttempt(state.history, call, attempt);
  commitOrHold(state, step);
}

/** The activity has returned or thrown: its slot is free. */
export function release(state: RunState, step: number): void {
  const { slot, waiting } = state.steps;
  if (slot[step] === 0) return;
  slot[step] = 0;
  if (state.program.steps[step]!.fireAndForget) state.forgotten -= 1;
  if (waiting[step] === 'answer') {
    waiting[step] = null;
    state.answering -= 1;
  } else state.inFlight -= 1;
}

/** A failed attempt: another event follows, or the failure stands and its policy begins (L-41). */
export function judgeFailure(state: RunState, step: number): void {
  const { fireAndForget } = state.program.steps[step]!;
  const verdict = verdictOn(state, step);
  ownDetail(state.steps, step).verdict = verdict;
  if (verdict !== 'stands') {
    state.toJudge.push(step);
    return;
  }
  endFailed(state, step);
  if (fireAndForget) return;
  if (state.policy.onFailure === 'abort') state.finishing ??= 'call_failed';
  if (state.policy.onFailure === 'replan' && state.replanning === 'no') state.replanning = 'draining';
}

/** The call has failed for good: nothing is written, its readers hear of it. */
export function endFailed(state: RunState, step: number): void {
  endStep(state, step);
  state.steps.status[step] = 'failed';
  settleStep(state, step);
}
