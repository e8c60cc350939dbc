/** What a screen or a report may read of a run: plain values, made when asked for. Changes nothing. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Effect } from '../plan/contract-shape.ts';
import type { Call, OutputMethod } from '../plan/document.ts';
import { printRef } from '../plan/expression.ts';
import type { CallStatus, Failure, RunStatus, WaitKind } from './events.ts';
import { rowOf } from './program.ts';
import { rootOf } from './read-paths.ts';
import type { RunState, SubRun } from './state.ts';
import { seenDetail } from './step-table.ts';
import { entriesOf } from './write-log.ts';

export interface CallView {
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  readonly call: Call;
  readonly instance: string | null;
  readonly effect: Effect;
  readonly status: CallStatus;
  readonly waiting: WaitKind | null;
  readonly attempt: number;
  /** When a waiting retry is due, ms; 0 where none is. */
  readonly dueAt: number;
  readonly failure: Failure | null;
  readonly value: Json | undefined;
  /** Index of the alternative taken. */
  readonly branch: number;
  readonly via: 'error' | 'person' | null;
  readonly params: JsonObject | null;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly skippedFor: { readonly because: string; readonly detail?: string } | null;
  /** Its sub-runs that have ended, each with its capsule (L-54), in order of ending. */
  readonly subRuns: readonly SubRun[];
}

export function callView(state: RunState, id: string): CallView | undefined {
  const index = state.program.index.get(id);
  if (index === undefined) return undefined;
  const step = state.program.steps[index]!;
  const { steps } = state;
  const own = seenDetail(steps, index);
  const waiting = steps.waiting[index]!;
  return {
    id,
    call: step.call,
    instance: step.instance,
    effect: step.effect,
    status: steps.status[index]!,
    waiting,
    attempt: steps.attempt[index]!,
    dueAt: waiting === 'retry' ? own.dueAt : 0,
    failure: own.failure && { code: own.failure.code, message: own.failure.message },
    value: steps.value[index],
    branch: steps.branch[index]!,
    via: own.via,
    params: steps.params[index]!,
    startedAt: steps.startedAt[index]!,
    endedAt: steps.endedAt[index]!,
    skippedFor: own.skippedFor,
    subRuns: [...state.subRuns.values()].filter((sub) => sub.call === id),
  };
}

/** Every call of the present revision, in start order. */
export const callViews = (state: RunState): CallView[] =>
  state.program.steps.map((step) => callView(state, step.id)!);

/** Something only a person can settle. */
export type OpenQuestion =
  | { readonly kind: 'failure' | 'in_doubt' | 'approval'; readonly call: string; readonly retryLimit: number }
  | { readonly kind: 'answer'; readonly call: string; readonly form: JsonObject }
  | { readonly kind: 'gate'; readonly gate: string; readonly calls: readonly string[] }
  | { readonly kind: 'replan'; readonly calls: readonly Call[] };

/** The questions a run asks now. */
export function openQuestions(state: RunState): OpenQuestion[] {
  if (state.status !== 'running') return [];
  const questions: OpenQuestion[] = [];
  const { retryLimit } = state.policy;
  const { steps } = state;
  for (const step of state.asking) {
    const waiting = steps.waiting[step]!;
    const call = state.program.steps[step]!.id;
    if (steps.status[step] === 'in_doubt') questions.push({ kind: 'in_doubt', call, retryLimit });
    else if (waiting === 'failure' || waiting === 'approval') {
      questions.push({ kind: waiting, call, retryLimit });
    }
  }
  if (state.answering > 0) {
    steps.waiting.forEach((waiting, step) => {
      if (waiting !== 'answer') return;
      const call = state.program.steps[step]!.id;
      questions.push({ kind: 'answer', call, form: seenDetail(steps, step).form ?? {} });
    });
  }
  for (const [gate, { status }] of state.gates) {
    if (status !== 'open') continue;
    // From the gate to its readers: 10,000 calls with a gate each would be gone through 10,000 times.
    const readers = new Set<number>();
    for (const path of state.program.gates.get(gate) ?? [])
      for (const reader of rowOf(state.program.readers, path))
        if (steps.waiting[reader] === 'gate') readers.add(reader);
    const calls = Array.from(Int32Array.from(readers).sort(), (step) => state.program.steps[step]!.id);
    questions.push({ kind: 'gate', gate, calls });
  }
  if (state.replanning === 'reviewing') questions.push({ kind: 'replan', calls: state.draft?.calls ?? [] });
  return questions;
}

/** A run waits while a person is asked and nothing else can go on (L-45). */
export function runStatus(state: RunState): RunStatus | 'new' {
  if (state.status !== 'running') return state.status;
  const busy = state.inFlight > 0 || state.retrying.size > 0;
  return !busy && openQuestions(state).length > 0 ? 'waiting' : 'running';
}

/** Everything the run has written, by root: `state`, data kinds, `LABEL/state` for an instance's own. */
export function stateValues(state: RunState): JsonObject {
  const roots = new Set<string>(['state', ...Object.keys(state.program.plan.data ?? {})]);
  for (const { root } of writeLog(state)) roots.add(root);
  for (const { label, state: initial } of state.instances) if (initial) roots.add(`${label}/state`);
  const values: JsonObject = {};
  for (const root of roots) {
    const found = state.store.read(root, []);
    if (found) values[root] = found.value as Json;
  }
  return values;
}

/** An entry of the write log as a person reads it (L-20). */
export interface WriteView {
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
  readonly path: string;
  /** `state`, a data kind, or `LABEL/state` for an instance's own. */
  readonly root: string;
  readonly method: OutputMethod;
  readonly time: number;
  readonly value: Json;
}

/** The write log in order of commitment. */
export function writeLog(state: RunState): WriteView[] {
  return entriesOf(state.writes).map(({ step, ref, time, value }) => ({
    call: step.id,
    path: printRef(ref),
    root: rootOf(ref, step.instance),
    method: step.method,
    time,
    value: value as Json,
  }));
}
