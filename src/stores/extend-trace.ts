/**
 * Folds events into a run's trace. The engine's own fold decides what runs; this one only tells what happened, and must
 * never be asked what may start next.
 */

import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { CallStatus, RunEvent, RunStatus } from '../run/events.ts';
import { type Attempt, type CallTrace, isAsking, type RunTrace } from './run-trace.ts';

const UNTOUCHED: CallTrace = { status: 'pending', attempts: [] };

/** Open statuses: what a run's end turns into `cancelled` (L-46). */
const OPEN: ReadonlySet<CallStatus> = new Set(['pending', 'ready', 'waiting', 'in_progress']);

/** What a call's trace is once a wait, a failure or a value no longer stands. */
function without<K extends keyof CallTrace>(trace: CallTrace, ...keys: K[]): Omit<CallTrace, K> {
  const copy = { ...trace };
  for (const key of keys) delete copy[key];
  return copy;
}

function closeAttempt(
  trace: CallTrace,
  outcome: 'completed' | 'failed' | 'interrupted',
  time: number,
): readonly Attempt[] {
  return trace.attempts.map((attempt) =>
    attempt.outcome === 'running' ? { ...attempt, outcome, endedAt: time } : attempt,
  );
}

const SKIPPED_BECAUSE: Readonly<Record<string, string>> = {
  'branch-not-taken': 'The branch it needs was not taken.',
  failure: 'Something it needs has failed.',
  rejected: 'Its gate was rejected.',
  person: 'You skipped it.',
  'input-not-given': 'The input it needs was not given.',
};

/** The call's trace after an event that concerns it; undefined for an event that concerns no call. */
function nextCall(trace: CallTrace, event: RunEvent): CallTrace | undefined {
  const { time } = event;
  switch (event.type) {
    case 'plan_step_started': {
      const attempt: Attempt = { attempt: event.attempt, startedAt: time, outcome: 'running' };
      return {
        ...without(trace, 'wait', 'failure'),
        status: 'in_progress',
        attempts: [...trace.attempts, attempt],
      };
    }
    case 'plan_step_completed':
      return {
        ...without(trace, 'wait', 'failure'),
        status: 'completed',
        attempts: closeAttempt(trace, 'completed', time),
        value: event.value,
        ...(event.branch === undefined ? {} : { branch: event.branch }),
      };
    case 'plan_step_memoized':
      return {
        ...without(trace, 'wait', 'failure'),
        status: 'completed',
        value: event.value,
        memoized: true,
        ...(event.branch === undefined ? {} : { branch: event.branch }),
      };
    case 'plan_step_failed':
      return {
        ...without(trace, 'wait'),
        status: 'failed',
        attempts: closeAttempt(trace, 'failed', time),
        failure: { code: event.code, message: event.message },
      };
    case 'plan_step_retry':
      return {
        ...trace,
        status: 'waiting',
        wait: { kind: 'retry', since: time, until: time + event.delayMs },
      };
    case 'plan_step_skipped':
      return {
        ...without(trace, 'wait'),
        status: 'skipped',
        because: event.detail ?? SKIPPED_BECAUSE[event.because] ?? event.because,
      };
    case 'plan_step_waiting':
      // Its sub-run is at work: what a person is asked, the sub-run asks.
      if (event.kind === 'child') return trace;
      return {
        ...trace,
        status: event.kind === 'in_doubt' ? 'in_doubt' : 'waiting',
        wait: {
          kind: event.kind,
          since: time,
          ...(event.gate === undefined ? {} : { gate: event.gate }),
          ...(event.form === undefined ? {} : { form: event.form }),
        },
      };
    case 'approval':
      if (event.call === undefined) return undefined;
      // A person who has another plan made, or ends the run, leaves the call as it is: failed (L-41).
      return event.choose === 'replan' || event.choose === 'abort'
        ? { ...without(trace, 'wait'), status: 'failed' }
        : { ...without(trace, 'wait'), status: 'ready' };
    default:
      return undefined;
  }
}

type Draft = { -readonly [K in keyof RunTrace]: RunTrace[K] } & { calls: Map<string, CallTrace> };

function endRun(draft: Draft, time: number): void {
  draft.endedAt = time;
  for (const [id, trace] of draft.calls) {
    if (!OPEN.has(trace.status)) continue;
    const attempts = closeAttempt(trace, 'interrupted', time);
    draft.calls.set(id, { ...without(trace, 'wait'), status: 'cancelled', attempts });
  }
}

const DONE: ReadonlySet<CallStatus> = new Set(['completed', 'dispatched']);

/** What a call is in a new revision: done for good, or looked at anew with its attempts so far (L-42). */
function inRevision(trace: CallTrace | undefined, isAlike: boolean): CallTrace {
  if (!trace) return UNTOUCHED;
  return DONE.has(trace.status) && isAlike ? trace : { status: 'pending', attempts: trace.attempts };
}

