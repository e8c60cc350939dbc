/**
 * What follows from the state: the next event, one at a time, until there is none. Pure but for the lists it
 * empties; the same state gives the same events, so that a journal cut anywhere goes on as if it had not been.
 */

import type { Json } from '../lib/json.ts';
import { diffCalls } from '../plan/diff.ts';
import { printRef } from '../plan/expression.ts';
import { schemaCheck } from '../tools/json-schema.ts';
import { UNLIMITED } from './budget.ts';
import type { RunEvent, RunEventBody } from './events.ts';
import { outputOf } from './output.ts';
import { resolveParams } from './params.ts';
import { retryDelay } from './policy.ts';
import { affords } from './price-cap.ts';
import { readStep } from './reading.ts';
import { isDrained, revisedPlan } from './replan.ts';
import { memoFits } from './revision.ts';
import { commitHeld, makeReady } from './settle.ts';
import { stamped } from './stamped.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';
import { isTimeUp, timeUpAt } from './time-cap.ts';

/** How long the end of a run waits for calls nobody waits for (L-29). */
export const GRACE_MS = 5000;

/** The next event at `now` (ms), or null: then the host waits for the next thing to happen, `nextWake` at the latest. */
export function decide(state: RunState, now: number): RunEvent | null {
  if (state.status !== 'running') return null;
  const body = due(state, now);
  if (body !== null) return stamped(state, body, now);
  const start = state.replanning === 'no' ? started(state, now) : null;
  if (start !== null) return start;
  const end = finished(state, now);
  return end === null ? null : stamped(state, end, now);
}

/** What comes before anything new starts. */
function due(state: RunState, now: number): RunEventBody | null {
  return (
    closed(state) ??
    // What arrived in the moment of the end is still seen to: it may have an error alternative (L-41).
    judged(state) ??
    (state.finishing ? ended(state, state.finishing) : null) ??
    (isTimeUp(state, now) ? ended(state, 'time_budget') : null) ??
    failed(state) ??
    skipped(state) ??
    replanned(state) ??
    (state.replanning === 'no' ? (gate(state) ?? asked(state)) : null)
  );
}

/** When `decide` may have something to say without anything happening: ms, or null for never. */
export function nextWake(state: RunState): number | null {
  if (state.status !== 'running') return null;
  const next = nextDue(state);
  const end = timeUpAt(state);
  return next === null ? end : end === null ? next : Math.min(next, end);
}

function nextDue(state: RunState): number | null {
  // Nothing starts or ends until the planner, or the person who reviews its answer, has spoken.
  if (state.replanning !== 'no') return null;
  let wake: number | null = null;
  for (const step of state.retrying) {
    const { dueAt } = seenDetail(state.steps, step);
    if (wake === null || dueAt < wake) wake = dueAt;
  }
  const waits = onlyForgotten(state) || (state.forgotten > 0 && isThroughAtCeiling(state));
  return wake === null && waits ? graceEnd(state) : wake;
}

/** Takes the first item that still holds off a list. */
function takeNext<T>(
  state: RunState,
  list: T[],
  holds: (state: RunState, item: T) => boolean,
): T | undefined {
  while (list.length > 0) {
    const item = list.shift()!;
    if (holds(state, item)) return item;
  }
  return undefined;
}

const hasNotEnded = ({ steps }: RunState, step: number): boolean => steps.ended[step] === 0;

/** A person's skip or value, carried out. */
function closed(state: RunState): RunEventBody | null {
  const step = takeNext(state, state.toClose, hasNotEnded);
  if (step === undefined) return null;
  const { given } = seenDetail(state.steps, step);
  const { id: call } = state.program.steps[step]!;
  if (!given) return { type: 'plan_step_skipped', call, because: 'person' };
  const attempt = state.steps.attempt[step]!;
  return { type: 'plan_step_completed', call, attempt, value: given.value, via: 'person' };
}

/** The event that follows a failed attempt, or a doubt at resume (L-91). */
function judged(state: RunState): RunEventBody | null {
  const step = takeNext(state, state.toJudge, awaitsJudgement);
  if (step === undefined) return null;
  const { verdict, retries, failure } = seenDetail(state.steps, step);
  const { id: call, errorAlternative } = state.program.steps[step]!;
  switch (verdict) {
    case 'retry': {
      const retry = retries + 1;
      return { type: 'plan_step_retry', call, retry, delayMs: retryDelay(retry, failure?.retryAfterMs) };
    }
    case 'error-alternative': {
      const attempt = state.steps.attempt[step]!;
      const { code, message } = failure!;
      const value: Json = { code, message };
      return { type: 'plan_step_completed', call, attempt, value, branch: errorAlternative, via: 'error' };
    }
    case 'ask':
      return { type: 'plan_step_waiting', call, kind: 'failure' };
    case 'in-doubt':
      return { type: 'plan_step_waiting', call, kind: 'in_doubt' };
    case 'stands':
    case null:
      return null;
  }
}

