/**
 * What follows from the state: the next event, one at a time, until there is none. Pure but for the lists it
 * empties; the same state gives the same events, so that a journal cut anywhere goes on as if it had not been.
 */

import type { Json } from '../lib/json.ts';
import { diffCalls } from '../plan/diff.ts';
import { printRef } from '../plan/expression.ts';
import { schemaCheck } from '../tools/json-schema.ts';
import { UNLIMITED } from './budget.ts';
import type { RunEventBody } from './events.ts';
import { outputOf } from './output.ts';
import { resolveParams } from './params.ts';
import { retryDelay } from './policy.ts';
import { affords } from './price-cap.ts';
import { readStep } from './reading.ts';
import { isDrained, revisedPlan } from './replan.ts';
import { memoFits } from './revision.ts';
import { commitHeld, makeReady } from './settle.ts';
import type { RunState, StepState } from './state.ts';
import type { Step } from './steps.ts';
import { isTimeUp, timeUpAt } from './time-cap.ts';

/** How long the end of a run waits for calls nobody waits for (L-29). */
export const GRACE_MS = 5000;

/** The next event at `now` (ms), or null: then the host waits for the next thing to happen, `nextWake` at the latest. */
export function decide(state: RunState, now: number): RunEventBody | null {
  if (state.status !== 'running') return null;
  return (
    closed(state) ??
    // What arrived in the moment of the end is still seen to: it may have an error alternative (L-41).
    judged(state) ??
    (state.finishing ? ended(state, state.finishing) : null) ??
    (isTimeUp(state, now) ? ended(state, 'time_budget') : null) ??
    failed(state) ??
    skipped(state) ??
    replanned(state) ??
    (state.replanning === 'no' ? (gate(state) ?? asked(state) ?? started(state, now)) : null) ??
    finished(state, now)
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
    const { dueAt } = state.steps[step]!;
    if (wake === null || dueAt < wake) wake = dueAt;
  }
  const waits = onlyForgotten(state) || (state.forgotten > 0 && isThroughAtCeiling(state));
  return wake === null && waits ? graceEnd(state) : wake;
}

const takeNext = <T>(list: T[], holds: (item: T) => boolean): T | undefined => {
  while (list.length > 0) {
    const item = list.shift()!;
    if (holds(item)) return item;
  }
  return undefined;
};

/** A person's skip or value, carried out. */
function closed(state: RunState): RunEventBody | null {
  const step = takeNext(state.toClose, (item) => !state.steps[item]!.ended);
  if (step === undefined) return null;
  const own = state.steps[step]!;
  const { id } = state.program.steps[step]!;
  if (own.given) {
    return {
      type: 'plan_step_completed',
      call: id,
      attempt: own.attempt,
      value: own.given.value,
      via: 'person',
    };
  }
  return { type: 'plan_step_skipped', call: id, because: 'person' };
}

