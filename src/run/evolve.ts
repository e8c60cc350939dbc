/** (state, event) → state: the fold that a run is. Takes any journal; an event that does not fit changes nothing. */

import { assertNever } from '../lib/assert.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { NO_DELEGATES } from '../plan/delegates.ts';
import type { Rows } from '../plan/plan-order.ts';
import type { RunEvent } from './events.ts';
import { resolveParams } from './params.ts';
import { runPolicy } from './policy.ts';
import type { Program } from './program.ts';
import { install, withDefaults } from './revision.ts';
import {
  commitHeld,
  commitOrHold,
  endStep,
  judge,
  makeReady,
  settleGate,
  settleStep,
  skipStep,
} from './settle.ts';
import { hasEnded, type RunSetting, type RunState, readyQueue, stepNamed, stepTimes } from './state.ts';
import type { Step } from './steps.ts';
import { valueStore } from './value-store.ts';
import { verdictOn } from './verdict.ts';

const NO_ROWS: Rows = { starts: new Int32Array(1), items: new Int32Array(0) };

const NO_PROGRAM: Program = {
  plan: { format: 'obelus/plan', version: 1, id: '', calls: [] },
  steps: [],
  index: new Map(),
  paths: [],
  reads: NO_ROWS,
  readers: NO_ROWS,
  pathsOf: NO_ROWS,
  rank: new Int32Array(0),
  startRank: new Int32Array(0),
  queues: [],
  queuesOf: new Map(),
};

/** A run of which nothing is known yet. */
export function newRun(runId: string, setting: RunSetting): RunState {
  return {
    runId,
    setting,
    seq: 0,
    time: 0,
    startedAt: 0,
    endedAt: 0,
    status: 'new',
    reason: null,
    output: null,
    aggregated: false,
    program: NO_PROGRAM,
    policy: runPolicy(undefined),
    revision: 0,
    hash: null,
    input: {},
    instances: [],
    delegates: NO_DELEGATES,
    subRuns: new Map(),
    steps: [],
    times: stepTimes(0),
    paths: [],
    store: valueStore(),
    writes: [],
    gates: new Map(),
    history: [],
    ready: readyQueue(NO_PROGRAM),
    resolved: null,
    lookedUp: { id: '', step: -1 },
    retrying: new Set(),
    asking: new Set(),
    queueHeads: [],
    toSkip: [],
    toFail: [],
    toJudge: [],
    toAsk: [],
    toOpen: [],
    toClose: [],
    inFlight: 0,
    answering: 0,
    forgotten: 0,
    unended: 0,
    stepsTaken: 0,
    cost: 0,
    replans: 0,
    lastError: null,
    ceiling: null,
    replanning: 'no',
    draft: null,
    finishing: null,
    memoized: 0,
    retired: new Map(),
    interruptions: 0,
  };
}

