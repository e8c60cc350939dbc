/**
 * What a run says in a conversation: its messages, made from its events as they come. Several
 * runs have several threads; put together by time they are in order of completion. Decides nothing.
 */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { Remedy } from '../plan/draft-event.ts';
import { namer } from './call-names.ts';
import type { InstanceInput, RunEvent } from './events.ts';
import { withLarge } from './large-value.ts';
import { toldOf } from './planner-said.ts';
import { runPolicy } from './policy.ts';
import { instancesOf, stepId } from './steps.ts';
import type { Counts, Place } from './thread-words.ts';
import * as words from './thread-words.ts';

/** `status`: how it goes · `question`: a person is needed · `notice`: something happened to the run · `agent`: the reply. */
type MessageKind = 'status' | 'question' | 'notice' | 'agent';

/** One line of what a run says of itself. */
export interface ThreadMessage {
  readonly kind: MessageKind;
  readonly text: string;
  /** Milliseconds, of the event that it tells of. */
  readonly time: number;
  /** Seq of that event within its run. The reply has that of the completion line before it. */
  readonly seq: number;
  readonly runId: string;
  /** tells the messages of several plans apart. */
  readonly meta: { readonly plan_id: string };
  /** The call it is about: its id, or `id@LABEL`. */
  readonly call?: string;
  /** The reply as it is, for whoever shows more than text. */
  readonly value?: Json;
  /** What helps, where a planner made nothing. */
  readonly remedies?: readonly Remedy[];
}

/** A run told as a conversation. */
export interface Thread {
  readonly runId: string;
  /** In order of their events. Appended to: the threads before this one share it. */
  readonly messages: ThreadMessage[];
  /** What the fold remembers; belongs to the thread that was extended last. */
  readonly memory: Memory;
}

/** A thread of which nothing is told yet. */
export const newThread = (runId: string): Thread => ({ runId, messages: [], memory: newMemory() });

/**
 * The thread after further events, which are whole turns of the run: what follows from a failure is among them. The
 * same object where they say nothing; the one given must not be extended again.
 */
export function extendThread(thread: Thread, events: readonly RunEvent[]): Thread {
  const { memory, runId } = thread;
  const messages: ThreadMessage[] = [];
  const add = ({ time, seq }: RunEvent, said: readonly Said[]) => {
    const meta = { plan_id: memory.plan?.id ?? '' };
    for (const one of said) messages.push({ ...one, time, seq, runId, meta });
  };
  const addStanding = () => {
    for (const call of memory.unsettled) {
      const { open } = failingOf(memory, call);
      if (open) add(open, [standing(memory, call)]);
    }
    memory.unsettled.clear();
  };
  for (const event of events) {
    // Nothing more can follow from a failure, and the completion line counts it.
    if (event.type === 'plan_completed' || event.type === 'plan_aborted') addStanding();
    add(event, saidOf(memory, event));
  }
  addStanding();
  if (messages.length === 0) return thread;
  // A failure is told once it stands: others may have been told by then.
  messages.sort((a, b) => a.seq - b.seq);
  for (const message of messages) thread.messages.push(message);
  return { ...thread };
}

type Said = Pick<ThreadMessage, 'kind' | 'text' | 'call' | 'value' | 'remedies'>;

const NOTHING: readonly Said[] = [];
const status = (text: string, call: string): readonly Said[] => [{ kind: 'status', text, call }];
const question = (text: string, call: string): readonly Said[] => [{ kind: 'question', text, call }];
const notice = (text: string): readonly Said[] => [{ kind: 'notice', text }];

