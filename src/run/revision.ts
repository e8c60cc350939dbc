/** A revision made runnable: the first one, and those a replan brings, which keep what is done (L-42). */

import { isObject, type JsonObject, jsonEquals, setOwn } from '../lib/json.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Segment } from '../plan/expression.ts';
import { kindsOf, parseCall } from '../plan/parsed-call.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { byFoldOrder } from './commit-queues.ts';
import { programOf } from './compiled-once.ts';
import { applyMethod } from './output-method.ts';
import { pathStates } from './path-states.ts';
import { runPolicy } from './policy.ts';
import { compileProgram, rowOf } from './program.ts';
import { type ReadPath, rootOf } from './read-paths.ts';
import { lookUp } from './reading.ts';
import { isDone } from './replan.ts';
import { baseOf, commitHeld, isCounted, judge, settleGate, settleStep, unblock } from './settle.ts';
import { hasEnded, type RunState, readyQueue } from './state.ts';
import { copyStep, stepTable } from './step-table.ts';
import { valueStore } from './value-store.ts';

/** By id the steps of the old revision that stay as they are, with their index there. */
type KeptSteps = ReadonlyMap<string, number>;

/** What a revision leaves to the next. */
type Installed = Pick<RunState, 'program' | 'steps'>;

const NONE_CLEARED: ReadonlySet<string> = new Set();
const NO_STEPS: KeptSteps = new Map();

/**
 * Puts a revision in the place of the state's present one. Completed steps of the old one that it holds are kept.
 * @param cleared steps whose results are gone, because a person runs them again
 */
export function install(state: RunState, plan: Plan, revision: number, cleared = NONE_CLEARED): void {
  // A held result has returned: it belongs to what is done, and its turn would never come now.
  commitHeld(state);
  const old = state.revision > 0 ? { program: state.program, steps: state.steps } : null;
  const kept = old ? keptSteps(state, plan, cleared) : NO_STEPS;
  state.revision = revision;
  state.policy = runPolicy(plan.policy);
  state.program =
    state.instances.length === 0 && kept.size === 0
      ? programOf(plan, state.setting)
      : compileProgram(plan, catalogueOf(state.setting.catalogue.list(), plan.tools), {
          ...state.setting,
          instances: state.instances,
          isKept: (id) => kept.has(id),
        });
  const { program } = state;
  state.steps = stepTable(program.steps.length);
  state.paths = pathStates(program);
  state.memos = new Map();
  state.ready = readyQueue(program);
  state.resolved = { step: -1, seq: 0, params: null };
  state.lookedUp = { id: '', step: -1 };
  state.retrying = new Set();
  state.asking = new Set();
  state.queueHeads = program.queues.map(() => 0);
  state.toSkip = [];
  state.toFail = [];
  state.toJudge = [];
  state.toAsk = [];
  state.toOpen = [];
  state.toClose = [];
  state.inFlight = 0;
  state.forgotten = 0;
  state.unended = program.steps.length;
  for (const step of old?.program.steps ?? []) {
    if (program.index.has(step.id)) continue;
    const status = old!.steps.status[step.index]!;
    state.retired.set(step.id, hasEnded(status) ? status : 'cancelled');
  }
  if (old) rewrite(state, old, kept);
  else writeInitial(state);
  start(state, old, kept, cleared);
}

/** Initial values of the plan and of each instance, and what a person approved already. */
function writeInitial(state: RunState): void {
  const { plan } = state.program;
  state.store = valueStore();
  const roots: [string, unknown][] = [['state', plan.state?.initial]];
  for (const [kind, data] of Object.entries(plan.data ?? {})) roots.push([kind, data.initial]);
  for (const instance of state.instances) roots.push([`${instance.label}/state`, instance.state]);
  for (const [root, initial] of roots) {
    if (isObject(initial))
      for (const [key, value] of Object.entries(initial)) state.store.write(root, [key], value);
  }
  for (const [name, gate] of state.gates) {
    if (gate.status === 'approved') state.store.write('state', ['approvals', name], gate.value);
  }
}

/** The store of a new revision: the old writes that stand come first, in their order (L-42). */
function rewrite(state: RunState, old: Installed, kept: KeptSteps): void {
  writeInitial(state);
  const { steps, rank } = old.program;
  // What the new revision does again writes again: an element that is pushed must not stand twice.
  const stands = (id: string) => kept.has(id) || !state.program.index.has(id);
  const done = steps.filter(({ id, index }) => old.steps.status[index] === 'completed' && stands(id));
  const foldOrder = byFoldOrder(steps, rank);
  done.sort((a, b) => foldOrder(a.index, b.index));
  for (const step of done) {
    const value = old.steps.value[step.index];
    for (const target of step.alternatives[old.steps.branch[step.index]!] ?? []) {
      const base = step.accumulating ? baseOf(state, step, target) : undefined;
      const joined = applyMethod(step.method, base, value);
      if (joined.ok) state.store.write(rootOf(target, step.instance), target.path, joined.value);
    }
  }
  for (const [id, before] of kept) {
    const step = state.program.index.get(id);
    if (step === undefined) continue;
    copyStep(old.steps, before, state.steps, step);
    state.steps.settled[step] = 0;
  }
}