/** Folds one event in. The state given is the state returned: whoever folds owns it. */
export function evolve(state: RunState, event: RunEvent): RunState {
  // A batch that was written twice must not be done twice.
  if (event.seq <= state.seq) return state;
  state.seq = event.seq;
  state.time = event.time;
  switch (event.type) {
    case 'plan.draft':
      state.replans += 1;
      if (event.refused) state.finishing = event.refused;
      else if (event.problems) state.lastError = event.problems.join(' ');
      else if (event.calls.length === 0) state.finishing = 'no_plan';
      else {
        state.draft = { revision: event.revision, calls: event.calls };
        state.replanning = state.policy.reviewReplans ? 'reviewing' : 'accepted';
      }
      return state;
    case 'plan.commit':
      if (state.revision === 0) {
        state.input = withDefaults(event.plan.input?.schema, event.input ?? {});
        state.instances = event.instances ?? [];
        state.delegates = event.delegates ?? NO_DELEGATES;
      }
      state.hash = event.hash ?? state.hash;
      install(state, event.plan, event.revision);
      state.replanning = 'no';
      state.draft = null;
      return state;
    case 'plan.diff':
      if (state.replanning === 'accepted') state.replanning = 'diffed';
      return state;
    case 'llm_recorded':
    case 'plan_step_log':
      return state;
    case 'plan_started':
      state.status = 'running';
      state.startedAt = event.time;
      return state;
    case 'plan_step_started':
      startStep(state, openStep(state, event.call), event.attempt);
      return state;
    case 'plan_step_completed':
      completeStep(state, openStep(state, event.call), event);
      return state;
    case 'plan_step_memoized':
      return withStep(state, event.call, (step) => {
        const own = state.steps[step]!;
        own.value = event.value;
        own.branch = event.branch ?? 0;
        own.lost = event.lost === true;
        own.params ??= resolveParams(state, state.program.steps[step]!);
        state.memoized += 1;
        endStep(state, step);
        commitOrHold(state, step);
      });
    case 'plan_step_failed':
      return withStep(state, event.call, (step) => {
        const own = state.steps[step]!;
        // A result that failed only when it was committed had ended already: the call is open again.
        if (own.ended) state.unended += 1;
        own.ended = false;
        release(state, step);
        own.failure = {
          code: event.code,
          message: event.message,
          ...(event.by ? { by: event.by } : {}),
          ...(event.retryAfterMs === undefined ? {} : { retryAfterMs: event.retryAfterMs }),
        };
        own.status = 'in_progress';
        own.waiting = null;
        own.begun = 0;
        own.held = false;
        state.lastError = event.message;
        state.history.push({
          step: event.call,
          attempt: event.attempt,
          outcome: 'error',
          failure: { code: event.code, message: event.message },
        });
        judgeFailure(state, step);
      });
    case 'plan_step_retry':
      return withStep(state, event.call, (step) => {
        const own = state.steps[step]!;
        own.retries = event.retry;
        own.status = 'waiting';
        own.waiting = 'retry';
        own.dueAt = event.time + event.delayMs;
        state.retrying.add(step);
      });
    case 'plan_step_skipped':
      return withStep(state, event.call, (step) => {
        const own = state.steps[step]!;
        own.skippedFor = {
          because: event.because,
          ...(event.detail === undefined ? {} : { detail: event.detail }),
        };
        endStep(state, step);
        if (event.because === 'person') {
          own.status = 'skipped';
          own.cause = 'failure';
          settleStep(state, step);
        } else skipStep(state, step);
      });
    case 'plan_step_waiting':
      return withStep(state, event.call, (step) => {
        const own = state.steps[step]!;
        own.waiting = event.kind;
        if (event.kind === 'answer') {
          own.form = event.form ?? null;
          state.inFlight -= 1;
          state.answering += 1;
        }
        if (event.kind === 'answer' || event.kind === 'child') return;
        own.status = event.kind === 'in_doubt' ? 'in_doubt' : 'waiting';
        if (event.kind === 'gate') {
          if (!state.gates.has(event.gate ?? '')) {
            state.gates.set(event.gate ?? '', { status: 'open', asked: true, value: true });
          }
        } else state.asking.add(step);
      });
    case 'plan_sub_run_ended':
      // One that was found ended again after an interruption has been paid for once.
      if (state.subRuns.has(event.run)) return state;
      state.subRuns.set(event.run, event);
      state.stepsTaken += event.steps;
      state.cost += event.cost;
      return state;
    case 'approval':
      return decided(state, event);
    case 'plan_aggregated':
      state.output = event.output;
      state.aggregated = true;
      return state;
    case 'plan_completed':
      finish(state, event.status, event.reason, event.output);
      return state;
    case 'plan_aborted':
      finish(state, 'aborted', event.reason, state.output);
      return state;
    case 'plan_run_interrupted':
      interrupt(state);
      return state;
    default:
      // An event of a later version is kept in the journal and shown, never a reason to lose the run (§12).
      return unknownEvent(event, state);
  }
}

const unknownEvent = (_event: never, state: RunState): RunState => state;

function withStep(state: RunState, id: string, change: (step: number) => void): RunState {
  const step = openStep(state, id);
  if (step !== -1) change(step);
  return state;
}

/** The step of a call that has not ended; -1 where there is none, and what is told of it changes nothing. */
function openStep(state: RunState, id: string): number {
  const step = stepNamed(state, id);
  return step === -1 || hasEnded(state.steps[step]!.status) ? -1 : step;
}