/** What an event says; what it means for later ones is remembered. */
function saidOf(memory: Memory, event: RunEvent): readonly Said[] {
  const place = (call: string) => placeOf(memory, call);
  switch (event.type) {
    case 'plan.commit':
      rememberPlan(memory, event.plan, event.instances);
      memory.isPart = event.isPart === true;
      return NOTHING;
    case 'plan.draft':
    case 'plan_turn': {
      const told = toldOf(event);
      if (told === null) return NOTHING;
      const isThere = event.problems === undefined && event.calls.length > 0;
      const text = event.type === 'plan_turn' ? words.turnTold(event) : words.toldOfPlan(isThere, told);
      return [{ ...itemAt(notice(text), 0), remedies: told.remedies }];
    }
    case 'plan.diff':
      return notice(words.revised(event));
    case 'plan_started':
      return memory.plan ? [{ kind: 'status', text: words.summary(memory.plan, memory.isPart) }] : NOTHING;
    case 'plan_step_started': {
      // It was said when it started: an answer makes no second start of it.
      if (event.again) return NOTHING;
      const failing = memory.failing.get(event.call);
      memory.hasBegun = true;
      if (!failing?.retrying) {
        const own = place(event.call);
        return [...heldBefore(memory, own.n), ...status(words.progress(own), event.call)];
      }
      failing.retrying = false;
      return NOTHING;
    }
    case 'plan_step_failed': {
      // No failure of its own: nothing of it is counted where it fails later.
      if (event.by === 'person') {
        memory.stopped.add(event.call);
        return status(words.wasStopped(place(event.call)), event.call);
      }
      const failing = failingOf(memory, event.call);
      failing.times += 1;
      failing.error = event.message;
      failing.open = event;
      memory.unsettled.add(event.call);
      return NOTHING;
    }
    case 'plan_step_retry': {
      const failing = failingOf(memory, event.call);
      failing.open = null;
      failing.retrying = true;
      return status(words.retrying(place(event.call), event.retry, failing.allowance), event.call);
    }
    case 'plan_step_completed':
      return completed(memory, event);
    case 'plan_step_memoized':
      memory.outcomes.set(event.call, 'completed');
      return NOTHING;
    case 'plan_step_skipped':
      memory.outcomes.set(event.call, 'skipped');
      // The summary has said it of what is no part of the run.
      return event.because === 'branch-not-taken' || event.because === 'not-in-part'
        ? NOTHING
        : skipped(memory, event);
    case 'plan_step_waiting':
      return asked(memory, event);
    case 'approval':
      return decided(memory, event);
    case 'plan_resumed':
      return notice(words.resumed(event.classes, event.saved));
    case 'plan_resumed_from':
      for (const call of event.cleared) {
        memory.outcomes.delete(call);
        memory.failing.delete(call);
      }
      return [
        {
          kind: 'notice',
          text: words.runsAgain(place(event.call), event.cleared.length),
          call: event.call,
        },
      ];
    case 'plan_completed':
      return ended(memory, event);
    case 'plan_aborted':
      return event.reason === 'discarded'
        ? notice(words.DISCARDED)
        : [...heldBefore(memory), { kind: 'status', text: words.completion('aborted', countsOf(memory)) }];
    default:
      return NOTHING;
  }
}

/** What is skipped before anything starts waits for its place in the list: the fourth step is not told of before the first. */
function skipped(
  memory: Memory,
  { call, because, detail }: Extract<RunEvent, { type: 'plan_step_skipped' }>,
): readonly Said[] {
  const own = placeOf(memory, call);
  const said = status(words.wasSkipped(own, because, detail ?? null), call);
  if (memory.hasBegun) return said;
  memory.held = [...memory.held, ...said.map((one) => ({ n: own.n, said: one }))];
  return NOTHING;
}

/** What has waited for its place and comes before the n-th step; all of it where none is named. */
function heldBefore(memory: Memory, n = Number.POSITIVE_INFINITY): readonly Said[] {
  if (memory.held.length === 0) return NOTHING;
  const told = memory.held.filter((one) => one.n < n).sort((a, b) => a.n - b.n);
  memory.held = memory.held.filter((one) => one.n >= n);
  return told.map(({ said }) => said);
}

function completed(
  memory: Memory,
  { call, via }: Extract<RunEvent, { type: 'plan_step_completed' }>,
): readonly Said[] {
  memory.outcomes.set(call, 'completed');
  const failing = memory.failing.get(call);
  if (failing) failing.open = null;
  return via === 'error'
    ? status(words.tookErrorBranch(placeOf(memory, call), failing?.error ?? ''), call)
    : NOTHING;
}

/** the call has failed for good. */
function standing(memory: Memory, call: string): Said {
  const failing = failingOf(memory, call);
  failing.open = null;
  memory.outcomes.set(call, 'failed');
  return { kind: 'status', text: words.hasFailed(placeOf(memory, call), failing.error), call };
}

function asked(
  memory: Memory,
  { call, kind, gate = '' }: Extract<RunEvent, { type: 'plan_step_waiting' }>,
): readonly Said[] {
  const place = placeOf(memory, call);
  switch (kind) {
    case 'failure': {
      if (memory.stopped.has(call)) return question(words.asksStopped(place), call);
      const failing = failingOf(memory, call);
      failing.open = null;
      return question(words.moreRetries(place, failing.times, memory.retryLimit, failing.error), call);
    }
    case 'in_doubt':
      failingOf(memory, call).open = null;
      return question(words.inDoubt(place), call);
    case 'mandate':
      return question(words.asksMandate(place), call);
    case 'approval':
      return question(words.asksApproval(place), call);
    case 'gate':
      return question(words.atGate(place, gate), call);
    case 'answer':
      return question(words.asksAnswer(place), call);
    case 'retry':
    case 'time':
    case 'child':
      return NOTHING;
  }
}

