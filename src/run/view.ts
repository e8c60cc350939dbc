/** What a screen or a report may read of a run's calls: plain values, made when asked for. Changes nothing. */

import { intAt, itemAt, numberAt, realAt } from '../lib/columns.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Effect } from '../plan/contract-shape.ts';
import type { Call } from '../plan/document.ts';
import { rowOf } from '../plan/rows.ts';
import { NOT_BEGUN } from './attempt-log.ts';
import { callCounts } from './call-counts.ts';
import type { WaitKind } from './decision.ts';
import type { CallStatus, Failure, RunStatus } from './events.ts';
import { type FailedAttempt, hasHappened, isSkippedDoubt } from './outcome.ts';
import type { RunState, SubRun } from './state.ts';
import { seenDetail } from './step-table.ts';
import { isOver } from './whole.ts';

/** An attempt of a call on the run's time, ms. */
export interface AttemptView {
  readonly attempt: number;
  readonly startedAt: number;
  /** Absent while it is under way. */
  readonly endedAt?: number;
  readonly outcome: 'running' | 'completed' | 'failed' | 'interrupted';
  /** Of one that failed, or that the person stopped. */
  readonly failure?: FailedAttempt;
}

/** What a call waits for, and since when (ms). */
export interface WaitView {
  readonly kind: WaitKind;
  readonly since: number;
  readonly gate?: string;
  readonly form?: JsonObject;
  /** For a retry or a time: when it is due, ms. */
  readonly until?: number;
}

/** A call of a run as a person reads it. Times are those of the run, ms. */
export interface CallView {
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  readonly call: Call;
  readonly instance: string | null;
  readonly effect: Effect;
  readonly status: CallStatus;
  readonly waiting: WaitKind | null;
  readonly wait: WaitView | null;
  readonly attempt: number;
  /** Those of the present try, oldest first: what was run again from here has begun anew. */
  readonly attempts: readonly AttemptView[];
  /** Its result was taken over instead of being paid for again. */
  readonly memoized: boolean;
  /** When its retry, or the time it waits for, is due, ms; 0 where it waits for neither. */
  readonly dueAt: number;
  readonly failure: Failure | null;
  readonly value: Json | undefined;
  /** Index of the alternative taken. */
  readonly branch: number;
  readonly via: 'error' | 'person' | 'planner' | 'unproven' | null;
  /** The warning `unreadable-answer`: it happened, and why its answer can't be used; null for any other call. */
  readonly unreadable: string | null;
  readonly params: JsonObject | null;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly skippedFor: { readonly because: string; readonly detail?: string } | null;
  /** Its sub-runs that have ended, each with its capsule (L-54), in order of ending. */
  readonly subRuns: readonly SubRun[];
}

/** How one call stands; undefined where the present revision has none of that id. @param id the call's id, or `id@LABEL` */
export function callView(state: RunState, id: string): CallView | undefined {
  const index = state.program.index.get(id);
  if (index === undefined) return undefined;
  const step = itemAt(state.program.steps, index);
  const { steps } = state;
  const own = seenDetail(steps, index);
  const waiting = itemAt(steps.waiting, index);
  return {
    id,
    call: step.call,
    instance: step.instance,
    effect: step.effect,
    status: statusAt(state, index),
    waiting,
    wait: waitAt(state, index),
    attempt: intAt(steps.attempt, index),
    attempts: attemptsAt(state, index),
    memoized: steps.memoized[index] === 1,
    dueAt: waiting === 'retry' || waiting === 'time' ? own.dueAt : 0,
    failure: own.failure && { code: own.failure.code, message: own.failure.message },
    value: steps.value[index],
    branch: intAt(steps.branch, index),
    via: own.via,
    unreadable: own.unreadable,
    params: itemAt(steps.params, index),
    startedAt: realAt(steps.startedAt, index),
    endedAt: realAt(steps.endedAt, index),
    skippedFor: own.skippedFor,
    subRuns: [...state.subRuns.values()].filter((sub) => sub.call === id),
  };
}

/** A call that asks waits, whoever holds its activity meanwhile (L-46). */
function statusAt({ steps }: RunState, step: number): CallStatus {
  return steps.waiting[step] === 'answer' ? 'waiting' : itemAt(steps.status, step);
}