function startStep(state: RunState, step: number, attempt: number): void {
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
  state.cost += compiled.contract?.cost ?? 0;
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

function completeStep(
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
function release(state: RunState, step: number): void {
  const own = state.steps[step]!;
  if (!own.slot) return;
  own.slot = false;
  if (state.program.steps[step]!.fireAndForget) state.forgotten -= 1;
  if (own.waiting === 'answer') {
    own.waiting = null;
    state.answering -= 1;
  } else state.inFlight -= 1;
}

/** A person's decision on a call, a gate or a draft. One nobody asked for changes nothing. */
function decided(state: RunState, event: Extract<RunEvent, { type: 'approval' }>): RunState {
  if (event.gate !== undefined) {
    const gate = state.gates.get(event.gate) ?? { status: 'open', asked: false, value: true as Json };
    if (gate.status !== 'open') return state;
    gate.status = event.choose === 'reject' ? 'rejected' : 'approved';
    gate.value = event.value ?? true;
    state.gates.set(event.gate, gate);
    settleGate(state, event.gate);
    return state;
  }
  if (event.call === undefined) {
    if (state.replanning === 'reviewing') {
      if (event.choose === 'reject') state.finishing = 'rejected';
      else state.replanning = 'accepted';
    }
    return state;
  }
  return withStep(state, event.call, (step) => {
    const own = state.steps[step]!;
    if (own.waiting === 'answer') {
      own.waiting = null;
      own.answers = [...own.answers, event.value ?? null];
      state.answering -= 1;
      state.inFlight += 1;
      return;
    }
    if (!state.asking.has(step)) return;
    state.asking.delete(step);
    switch (event.choose) {
      case 'approve':
        own.approved = true;
        own.edits = event.params ?? null;
        makeReady(state, step);
        return;
      case 'retry':
      case 'edit':
        // An attempt that was interrupted used up no retry (L-91): it is made again, not once more.
        if (own.failure) {
          // The budget grows by the limit, by one if that is 0; this attempt is taken from it (L-41).
          own.allowance += Math.max(1, state.policy.retryLimit);
          own.retries += 1;
        }
        own.edits = event.choose === 'edit' ? (event.params ?? null) : null;
        own.approved = true;
        own.status = 'pending';
        own.failure = null;
        // What failed for want of a value is looked at again: the activity must not be entered without it.
        judge(state, step);
        return;
      case 'replan':
        state.replanning = 'draining';
        own.status = 'failed';
        endFailed(state, step);
        return;
      case 'abort':
        own.status = 'failed';
        endFailed(state, step);
        state.finishing = 'call_failed';
        return;
      case 'value':
        own.given = { value: event.value ?? null };
        state.toClose.push(step);
        return;
      case 'skip':
      case 'reject':
        state.toClose.push(step);
        return;
      default:
        assertNever(event.choose);
    }
  });
}

function judgeFailure(state: RunState, step: number): void {
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
function endFailed(state: RunState, step: number): void {
  endStep(state, step);
  state.steps[step]!.status = 'failed';
  settleStep(state, step);
}

function finish(state: RunState, status: RunState['status'], reason: RunState['reason'], output: Json): void {
  commitHeld(state);
  state.status = status;
  state.reason = reason;
  state.output = output;
  state.endedAt = state.time;
  const calledBack = status === 'failed' || status === 'aborted';
  state.steps.forEach((own, step) => {
    if (hasEnded(own.status)) return;
    const failed = own.waiting === 'failure';
    endStep(state, step);
    own.slot = false;
    // At an ordinary end a fire-and-forget call is left out there (L-29).
    if (own.status !== 'dispatched' || calledBack) own.status = failed ? 'failed' : 'cancelled';
  });
  state.inFlight = 0;
  state.answering = 0;
}

/** Whatever was in flight has no end: it runs again where that is harmless, else a person decides (L-91). */
function interrupt(state: RunState): void {
  state.interruptions += 1;
  state.steps.forEach((own, step) => {
    const compiled = state.program.steps[step]!;
    if (!own.slot) return;
    release(state, step);
    if (own.status === 'dispatched') {
      // Never dispatched twice, on resume either (L-29); nothing waits for it any more.
      endStep(state, step);
      return;
    }
    // A delegate goes on with the sub-run it finds: what that was doing is the sub-run's own doubt.
    const harmless =
      compiled.call._delegate !== undefined ||
      compiled.effect === 'none' ||
      compiled.effect === 'read' ||
      compiled.idempotent;
    if (harmless) makeReady(state, step);
    else {
      own.status = 'in_doubt';
      own.verdict = 'in-doubt';
      state.toJudge.push(step);
    }
  });
}