const awaitsJudgement = ({ steps }: RunState, step: number): boolean =>
  steps.ended[step] === 0 &&
  steps.slot[step] === 0 &&
  steps.waiting[step] === null &&
  seenDetail(steps, step).verdict !== null;

/** It has not started, and nothing but what it reads holds it. */
const isUnstarted = ({ steps }: RunState, step: number): boolean =>
  steps.status[step] === 'pending' || steps.waiting[step] === 'gate';

/** Failures that the engine finds itself: a missing key, a lost result, a result that does not fit its path. */
function failed(state: RunState): RunEventBody | null {
  const item = takeNext(state, state.toFail, stillFails);
  if (!item) return null;
  const { id: call } = state.program.steps[item.step]!;
  const attempt = state.steps.attempt[item.step]!;
  return { type: 'plan_step_failed', call, attempt, ...item.failure, by: 'engine' };
}

function stillFails(state: RunState, { step }: RunState['toFail'][number]): boolean {
  const { status, slot, held, settled } = state.steps;
  // A call that had not started when the run ended is cancelled, whatever it would have come to (L-41).
  if (isUnstarted(state, step)) return state.finishing === null;
  if (status[step] !== 'in_progress' || slot[step] === 1 || held[step] === 1 || settled[step] === 1)
    return false;
  return seenDetail(state.steps, step).failure === null;
}

function skipped(state: RunState): RunEventBody | null {
  const step = takeNext(state, state.toSkip, isUnstarted);
  if (step === undefined) return null;
  const compiled = state.program.steps[step]!;
  const reading = readStep(state, compiled);
  if (reading.kind !== 'dead') return { type: 'plan_step_skipped', call: compiled.id, because: 'failure' };
  const path = state.program.paths[reading.path]!;
  const { cause } = reading;
  const because = cause === 'rejected' ? cause : cause === 'branch' ? 'branch-not-taken' : 'failure';
  return { type: 'plan_step_skipped', call: compiled.id, because, detail: printRef(path.ref) };
}

/** The course of a replan once everything in flight has ended (L-42, L-43). */
function replanned(state: RunState): RunEventBody | null {
  if (isDrained(state)) {
    // A person's own plan asks no planner, so neither ceiling of asking one is in its way; `draftEvent` counts its steps.
    if (state.ownCalls !== null) return null;
    if (state.stepsTaken >= state.policy.maxSteps) return ended(state, 'step_budget');
    if (state.replans >= state.policy.maxReplans) return ended(state, 'replan_budget');
    return null;
  }
  if (state.draft === null) return null;
  const plan = revisedPlan(state, state.draft.calls);
  const { revision } = state.draft;
  if (state.replanning === 'accepted') {
    return { type: 'plan.diff', revision, ...diffCalls(state.program.plan.calls, plan.calls) };
  }
  return state.replanning === 'diffed' ? { type: 'plan.commit', revision, plan } : null;
}

/** A gate is asked for when it is all that a call still waits for (L-33). */
function gate(state: RunState): RunEventBody | null {
  const item = takeNext(state, state.toOpen, isGateAwaited);
  if (!item) return null;
  const { id: call } = state.program.steps[item.step]!;
  return { type: 'plan_step_waiting', call, kind: 'gate', gate: item.gate };
}

function isGateAwaited(state: RunState, { step, gate }: RunState['toOpen'][number]): boolean {
  const known = state.gates.get(gate);
  if (known && known.status !== 'open') return false;
  return state.steps.status[step] === 'pending' || (state.steps.waiting[step] === 'gate' && !known);
}

/** A call that asks does so only when it is unblocked (L-72). */
function asked(state: RunState): RunEventBody | null {
  const step = takeNext(state, state.toAsk, isToAsk);
  if (step === undefined) return null;
  return { type: 'plan_step_waiting', call: state.program.steps[step]!.id, kind: 'approval' };
}

const isToAsk = ({ steps, asking }: RunState, step: number): boolean =>
  steps.status[step] === 'ready' && !seenDetail(steps, step).approved && !asking.has(step);

/** Ready calls start in order, as many as there are slots and steps left (L-32, L-44). */
function started(state: RunState, now: number): RunEvent | null {
  const { ready, steps, policy } = state;
  if (state.retrying.size > 0) readyAgain(state, now);
  let passedOver: number[] | null = null;
  let event: RunEvent | null = null;
  for (let step = ready.peek(); step !== -1 && event === null; step = ready.peek()) {
    if (steps.status[step] !== 'ready') {
      ready.pop();
      continue;
    }
    const memo = state.memos.size > 0 ? takeMemo(state, step) : null;
    if (memo === null) {
      if (state.inFlight >= policy.maxConcurrent) break;
      if (!withinBudget(state, step)) {
        passedOver ??= [];
        passedOver.push(step);
        ready.pop();
        continue;
      }
    }
    ready.pop();
    event = memo ? stamped(state, memo, now) : startOf(state, step, now);
  }
  // What may not start at a ceiling stays ready until the end.
  if (passedOver) for (const step of passedOver) ready.push(step);
  return event;
}

