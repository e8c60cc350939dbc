/** A revision made runnable: the first one, and those a replan brings, which keep what is done (L-42). */

import { intAt, itemAt } from '../lib/columns.ts';
import { isObject, type JsonObject, jsonEquals, setOwn } from '../lib/json.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Segment } from '../plan/expression.ts';
import { kindsOf, parseCall } from '../plan/parsed-call.ts';
import { rowOf } from '../plan/rows.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { cutOffAttempt, waitAgain } from './attempts.ts';
import { byFoldOrder } from './commit-queues.ts';
import { noteAllDone } from './done-writes.ts';
import { blank, countReads, lookAtPending, settleUnwritten, writeInitial } from './fresh.ts';
import { joinedAt } from './join-result.ts';
import { LargeValue } from './large-value.ts';
import { runPolicy } from './policy.ts';
import { compileProgram, programOf } from './program.ts';
import type { ReadPath } from './read-paths.ts';
import { isDone } from './replan.ts';
import { holdsToOnce } from './rules.ts';
import { commitHeld, settleGate, settleStep } from './settle.ts';
import { hasEnded, type RunState } from './state.ts';
import { copyStep, seenDetail } from './step-table.ts';

/** By id steps of the old revision that stay as they are, with their index there. */
type OldSteps = ReadonlyMap<string, number>;
interface KeptSteps {
  /** They are done. */
  readonly done: OldSteps;
  /** They wait for an answer, or for a time that their activity asked for: what was asked is not asked again (L-91a). */
  readonly parked: OldSteps;
}
const NO_STEPS: KeptSteps = { done: new Map(), parked: new Map() };

/** What a revision leaves to the next. */
type Installed = Pick<RunState, 'program' | 'steps'>;

/** Puts a revision in the place of the state's present one. Completed steps of the old one that it holds are kept. */
export function install(state: RunState, plan: Plan, revision: number): void {
  // A held result has returned: it belongs to what is done, and its turn would never come now.
  commitHeld(state);
  const old = state.revision > 0 ? { program: state.program, steps: state.steps } : null;
  // From here on each is noted as it ends.
  if (old) noteAllDone(state);
  const { done: kept, parked } = old ? keptSteps(state, plan) : NO_STEPS;
  // An attempt that was parked and does not go on in the new revision has come to no end of its own.
  for (const { id, index } of old?.program.steps ?? [])
    if (!kept.has(id) && !parked.has(id)) cutOffAttempt(state, index);
  state.revision = revision;
  state.policy = runPolicy(plan, state.rules, state.replansChosen);
  state.program =
    state.instances.length === 0 && kept.size === 0 && holdsToOnce(state)
      ? programOf(plan, state.setting)
      : compileProgram(plan, catalogueOf(state.setting.catalogue.list(), plan.tools), {
          ...state.setting,
          instances: state.instances,
          canary: state.canary,
          forgetsWrites: !holdsToOnce(state),
          isKept: (id) => kept.has(id),
        });
  const { program } = state;
  blank(state);
  for (const step of old?.program.steps ?? []) {
    const index = program.index.get(step.id);
    if (index !== undefined) {
      // What it tried so far is still told of it, whether it is done again or not.
      state.steps.lastAttempt[index] = intAt(old!.steps.lastAttempt, step.index);
      continue;
    }
    const status = itemAt(old!.steps.status, step.index);
    state.retired.set(step.id, hasEnded(status) ? status : 'cancelled');
  }
  if (old) rewrite(state, old, kept);
  else writeInitial(state);
  if (old) takeParked(state, old, parked);
  start(state, old, kept);
}