function waitAt({ steps }: RunState, step: number): WaitView | null {
  const kind = itemAt(steps.waiting, step);
  if (kind === null) return null;
  const { since, gate, form, dueAt } = seenDetail(steps, step);
  return {
    kind,
    since,
    ...(kind === 'gate' && gate !== null ? { gate } : {}),
    ...(kind === 'answer' && form !== null ? { form } : {}),
    ...(kind === 'retry' || kind === 'time' ? { until: dueAt } : {}),
  };
}

/** What a call waits for; null where it does not wait. @param id the call's id, or `id@LABEL` */
export function waitOf(state: RunState, id: string): WaitView | null {
  const step = state.program.index.get(id);
  return step === undefined ? null : waitAt(state, step);
}

/** The attempts of a step, oldest first. */
export function attemptsAt({ steps, history }: RunState, step: number): AttemptView[] {
  const attempts: AttemptView[] = [];
  for (let at = intAt(steps.lastAttempt, step); at !== -1; at = history.earlier.get(at) ?? -1) {
    const startedAt = numberAt(history.begins, at);
    if (startedAt === NOT_BEGUN) continue;
    const failure = history.failures.get(at);
    const outcome = history.cutOff.has(at) ? 'interrupted' : failure ? 'failed' : 'completed';
    attempts.push({
      attempt: numberAt(history.attempts, at),
      startedAt,
      endedAt: numberAt(history.ends, at),
      outcome,
      ...(failure ? { failure } : {}),
    });
  }
  attempts.reverse();
  const startedAt = realAt(steps.begunAt, step);
  if (startedAt !== NOT_BEGUN)
    attempts.push({ attempt: intAt(steps.attempt, step), startedAt, outcome: 'running' });
  return attempts;
}

/** How many results were taken over from a run of another device: nobody here has seen how they came about (L-74). */
export function unprovenIn({ steps }: RunState): number {
  let count = 0;
  for (const { via } of steps.details.values()) if (via === 'unproven') count += 1;
  return count;
}

/** Milliseconds from its start to its end; null while it goes on, and where it never started. */
export const tookMs = (state: RunState): number | null =>
  isOver(state) && state.reason !== 'invalid' ? state.endedAt - state.startedAt : null;

/** Every call in list order, each once for every instance it runs for: its id, or `id@LABEL`. */
export const callNames = ({ program }: RunState): string[] => program.steps.map(({ id }) => id);

/** Names of a call of the plan in this run: its id, or `id@LABEL` for each of its instances. */
export function namesOf(state: RunState, id: string): string[] {
  const [from, to] = stepsOfCall(state, id);
  return state.program.steps.slice(from, to).map((step) => step.id);
}

/** The steps of a call stand side by side: from the first up to, and without, the last number. */
function stepsOfCall({ program, instances }: RunState, id: string): readonly [number, number] {
  const own = program.index.get(id);
  if (own !== undefined) return [own, own + 1];
  for (const { label } of instances) {
    const from = program.index.get(`${id}@${label}`);
    if (from === undefined) continue;
    let to = from + 1;
    while (program.steps[to]?.call._id === id) to++;
    return [from, to];
  }
  return [0, 0];
}

/** The status of a call over all its instances, the one that a person should see first; undefined for a call that the plan does not have. */
export function callStatus(state: RunState, id: string): CallStatus | undefined {
  const own = state.program.index.get(id);
  return own === undefined ? callCounts(state, id)?.status : statusAt(state, own);
}

/** Calls that are under way and change something outside, in list order: what a cut would leave in doubt. */
export function writesInFlight({ steps, program }: RunState): string[] {
  const names: string[] = [];
  for (let step = steps.slot.indexOf(1); step !== -1; step = steps.slot.indexOf(1, step + 1)) {
    const { effect, id } = itemAt(program.steps, step);
    if (effect === 'write' || effect === 'irreversible') names.push(id);
  }
  return names;
}

/** Every call of the present revision, in start order. */
export const callViews = (state: RunState): CallView[] =>
  state.program.steps.map((step) => callView(state, step.id)!);