/** The event that follows a failed attempt, or a doubt at resume (L-91). */
function judged(state: RunState): RunEventBody | null {
  const step = takeNext(state.toJudge, (item) => awaitsJudgement(state, item));
  if (step === undefined) return null;
  const own = state.steps[step]!;
  const { id: call, errorAlternative } = state.program.steps[step]!;
  switch (own.verdict) {
    case 'retry': {
      const retry = own.retries + 1;
      return { type: 'plan_step_retry', call, retry, delayMs: retryDelay(retry, own.failure?.retryAfterMs) };
    }
    case 'error-alternative': {
      const { code, message } = own.failure!;
      const value: Json = { code, message };
      return {
        type: 'plan_step_completed',
        call,
        attempt: own.attempt,
        value,
        branch: errorAlternative,
        via: 'error',
      };
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

function awaitsJudgement(state: RunState, step: number): boolean {
  const own = state.steps[step]!;
  return !own.ended && !own.slot && own.verdict !== null && own.waiting === null;
}

/** Failures that the engine finds itself: a missing key, a lost result, a result that does not fit its path. */
function failed(state: RunState): RunEventBody | null {
  const item = takeNext(state.toFail, ({ step }) => {
    const own = state.steps[step]!;
    // A call that had not started when the run ended is cancelled, whatever it would have come to (L-41).
    if (own.status === 'pending' || own.waiting === 'gate') return state.finishing === null;
    return own.status === 'in_progress' && !own.slot && !own.held && own.failure === null && !own.settled;
  });
  if (!item) return null;
  const { id } = state.program.steps[item.step]!;
  const { attempt } = state.steps[item.step]!;
  return { type: 'plan_step_failed', call: id, attempt, ...item.failure, by: 'engine' };
}

function skipped(state: RunState): RunEventBody | null {
  const step = takeNext(
    state.toSkip,
    (item) => state.steps[item]!.status === 'pending' || state.steps[item]!.waiting === 'gate',
  );
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
  const item = takeNext(state.toOpen, ({ step, gate }) => {
    const own = state.steps[step]!;
    const asked = state.gates.get(gate);
    if (asked && asked.status !== 'open') return false;
    return own.status === 'pending' || (own.waiting === 'gate' && !asked);
  });
  if (!item) return null;
  return {
    type: 'plan_step_waiting',
    call: state.program.steps[item.step]!.id,
    kind: 'gate',
    gate: item.gate,
  };
}

/** A call that asks does so only when it is unblocked (L-72). */
function asked(state: RunState): RunEventBody | null {
  const step = takeNext(
    state.toAsk,
    (item) =>
      state.steps[item]!.status === 'ready' && !state.steps[item]!.approved && !state.asking.has(item),
  );
  return step === undefined
    ? null
    : { type: 'plan_step_waiting', call: state.program.steps[step]!.id, kind: 'approval' };
}

/** Ready calls start in order, as many as there are slots and steps left (L-32, L-44). */
function started(state: RunState, now: number): RunEventBody | null {
  if (state.retrying.size > 0) readyAgain(state, now);
  let passedOver: number[] | null = null;
  let event: RunEventBody | null = null;
  while (event === null) {
    const step = state.ready.peek();
    if (step === -1) break;
    const own = state.steps[step]!;
    if (own.status !== 'ready') {
      state.ready.pop();
      continue;
    }
    if (own.memo !== null) {
      const { memo } = own;
      own.memo = null;
      if (memoFits(memo, resolveParams(state, state.program.steps[step]!))) {
        state.ready.pop();
        const { id } = state.program.steps[step]!;
        event = { type: 'plan_step_memoized', call: id, value: memo.value, branch: memo.branch };
        break;
      }
    }
    if (state.inFlight >= state.policy.maxConcurrent) break;
    if (!withinBudget(state, step, own)) {
      state.ready.pop();
      passedOver ??= [];
      passedOver.push(step);
      continue;
    }
    state.ready.pop();
    event = startOf(state, state.program.steps[step]!, own);
  }
  // What may not start at a ceiling stays ready until the end.
  if (passedOver) for (const step of passedOver) state.ready.push(step);
  return event;
}

/** Calls whose wait for a retry is over (L-40). */
function readyAgain(state: RunState, now: number): void {
  for (const step of state.retrying) {
    if (state.steps[step]!.dueAt > now) continue;
    state.retrying.delete(step);
    makeReady(state, step);
  }
}

/** A call that has started already goes on at a ceiling (L-44), but a retry that the run can't pay for is not made. */
function withinBudget(state: RunState, step: number, own: StepState): boolean {
  if (own.begun !== 0) return true;
  if (!own.counted && state.ceiling) return false;
  const left = state.setting.left?.(state) ?? UNLIMITED;
  if (!own.counted && (state.stepsTaken >= state.policy.maxSteps || left.steps < 1))
    state.ceiling = 'step_budget';
  else if (affords(state, step, left)) return true;
  else state.ceiling ??= 'cost_budget';
  return false;
}

/** The start of a call, or its failure where the resolved parameters do not fit its contract (L-35). */
function startOf(state: RunState, step: Step, own: StepState): RunEventBody {
  const schema = step.contract?.parameters;
  if (schema !== undefined && schema !== true && !state.setting.invented) {
    const params = resolveParams(state, step);
    const fault = schemaCheck(schema)(params);
    if (!fault) state.resolved = { step: step.index, seq: state.seq, params };
    else {
      const place = fault.path.length > 0 ? `"${fault.path.join('.')}"` : 'The parameters';
      return {
        type: 'plan_step_failed',
        call: step.id,
        attempt: own.attempt,
        code: 'invalid-arguments',
        message: `${place} ${fault.message}.`,
        by: 'engine',
      };
    }
  }
  state.lookedUp.id = step.id;
  state.lookedUp.step = step.index;
  return { type: 'plan_step_started', call: step.id, attempt: own.attempt + 1 };
}

/** True while nothing but fire-and-forget calls is left. */
const onlyForgotten = (state: RunState): boolean => state.forgotten > 0 && state.forgotten === state.unended;

/** When the wait for forgotten calls is over: the grace runs from the end of everything else (L-29). */
function graceEnd(state: RunState): number {
  let last = state.startedAt;
  state.program.steps.forEach((step, i) => {
    if (!step.fireAndForget) last = Math.max(last, state.times.ended[i]!);
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
  return ![...state.asking].some((step) => state.steps[step]!.counted);
}

function ended(state: RunState, reason: NonNullable<RunState['finishing']>): RunEventBody {
  // Nothing new starts, so no earlier writer is to come: what is held stands (L-22).
  commitHeld(state);
  const late = failed(state);
  if (late) return late;
  if (!state.aggregated) return { type: 'plan_aggregated', output: outputOf(state) };
  if (reason !== 'goal_met')
    return { type: 'plan_completed', status: 'failed', reason, output: state.output };
  const errors = state.steps.some(
    (own, i) =>
      (own.status === 'failed' && !state.program.steps[i]!.fireAndForget) ||
      (own.status === 'skipped' && own.skippedFor?.because === 'person'),
  );
  return errors
    ? { type: 'plan_completed', status: 'completed_with_errors', reason: 'errors', output: state.output }
    : { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: state.output };
}