/** The end of a call that an earlier revision has made, with the same parameters as it would have now (L-42). */
function takeMemo(state: RunState, step: number): RunEventBody | null {
  const memo = state.memos.get(step);
  if (!memo) return null;
  state.memos.delete(step);
  const compiled = state.program.steps[step]!;
  if (!memoFits(memo, resolveParams(state, compiled))) return null;
  return { type: 'plan_step_memoized', call: compiled.id, value: memo.value, branch: memo.branch };
}

/** Calls whose wait for a retry is over (L-40). */
function readyAgain(state: RunState, now: number): void {
  for (const step of state.retrying) {
    if (seenDetail(state.steps, step).dueAt > now) continue;
    state.retrying.delete(step);
    makeReady(state, step);
  }
}

/** A call that has started already goes on at a ceiling (L-44), but a retry that the run can't pay for is not made. */
function withinBudget(state: RunState, step: number): boolean {
  const { begun, counted } = state.steps;
  if (begun[step] !== 0) return true;
  const isNew = counted[step] === 0;
  if (isNew && state.ceiling) return false;
  const left = state.setting.left?.(state) ?? UNLIMITED;
  if (isNew && (state.stepsTaken >= state.policy.maxSteps || left.steps < 1)) state.ceiling = 'step_budget';
  else if (affords(state, step, left)) return true;
  else state.ceiling ??= 'cost_budget';
  return false;
}

/** The start of a call, or its failure where the resolved parameters do not fit its contract (L-35). */
function startOf(state: RunState, index: number, now: number): RunEvent {
  const step = state.program.steps[index]!;
  const { id: call } = step;
  const attempt = state.steps.attempt[index]!;
  const fault = faultOfParams(state, step);
  if (fault) {
    const code = 'invalid-arguments';
    return stamped(
      state,
      { type: 'plan_step_failed', call, attempt, code, message: fault, by: 'engine' },
      now,
    );
  }
  state.lookedUp.id = call;
  state.lookedUp.step = index;
  const { runId, seq } = state;
  return { type: 'plan_step_started', call, attempt: attempt + 1, runId, seq: seq + 1, time: now };
}

/** A sentence where the resolved parameters do not fit the contract; null where they do, or nobody asks. */
function faultOfParams(state: RunState, step: Step): string | null {
  const schema = step.contract?.parameters;
  if (schema === undefined || schema === true || state.setting.invented) return null;
  const params = resolveParams(state, step);
  const fault = schemaCheck(schema)(params);
  if (!fault) {
    state.resolved.step = step.index;
    state.resolved.seq = state.seq;
    state.resolved.params = params;
    return null;
  }
  const place = fault.path.length > 0 ? `"${fault.path.join('.')}"` : 'The parameters';
  return `${place} ${fault.message}.`;
}

/** True while nothing but fire-and-forget calls is left. */
const onlyForgotten = (state: RunState): boolean => state.forgotten > 0 && state.forgotten === state.unended;

/** When the wait for forgotten calls is over: the grace runs from the end of everything else (L-29). */
function graceEnd(state: RunState): number {
  let last = state.startedAt;
  state.program.steps.forEach((step, i) => {
    if (!step.fireAndForget) last = Math.max(last, state.steps.endedAt[i]!);
  });
  return last + GRACE_MS;
}

/** The end, where nothing can go on: everything has ended, or a ceiling stands and what had started is through. */
function finished(state: RunState, now: number): RunEventBody | null {
  if (state.replanning !== 'no') return null;
  if (state.unended === 0) return ended(state, 'goal_met');
  if (onlyForgotten(state)) return now >= graceEnd(state) ? ended(state, 'goal_met') : null;
  if (state.ceiling === null || !isThroughAtCeiling(state)) return null;
  return state.forgotten > 0 && now < graceEnd(state) ? null : ended(state, state.ceiling);
}

/** A ceiling stands, and of what had started nothing is awaited but calls that nobody waits for (L-44). */
function isThroughAtCeiling(state: RunState): boolean {
  if (state.ceiling === null || state.retrying.size > 0) return false;
  if (state.inFlight + state.answering > state.forgotten) return false;
  return ![...state.asking].some((step) => state.steps.counted[step] === 1);
}

function ended(state: RunState, reason: NonNullable<RunState['finishing']>): RunEventBody {
  // Nothing new starts, so no earlier writer is to come: what is held stands (L-22).
  commitHeld(state);
  const late = failed(state);
  if (late) return late;
  if (!state.aggregated) return { type: 'plan_aggregated', output: outputOf(state) };
  if (reason !== 'goal_met')
    return { type: 'plan_completed', status: 'failed', reason, output: state.output };
  const errors = state.steps.status.some(
    (status, step) =>
      (status === 'failed' && !state.program.steps[step]!.fireAndForget) ||
      (status === 'skipped' && seenDetail(state.steps, step).skippedFor?.because === 'person'),
  );
  return errors
    ? { type: 'plan_completed', status: 'completed_with_errors', reason: 'errors', output: state.output }
    : { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: state.output };
}