function decided(memory: Memory, { call, choose }: Extract<RunEvent, { type: 'approval' }>): readonly Said[] {
  if (call !== undefined && memory.stopped.delete(call)) {
    if (choose === 'abort' || choose === 'replan') memory.outcomes.set(call, 'failed');
    return NOTHING;
  }
  const failing = call === undefined ? undefined : memory.failing.get(call);
  if (!failing || call === undefined) return NOTHING;
  // The attempt that the person asks for is one of those it may make (L-41).
  if (choose === 'retry' || choose === 'edit') failing.allowance += Math.max(1, memory.retryLimit);
  // on refusal the call has failed.
  return choose === 'abort' || choose === 'replan' ? [standing(memory, call)] : NOTHING;
}

function ended(
  memory: Memory,
  { status: how, reason, output: plain, large }: Extract<RunEvent, { type: 'plan_completed' }>,
): readonly Said[] {
  const why = how === 'failed' ? reason : undefined;
  const line: Said = { kind: 'status', text: words.completion(how, countsOf(memory), why) };
  const before = heldBefore(memory);
  const output = withLarge(plain, large);
  const reply = how === 'failed' ? null : words.replyOf(output);
  return reply === null
    ? [...before, line]
    : [...before, line, { kind: 'agent', text: reply, value: output }];
}

interface Failing {
  /** Attempts that failed. */
  times: number;
  error: string;
  /** Retries it has by now (L-41). */
  allowance: number;
  /** A failure of which it is not known yet whether it stands: nothing followed from it so far. */
  open: Extract<RunEvent, { type: 'plan_step_failed' }> | null;
  /** The next start is a retry, which has been told. */
  retrying: boolean;
}

interface Memory {
  plan: Plan | null;
  instances: readonly InstanceInput[];
  /** Of the plan's policy: what a person who says "retry" adds (L-41). */
  retryLimit: number;
  nameOf: (call: string) => string;
  /** Position in the list by call, from 1. */
  numbers: ReadonlyMap<string, number>;
  failing: Map<string, Failing>;
  /** Calls that may have an open failure: of many that have failed these few are looked at. */
  unsettled: Set<string>;
  /** Calls that the person has stopped, until they say what becomes of it. */
  stopped: Set<string>;
  outcomes: Map<string, 'completed' | 'failed' | 'skipped'>;
  /** Only a part of the plan runs (L-76). */
  isPart: boolean;
  /** A call has started. */
  hasBegun: boolean;
  /** Steps that were skipped before that, by their place in the list. */
  held: readonly { readonly n: number; readonly said: Said }[];
}

const newMemory = (): Memory => ({
  plan: null,
  instances: [],
  retryLimit: 0,
  nameOf: namer(null),
  numbers: new Map(),
  failing: new Map(),
  unsettled: new Set(),
  stopped: new Set(),
  outcomes: new Map(),
  isPart: false,
  hasBegun: false,
  held: [],
});

function rememberPlan(memory: Memory, plan: Plan, instances = memory.instances): void {
  memory.plan = plan;
  memory.instances = instances;
  memory.retryLimit = runPolicy(plan).retryLimit;
  memory.nameOf = namer(plan);
  memory.numbers = new Map(plan.calls.map((call, at) => [call._id, at + 1]));
}

/** @param call its id, or `id@LABEL` */
const placeOf = ({ plan, numbers, nameOf }: Memory, call: string): Place => ({
  n: numbers.get(itemAt(call.split('@'), 0)) ?? 0,
  total: plan?.calls.length ?? 0,
  name: nameOf(call),
});

function failingOf({ failing, retryLimit }: Memory, call: string): Failing {
  let own = failing.get(call);
  if (!own) {
    own = { times: 0, error: '', allowance: retryLimit, open: null, retrying: false };
    failing.set(call, own);
  }
  return own;
}

/** Of the present revision, each call once for every instance it runs for. */
function countsOf({ plan, instances, outcomes }: Memory): Counts {
  const counts = { total: 0, completed: 0, failed: 0, skipped: 0 };
  for (const call of plan?.calls ?? []) {
    for (const instance of instancesOf(call, instances)) {
      counts.total += 1;
      const outcome = outcomes.get(stepId(call, instance));
      if (outcome) counts[outcome] += 1;
    }
  }
  return counts;
}
