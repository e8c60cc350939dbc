/**
 * A run that begins with a changed plan and with what another did of it (L-42, docs/decisions/0026): what is taken over,
 * what is asked, its first events. Changes nothing of the other.
 */

import type { Part } from '../flows/flows-of.ts';
import { intAt, itemAt } from '../lib/columns.ts';
import { isObject, type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import { NO_DELEGATES, withOwnPlans } from '../plan/delegates.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Plan } from '../plan/document.ts';
import type { Ref } from '../plan/expression.ts';
import { isOff } from '../plan/open-step.ts';
import { rowOf } from '../plan/rows.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { type Beginning, beginning } from './begin.ts';
import { byFoldOrder } from './commit-queues.ts';
import { codeOf, type NotedWrite, writeDigest } from './done-writes.ts';
import type { ForkOf, RunEventBody } from './events.ts';
import {
  branchOf,
  type ForkSource,
  gatesOf,
  givenResult,
  isTakenOver,
  mayHaveHappened,
  resultOf,
} from './fork.ts';
import type { Fork } from './messages.ts';
import { changesTheWorld } from './outcome.ts';
import { resolveParams } from './params.ts';
import { compileProgram, type Program } from './program.ts';
import { withDefaults } from './revision.ts';
import type { RunState } from './state.ts';
import { violation } from './state-schema.ts';
import type { Step } from './steps.ts';

/** What the new run begins with, and what the other was given as its journal has it. */
export interface ChangedStart extends Pick<Beginning, 'plan' | 'input' | 'delegates'> {
  readonly before: JsonObject;
}

export interface ChangedFork {
  /** The changed plan, over the instances of the other run. */
  readonly program: Program;
  /** Calls, by id or `id@LABEL`, that would come to nothing else: what is done of them is not done again. */
  readonly stays: ReadonlySet<string>;
  /** Those of them that are done. */
  readonly taken: ReadonlySet<string>;
  /** Writes nobody knows the end of, that the changed plan has no call for: what sends the same asks first. */
  readonly doubts: readonly NotedWrite[];
}

/**
 * What a changed plan takes over: calls with a result whose definition, contract and all that they read, down to the
 * input, are what they were. All else is a new call, and so is whatever reads it.
 * @param fork its `cleared` are new whatever is found: what had no result when the person signed
 */
export function changedFork(source: RunState, fork: Fork, start: ChangedStart): ChangedFork {
  const { plan } = start;
  const program = compileProgram(plan, catalogueOf(source.setting.catalogue.list(), plan.tools), {
    ...source.setting,
    instances: source.instances,
    canary: source.canary,
  });
  const isAnew = anewIn(source, program, start);
  const cleared = new Set(fork.cleared);
  const news = new Uint8Array(program.steps.length);
  const work: number[] = [];
  const clear = (step: number): void => {
    if (news[step] === 1) return;
    news[step] = 1;
    work.push(step);
  };
  for (const { id, index } of program.steps) {
    if (cleared.has(id) || isAnew(index)) clear(index);
    // What a person gives in the place of a result was not what was read then.
    else if (Object.hasOwn(fork.values, id)) work.push(index);
  }
  const isDone = (step: Step): boolean => {
    const before = source.program.index.get(step.id);
    return before !== undefined && isTakenOver(source, itemAt(source.program.steps, before), NONE);
  };
  while (work.length > 0) {
    for (let step = work.pop(); step !== undefined; step = work.pop())
      for (const path of rowOf(program.pathsOf, step)) rowOf(program.readers, path).forEach(clear);
    // A gate that is asked again may be answered otherwise: what was skipped for it is open, too.
    for (const paths of program.gates.values()) {
      const readers = paths.flatMap((path) => [...rowOf(program.readers, path)]);
      if (!readers.some((reader) => news[reader] === 1)) continue;
      for (const reader of readers) if (!isDone(itemAt(program.steps, reader))) clear(reader);
    }
  }
  const stays = new Set<string>();
  const taken = new Set<string>();
  for (const step of program.steps) {
    if (news[step.index] === 1 || Object.hasOwn(fork.values, step.id)) continue;
    stays.add(step.id);
    if (isDone(step)) taken.add(step.id);
  }
  return { program, stays, taken, doubts: notedDoubts(source, program) };
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a step is new for its own sake: not for that of what it reads from other steps. */
function anewIn(source: RunState, program: Program, start: ChangedStart): (step: number) => boolean {
  const { plan: was, steps: oldSteps } = source.program;
  const { plan } = start;
  const given = [withDefaults(was.input?.schema, start.before), inputOf(start)] as const;
  const delegates = [
    withOwnPlans(was, source.delegates),
    withOwnPlans(plan, start.delegates ?? NO_DELEGATES),
  ] as const;
  const sameDelegates = jsonEquals(asJson(delegates[0]), asJson(delegates[1]));
  const sameSchemas = jsonEquals(schemasOf(was), schemasOf(plan));

  /** What no call writes of what is read there. */
  const isGivenAlike = ({ kind, path }: Ref): boolean => {
    if (kind === 'secret') return true;
    // What the plan is, and what of it is done, is another thing now.
    if (kind === 'run') return false;
    const [a, b] = kind === 'input' ? given : ([initialOf(was, kind), initialOf(plan, kind)] as const);
    const key = path[0];
    return key === undefined ? jsonEquals(a, b) : jsonEquals(at(a, key), at(b, key));
  };
  const readsAlike = (old: number, step: number): boolean => {
    const before = readsOf(source.program, old);
    const now = readsOf(program, step);
    return (
      before.size === now.size &&
      [...now].every(([key, read]) => before.get(key)?.writers === read.writers && isGivenAlike(read.ref))
    );
  };
  const fitsSchema = (old: number, { alternatives, accumulating }: Step): boolean => {
    if (sameSchemas) return true;
    if (accumulating) return false;
    const value = source.steps.value[old];
    return (alternatives[branchOf(source, old)] ?? []).every((ref) => violation(plan, ref, value) === null);
  };

  return (at) => {
    const step = itemAt(program.steps, at);
    const index = source.program.index.get(step.id);
    if (index === undefined) return true;
    const old = itemAt(oldSteps, index);
    const ended = isTakenOver(source, old, NONE) || source.steps.status[index] === 'skipped';
    return !(
      ended &&
      behavesAlike(old.call, step.call) &&
      jsonEquals(asJson(old.contract ?? null), asJson(step.contract ?? null)) &&
      old.effect === step.effect &&
      old.latent === step.latent &&
      (step.call._delegate === undefined || sameDelegates) &&
      readsAlike(index, at) &&
      fitsSchema(index, step)
    );
  };
}

/** By path what a step reads there, and who writes it, in the order in which it is put together. */
function readsOf(program: Program, step: number) {
  const reads = new Map<string, { readonly ref: Ref; readonly writers: string }>();
  for (const path of rowOf(program.reads, step)) {
    const { ref, writes } = itemAt(program.paths, path);
    const writers = [...writes]
      .sort((a, b) => intAt(program.rank, a.call) - intAt(program.rank, b.call))
      .map((write) => [itemAt(program.steps, write.call).id, write.alternative, write.ref.path]);
    reads.set(JSON.stringify([ref.kind, ref.path]), { ref, writers: JSON.stringify(writers) });
  }
  return reads;
}

const asJson = (value: unknown): Json => value as Json;
const at = (value: Json, key: string | number): Json =>
  isObject(value) ? ((value[key] as Json) ?? null) : null;
const inputOf = ({ plan, input = {} }: ChangedStart): JsonObject => withDefaults(plan.input?.schema, input);
const initialOf = ({ state, data }: Plan, kind: string): Json =>
  asJson((kind === 'state' ? state?.initial : data?.[kind]?.initial) ?? null);
const schemasOf = ({ state, data = {} }: Plan): Json =>
  asJson([state?.schema ?? null, Object.entries(data).map(([kind, one]) => [kind, one.schema ?? null])]);

/** Whether a doubt of the other run stands with the call of that name in the changed plan. */
function standsIn(program: Program, { id, call }: Step): boolean {
  const index = program.index.get(id);
  if (index === undefined) return false;
  const step = itemAt(program.steps, index);
  return step.call._tool === call._tool && changesTheWorld(step) && !isOff(step.call);
}

/** Its own question is about what it sent then: sent by another call now, that asks as well. */
const sendsAlike = (program: Program, { id, call }: Step): boolean => {
  const index = program.index.get(id);
  return index !== undefined && behavesAlike(call, itemAt(program.steps, index).call);
};

/** No change drops a doubt (L-42): what has no call of its own any more is known by what it was made with. */
const notedDoubts = (source: RunState, program: Program): readonly NotedWrite[] =>
  source.program.steps.flatMap((step) => {
    if (!mayHaveHappened(source, step) || (standsIn(program, step) && sendsAlike(program, step))) return [];
    const params = source.steps.params[step.index] ?? resolveParams(source, step);
    const digest = writeDigest(codeOf(source, step), params);
    return [{ id: step.id, instance: step.instance, digest, seq: 1, doubtOf: source.runId }];
  });

/** What is new of it, by name. A run that goes on may have more by the time it is signed: what is signed is what was done when it was asked. */
export const clearedIn = ({ program, stays }: Pick<ChangedFork, 'program' | 'stays'>): readonly string[] =>
  program.steps.flatMap(({ id }) => (stays.has(id) ? [] : [id]));

/** What a person signs of it (L-76): the calls that can start; undefined where that is the whole plan. */
export function partOfChanged({ program, taken }: ChangedFork, given: Fork['values'] = {}): Part | undefined {
  return taken.size === 0 ? partGiven(program.steps, given) : partWithout(program.steps, taken, given);
}

/** The same of a run that begins with nothing but values that a person gave. */
export const partGiven = (steps: Steps, given: Fork['values'] = {}): Part | undefined =>
  Object.keys(given).length === 0 ? undefined : partWithout(steps, NONE, given);

/** The part that a start signs where nothing is taken over; undefined where it is the whole of its plan. */
export const givenPart = ({ calls }: Plan, given?: Fork['values']): Part | undefined =>
  partGiven(
    calls.map((call) => ({ id: call._id, call })),
    given,
  );

type Steps = readonly Pick<Step, 'id' | 'call'>[];

function partWithout(steps: Steps, taken: ReadonlySet<string>, given: Fork['values']): Part {
  const starts = steps.flatMap(({ id, call }) =>
    taken.has(id) || isOff(call) || Object.hasOwn(given, id) ? [] : [call._id],
  );
  return { starts: new Set(starts), given };
}

/** Its first events: as `forkBeginning` has them, of the changed plan. */
export function changedBeginning(
  { state: source, isForeign }: ForkSource,
  fork: Fork,
  start: Beginning,
  { program, stays, taken }: ChangedFork,
): RunEventBody[] {
  const { runId, call, values } = fork;
  const forkOf: ForkOf = {
    runId,
    ...(call === undefined ? {} : { call }),
    // Of the plan on the table nothing is a change of the other run's.
    ...(start.isPart ? {} : { changed: true }),
  };
  const first = beginning({ ...start, forkOf }, []);
  if (!first.some(({ type }) => type === 'plan_started')) return first;
  const cleared = new Set(clearedIn({ program, stays }));
  const foldOrder = byFoldOrder(program.steps, program.rank);
  const inOrder = [...program.steps].sort((a, b) => foldOrder(a.index, b.index));
  const results = inOrder.flatMap((step): RunEventBody[] => {
    const { id } = step;
    const given = givenResult(values, step);
    if (given) return [given];
    const old = source.program.index.get(id);
    if (!taken.has(id) || old === undefined) return [];
    return [resultOf(source, itemAt(source.program.steps, old), isForeign)];
  });
  const doubts = source.program.steps.flatMap((step): RunEventBody[] =>
    mayHaveHappened(source, step) && standsIn(program, step)
      ? [{ type: 'plan_step_waiting', call: step.id, kind: 'in_doubt' }]
      : [],
  );
  return [...first, ...gatesOf(source, cleared, program), ...results, ...doubts];
}