/** The store of a new revision: the old writes that stand come first, in their order (L-42). */
function rewrite(state: RunState, old: Installed, kept: OldSteps): void {
  writeInitial(state);
  const { steps, rank } = old.program;
  // What the new revision does again writes again: an element that is pushed must not stand twice.
  const stands = (id: string) => kept.has(id) || !state.program.index.has(id);
  const done = steps.filter(({ id, index }) => old.steps.status[index] === 'completed' && stands(id));
  const foldOrder = byFoldOrder(steps, rank);
  done.sort((a, b) => foldOrder(a.index, b.index));
  for (const step of done) {
    const value = old.steps.value[step.index];
    for (const target of step.alternatives[intAt(old.steps.branch, step.index)] ?? []) {
      const joined = joinedAt(state, step, target, value);
      if (joined.ok) joined.value.write();
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
function start(state: RunState, old: Installed | null, kept: OldSteps): void {
  const { program, steps } = state;
  countReads(state);
  const keptHere =
    kept.size === 0 ? [] : program.steps.flatMap(({ id, index }) => (kept.has(id) ? [index] : []));
  for (const step of keptHere) steps.open[step] = 0;
  if (old) takeMemos(state, old, kept);
  settleUnwritten(state);
  for (const step of keptHere) {
    if (steps.slot[step] === 1) {
      state.inFlight += 1;
      state.forgotten += 1;
    } else state.unended -= 1;
    settleStep(state, step);
  }
  for (const [name, gate] of state.gates) if (gate.status !== 'open') settleGate(state, name);
  lookAtPending(state);
}

/**
 * Steps that stay as they are (L-42). Completed ones: those the planner left alone, and of those it named again with the
 * same definition the ones whose references can't have changed; the others are memoised if their parameters fit. Those
 * that wait for an answer or a time: the ones that mean the same and read the same.
 */
function keptSteps(state: RunState, plan: Plan): KeptSteps {
  const definitions = new Map(plan.calls.map((call) => [call._id, call]));
  const named = new Set(state.draft?.calls.map((call) => call._id));
  const kept = new Map<string, number>();
  const parked = new Map<string, number>();
  const { program } = state;
  const standing = new Set<Call>();
  for (const step of program.steps) {
    const call = definitions.get(step.call._id);
    if (call && isDone(state, step) && behavesAlike(call, step.call)) standing.add(call);
  }
  const kinds = kindsOf(plan);
  const newTargets = plan.calls.flatMap((call) =>
    standing.has(call) ? [] : (parseCall(call, kinds).targets?.alternatives.flat() ?? []),
  );
  const isUnchanged = (read: ReadPath): boolean =>
    read.writes.every(
      ({ call }) => state.steps.status[call] !== 'completed' || kept.has(itemAt(program.steps, call).id),
    ) && !newTargets.some(({ kind, path }) => kind === read.ref.kind && areConnected(path, read.ref.path));
  const byRank = [...program.steps].sort(
    (a, b) => intAt(program.rank, a.index) - intAt(program.rank, b.index),
  );
  for (const step of byRank) {
    const call = definitions.get(step.call._id);
    if (!call) continue;
    const readsTheSame = () =>
      rowOf(program.reads, step.index).every((read) => isUnchanged(itemAt(program.paths, read)));
    if (seenDetail(state.steps, step.index).parked !== null) {
      // One that nobody waits for is never dispatched twice, whatever it would read now (L-29).
      if (behavesAlike(call, step.call) && (step.fireAndForget || readsTheSame()))
        parked.set(step.id, step.index);
    } else if (standing.has(call) && isDone(state, step) && (!named.has(call._id) || readsTheSame())) {
      kept.set(step.id, step.index);
    }
  }
  return { done: kept, parked };
}

/** Calls that wait go on waiting, with the answers they have had. */
function takeParked(state: RunState, old: Installed, parked: OldSteps): void {
  for (const [id, before] of parked) {
    const step = state.program.index.get(id);
    if (step === undefined) continue;
    copyStep(old.steps, before, state.steps, step);
    waitAgain(state, step);
  }
}

/** L-14: one path is a prefix of the other. */
const areConnected = (a: readonly Segment[], b: readonly Segment[]): boolean =>
  a.slice(0, b.length).every((segment, i) => String(segment) === String(b[i]));

/** Same id and definition, but something before it is new: taken over if its parameters turn out the same (L-42). */
function takeMemos(state: RunState, old: Installed, kept: OldSteps): void {
  for (const step of state.program.steps) {
    if (kept.has(step.id)) continue;
    const before = old.program.index.get(step.id);
    if (before === undefined) continue;
    const params = itemAt(old.steps.params, before);
    const value = old.steps.value[before];
    if (old.steps.status[before] !== 'completed' || params === null || value === undefined) continue;
    if (!behavesAlike(itemAt(old.program.steps, before).call, step.call)) continue;
    const isUnproven = seenDetail(old.steps, before).via === 'unproven';
    state.memos.set(step.index, { params, value, branch: intAt(old.steps.branch, before), isUnproven });
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
    // A large value is kept as it came.
    const isWhole = isObject(value) && !(value instanceof LargeValue);
    const filled = isWhole ? withDefaults(property, value as JsonObject) : value;
    if (present && filled === value) continue;
    if (result === input) result = { ...input };
    setOwn(result, key, filled);
  }
  return result;
}
