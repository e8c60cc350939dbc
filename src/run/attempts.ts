/** How attempts begin and end: slots, results, failures and what is to become of them. Part of the fold. */

import type { JsonObject } from '../lib/json.ts';
import type { RunEvent } from './events.ts';
import { resolveParams } from './params.ts';
import { chargeAttempt } from './price-cap.ts';
import { commitOrHold, endStep, settleStep } from './settle.ts';
import { hasEnded, type RunState, stepNamed } from './state.ts';
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
  return step === -1 || hasEnded(state.steps[step]!.status) ? -1 : step;
}

export function startStep(state: RunState, step: number, attempt: number): void {
  if (step === -1) return;
  const own = state.steps[step]!;
  const compiled = state.program.steps[step]!;
  own.params = paramsAtStart(state, compiled);
  own.attempt = attempt;
  if (own.begun === 0) own.begun = state.seq;
  own.failure = null;
  own.verdict = null;
  own.waiting = null;
  if (state.retrying.size > 0) state.retrying.delete(step);
  if (state.times.started[step] === 0) state.times.started[step] = state.time;
  if (!own.counted) {
    own.counted = true;
    state.stepsTaken += 1;
  }
  chargeAttempt(state, step);
  state.idleRevision = false;
  own.slot = true;
  state.inFlight += 1;
  if (compiled.fireAndForget) state.forgotten += 1;
  own.status = compiled.fireAndForget ? 'dispatched' : 'in_progress';
}

/** Those that were checked in the decision to start it, or, where a journal is folded, resolved now. */
function paramsAtStart(state: RunState, step: Step): JsonObject {
  const { resolved } = state;
  state.resolved = null;
  return resolved?.step === step.index && resolved.seq === state.seq - 1
    ? resolved.params
    : resolveParams(state, step);
}

export function completeStep(
  state: RunState,
  step: number,
  { call, attempt, value, branch, via, lost }: Extract<RunEvent, { type: 'plan_step_completed' }>,
): void {
  if (step === -1) return;
  const own = state.steps[step]!;
  release(state, step);
  own.value = value;
  own.branch = branch ?? 0;
  own.via = via ?? null;
  own.lost = lost === true;
  own.given = null;
  if (via !== 'error') own.failure = null;
  endStep(state, step);
  if (via !== 'error') state.history.push({ step: call, attempt, outcome: 'ok' });
  commitOrHold(state, step);
}

/** The activity has returned or thrown: its slot is free. */
export function release(state: RunState, step: number): void {
  const own = state.steps[step]!;
  if (!own.slot) return;
  own.slot = false;
  if (state.program.steps[step]!.fireAndForget) state.forgotten -= 1;
  if (own.waiting === 'answer') {
    own.waiting = null;
    state.answering -= 1;
  } else state.inFlight -= 1;
}

/** A failed attempt: another event follows, or the failure stands and its policy begins (L-41). */
export function judgeFailure(state: RunState, step: number): void {
  const own = state.steps[step]!;
  own.verdict = verdictOn(state, state.program.steps[step]!, own);
  if (own.verdict !== 'stands') {
    state.toJudge.push(step);
    return;
  }
  endFailed(state, step);
  if (state.program.steps[step]!.fireAndForget) return;
  if (state.policy.onFailure === 'abort') state.finishing ??= 'call_failed';
  if (state.policy.onFailure === 'replan' && state.replanning === 'no') state.replanning = 'draining';
}

/** The call has failed for good: nothing is written, its readers hear of it. */
export function endFailed(state: RunState, step: number): void {
  endStep(state, step);
  state.steps[step]!.status = 'failed';
  settleStep(state, step);
}