/** Every call of a revision is there from the start, so that a list of them never jumps. */
function commitPlan(draft: Draft, plan: Plan, labels: readonly string[]): void {
  const before = new Map(draft.plan?.calls.map((call) => [call._id, call]));
  const calls = new Map<string, CallTrace>();
  for (const call of plan.calls) {
    const perInstance = labels.length > 0 && call._instance !== null;
    const own = typeof call._instance === 'string' && call._instance !== '*' ? [call._instance] : labels;
    const names = perInstance ? own.map((label) => `${call._id}@${label}`) : [call._id];
    const earlier = before.get(call._id);
    const isAlike = earlier !== undefined && behavesAlike(earlier, call);
    for (const name of names) calls.set(name, inRevision(draft.calls.get(name), isAlike));
  }
  draft.plan = plan;
  draft.calls = calls;
}

function applyToRun(draft: Draft, event: RunEvent): void {
  switch (event.type) {
    case 'plan.commit': {
      const labels = event.instances?.map((instance) => instance.label) ?? [];
      draft.revision = event.revision;
      if (event.input) draft.input = event.input;
      if (event.hash !== undefined) draft.hash = event.hash;
      if (event.parent) draft.parent = event.parent;
      delete draft.draft;
      // Only the first revision names the instances; they are the run's.
      if (event.instances) draft.labels = labels;
      commitPlan(draft, event.plan, draft.labels ?? []);
      return;
    }
    case 'plan.draft':
      // A draft that passed its checks waits for a person where the plan says so, or where it goes beyond the approval.
      if (event.problems || event.refused || event.calls.length === 0) return;
      if (draft.plan?.policy?.reviewReplans !== true && !event.beyond) return;
      draft.draft = { revision: event.revision, calls: event.calls as unknown as readonly Call[] };
      return;
    case 'plan_started':
      if (draft.startedAt === 0) draft.startedAt = event.time;
      return;
    case 'approval':
      if (event.call === undefined && event.gate === undefined) delete draft.draft;
      if (event.gate !== undefined) openGate(draft, event.gate);
      return;
    case 'plan_aggregated':
      draft.output = event.output;
      return;
    case 'plan_completed':
      draft.status = event.status;
      draft.reason = event.reason;
      draft.output = event.output;
      endRun(draft, event.time);
      return;
    case 'plan_aborted':
      draft.status = 'aborted';
      draft.reason = event.reason;
      endRun(draft, event.time);
      return;
    case 'plan_run_interrupted':
      for (const [id, trace] of draft.calls) {
        if (trace.status !== 'in_progress') continue;
        const attempts = closeAttempt(trace, 'interrupted', event.time);
        draft.calls.set(id, { ...trace, status: 'pending', attempts });
      }
      return;
    case 'plan_resumed_from':
      // What ran before stays in the journal; on the canvas these calls begin anew.
      for (const id of event.cleared) draft.calls.set(id, UNTOUCHED);
      return;
    case 'plan_resumed':
      draft.saved = event.saved;
      return;
    case 'plan.diff':
    case 'plan_step_started':
    case 'plan_step_completed':
    case 'plan_step_failed':
    case 'plan_step_retry':
    case 'plan_step_skipped':
    case 'plan_step_memoized':
    case 'plan_step_waiting':
    case 'plan_step_log':
    case 'plan_sub_run_ended':
    case 'llm_recorded':
      return;
    default:
      // A newer version's event is kept and shown, never dropped (§12); here it changes nothing.
      ((_: never) => undefined)(event);
  }
}

/** All that waited at a gate is free to be looked at again, whichever way the person decided. */
function openGate(draft: Draft, gate: string): void {
  for (const [id, trace] of draft.calls) {
    if (trace.wait?.kind === 'gate' && trace.wait.gate === gate) {
      draft.calls.set(id, { ...without(trace, 'wait'), status: 'pending' });
    }
  }
}

function liveStatus(draft: Draft): RunStatus {
  if (draft.endedAt !== undefined) return draft.status;
  let asks = draft.draft !== undefined;
  for (const trace of draft.calls.values()) {
    if (trace.status === 'in_progress' || trace.wait?.kind === 'retry') return 'running';
    asks ||= isAsking(trace.wait);
  }
  return asks ? 'waiting' : 'running';
}

/**
 * The trace after a batch, and the calls it touched. Events already seen (another tab may have sent them too) change
 * nothing.
 */
export function extendTrace(
  trace: RunTrace,
  batch: readonly RunEvent[],
): { trace: RunTrace; touched: ReadonlySet<string> } {
  const news = batch.filter((event) => event.seq > trace.lastSeq);
  const touched = new Set<string>();
  if (news.length === 0) return { trace, touched };
  const draft: Draft = { ...trace, calls: new Map(trace.calls) };
  for (const event of news) {
    applyToRun(draft, event);
    const call = 'call' in event ? event.call : undefined;
    if (call !== undefined) {
      const next = nextCall(draft.calls.get(call) ?? UNTOUCHED, event);
      if (next) draft.calls.set(call, next);
    }
  }
  for (const [id, next] of draft.calls) if (trace.calls.get(id) !== next) touched.add(id);
  draft.events = [...trace.events, ...news];
  draft.lastSeq = news.at(-1)!.seq;
  draft.status = liveStatus(draft);
  return { trace: draft, touched };
}