/** Settles what needs no call: kept steps, paths nobody writes. Then every step is looked at once. */
function start(state: RunState, old: Installed | null, kept: KeptSteps, cleared: ReadonlySet<string>): void {
  const { program, steps, paths } = state;
  const { starts } = program.reads;
  for (let step = 0; step < steps.size; step++) steps.open[step] = starts[step + 1]! - starts[step]!;
  const keptHere = program.steps.flatMap(({ id, index }) => (kept.has(id) ? [index] : []));
  for (const step of keptHere) steps.open[step] = 0;
  if (old) takeMemos(state, old, kept, cleared);
  // Paths nobody writes are settled before any step is looked at, or a step would be judged on half its reads.
  for (let path = 0; path < program.paths.length; path++) {
    if (paths.open[path]! > 0) continue;
    settleUnwritten(state, path);
    for (const reader of rowOf(program.readers, path)) {
      steps.open[reader]! -= 1;
      if (paths.status[path] !== 'present') steps.mustJudge[reader] = 1;
    }
  }
  for (const step of keptHere) {
    if (steps.slot[step] === 1) {
      state.inFlight += 1;
      state.forgotten += 1;
    } else state.unended -= 1;
    settleStep(state, step);
  }
  for (const [name, gate] of state.gates) if (gate.status !== 'open') settleGate(state, name);
  for (let step = 0; step < steps.size; step++) {
    if (steps.status[step] !== 'pending') continue;
    if (!isCounted(state, step) || steps.mustJudge[step] === 1) judge(state, step);
    else if (steps.open[step] === 0) unblock(state, step);
  }
}

/** A path no call writes: an input, a run variable, a secret, an initial value, or nothing (L-18). */
function settleUnwritten(state: RunState, path: number): void {
  const { ref, instance = null } = state.program.paths[path]!;
  const { status, cause, values } = state.paths;
  cause[path] = 'branch';
  if (ref.kind === 'run') {
    status[path] = 'present';
    return;
  }
  const value = lookUp(state, ref, instance);
  if (value) {
    status[path] = 'present';
    values.set(path, value);
    return;
  }
  // An absent key of an object is an optional value that was not given: dead. Out of a list's range, or inside a
  // scalar, is a data bug (L-16).
  const parent = lookUp(state, { ...ref, path: ref.path.slice(0, -1) }, instance);
  const inside = ref.path.length > 0 && parent !== undefined && !isObject(parent.value);
  status[path] = inside ? 'missing' : 'dead';
}

/**
 * Completed steps that stay as they are (L-42): those the planner left alone, and of those it named again with the
 * same definition the ones whose references can't have changed. The others are memoised if their parameters fit.
 */
function keptSteps(state: RunState, plan: Plan, cleared: ReadonlySet<string>): KeptSteps {
  const definitions = new Map(plan.calls.map((call) => [call._id, call]));
  const named = new Set(state.draft?.calls.map((call) => call._id));
  const kept = new Map<string, number>();
  const { program } = state;
  const standing = new Set<Call>();
  for (const step of program.steps) {
    const call = definitions.get(step.call._id);
    if (call && isDone(state, step) && !cleared.has(step.id) && behavesAlike(call, step.call))
      standing.add(call);
  }
  const kinds = kindsOf(plan);
  const newTargets = plan.calls.flatMap((call) =>
    standing.has(call) ? [] : (parseCall(call, kinds).targets?.alternatives.flat() ?? []),
  );
  const isUnchanged = (read: ReadPath): boolean =>
    read.writes.every(
      ({ call }) => state.steps.status[call] !== 'completed' || kept.has(program.steps[call]!.id),
    ) && !newTargets.some(({ kind, path }) => kind === read.ref.kind && areConnected(path, read.ref.path));
  const byRank = [...program.steps].sort((a, b) => program.rank[a.index]! - program.rank[b.index]!);
  for (const step of byRank) {
    const call = definitions.get(step.call._id);
    if (!call || !standing.has(call) || !isDone(state, step) || cleared.has(step.id)) continue;
    if (
      !named.has(call._id) ||
      rowOf(program.reads, step.index).every((read) => isUnchanged(program.paths[read]!))
    ) {
      kept.set(step.id, step.index);
    }
  }
  return kept;
}

/** L-14: one path is a prefix of the other. */
const areConnected = (a: readonly Segment[], b: readonly Segment[]): boolean =>
  a.slice(0, b.length).every((segment, i) => String(segment) === String(b[i]));

/** Same id and definition, but something before it is new: taken over if its parameters turn out the same (L-42). */
function takeMemos(state: RunState, old: Installed, kept: KeptSteps, cleared: ReadonlySet<string>): void {
  for (const step of state.program.steps) {
    if (kept.has(step.id) || cleared.has(step.id)) continue;
    const before = old.program.index.get(step.id);
    if (before === undefined) continue;
    const params = old.steps.params[before]!;
    const value = old.steps.value[before];
    if (old.steps.status[before] !== 'completed' || params === null || value === undefined) continue;
    if (!behavesAlike(old.program.steps[before]!.call, step.call)) continue;
    state.memos.set(step.index, { params, value, branch: old.steps.branch[before]! });
  }
}

/** Whether a memo fits: the parameters are the ones it was made with. */
export const memoFits = (memo: { readonly params: JsonObject }, params: JsonObject): boolean =>
  jsonEquals(memo.params, params);

/** The input with the schema's defaults filled in, at any depth of plain objects (L-18). */
export function withDefaults(schema: unknown, input: JsonObject): JsonObject {
  if (!isObject(schema) || !isObject(schema.properties)) return input;
  let result = input;
  for (const [key, property] of Object.entries(schema.properties)) {
    if (!isObject(property)) continue;
    const present = Object.hasOwn(input, key);
    if (!present && property.default === undefined) continue;
    const value = present ? input[key] : property.default;
    const filled = isObject(value) ? withDefaults(property, value as JsonObject) : value;
    if (present && filled === value) continue;
    if (result === input) result = { ...input };
    setOwn(result, key, filled);
  }
  return result;
}