/** Something only a person can settle. */
export type OpenQuestion =
  | {
      readonly kind: 'failure' | 'in_doubt' | 'approval' | 'mandate';
      readonly call: string;
      readonly retryLimit: number;
      /** It has happened, and its result does not fit: it is never run again (L-40a). */
      readonly happened?: true;
      /** The completed write that it would repeat (L-42), or one that is in doubt in another run: see `doubtOf`. */
      readonly repeats?: string;
      readonly doubtOf?: string;
      /** The other run of the same origin that has done it. */
      readonly doneIn?: string;
      /** Of `mandate`: the name of what it would be allowed (L-64). */
      readonly about?: string;
      /** The person has stopped the call, to say what becomes of it (L-41). */
      readonly stopped?: true;
      /** A new plan was asked for and not found: it asks again (L-42). */
      readonly noPlan?: true;
      /** The run has ended: only whether it happened is left to say (L-41). */
      readonly over?: true;
    }
  | { readonly kind: 'answer'; readonly call: string; readonly form: JsonObject }
  | { readonly kind: 'gate'; readonly gate: string; readonly calls: readonly string[] }
  /** `turn`: the planner's own turn of that number, which the person wants to see first (L-63). */
  | { readonly kind: 'replan'; readonly calls: readonly Call[]; readonly turn?: number }
  /** Whether a model that no signed line names may be told what was done, to plan the rest; `about` as the door names it. */
  | { readonly kind: 'planner'; readonly about: string };

/** The questions a run asks now; of one that has ended, its doubts that nobody has settled. */
export function openQuestions(state: RunState): OpenQuestion[] {
  const questions: OpenQuestion[] = [];
  const { retryLimit } = state.policy;
  const { steps } = state;
  if (state.status !== 'running') {
    for (const step of state.asking)
      if (steps.status[step] === 'in_doubt' || isSkippedDoubt(steps, step))
        questions.push({
          kind: 'in_doubt',
          call: itemAt(state.program.steps, step).id,
          retryLimit,
          over: true,
        });
    return questions;
  }
  for (const step of state.asking) {
    const waiting = itemAt(steps.waiting, step);
    const call = itemAt(state.program.steps, step).id;
    if (steps.status[step] === 'in_doubt') questions.push({ kind: 'in_doubt', call, retryLimit });
    else if (waiting === 'failure' || waiting === 'approval' || waiting === 'mandate') {
      const { failure, repeats, doubtOf, doneIn, beyond, noPlan } = seenDetail(steps, step);
      const happened = waiting === 'failure' && hasHappened(itemAt(state.program.steps, step), failure);
      questions.push({
        kind: waiting,
        call,
        retryLimit,
        ...(happened ? { happened } : {}),
        ...(waiting !== 'failure' && repeats !== null ? { repeats } : {}),
        ...(waiting !== 'failure' && doubtOf !== null ? { doubtOf } : {}),
        ...(waiting !== 'failure' && doneIn !== null ? { doneIn } : {}),
        ...(waiting === 'mandate' && beyond !== null ? { about: beyond } : {}),
        ...(waiting === 'failure' && failure?.by === 'person' ? { stopped: true } : {}),
        ...(waiting === 'failure' && noPlan ? { noPlan } : {}),
      });
    } else if (waiting === 'answer') {
      questions.push({ kind: 'answer', call, form: seenDetail(steps, step).form ?? {} });
    }
  }
  for (const [gate, { status }] of state.gates) {
    if (status !== 'open') continue;
    // From the gate to its readers: 10,000 calls with a gate each would be gone through 10,000 times.
    const readers = new Set<number>();
    for (const path of state.program.gates.get(gate) ?? [])
      for (const reader of rowOf(state.program.readers, path))
        if (steps.waiting[reader] === 'gate') readers.add(reader);
    const calls = Array.from(Int32Array.from(readers).sort(), (step) => itemAt(state.program.steps, step).id);
    questions.push({ kind: 'gate', gate, calls });
  }
  if (state.replanning === 'asking') questions.push({ kind: 'planner', about: state.replanAsks ?? '' });
  if (state.replanning === 'reviewing')
    questions.push({
      kind: 'replan',
      calls: state.draft?.calls ?? [],
      ...(state.cause === 'tick' ? { turn: state.turnsTaken } : {}),
    });
  return questions;
}

/** A run waits while a person is asked and nothing else can go on (L-45). */
export function runStatus(state: RunState): RunStatus | 'new' {
  if (state.status !== 'running') return state.status;
  const busy = state.inFlight > 0 || state.timed.size > 0 || state.looked.isWaiting;
  return !busy && openQuestions(state).length > 0 ? 'waiting' : 'running';
}

/** Whether a person stopped a call to do it, and did (L-41). Who only says what a call gave that may have happened did not do it. */
export const isDoneByHand = ({ via, attempts }: Pick<CallView, 'via' | 'attempts'>): boolean =>
  via === 'person' && attempts.at(-1)?.failure?.by === 'person';
