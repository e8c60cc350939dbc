/** How an end spreads: what a step wrote is committed, its paths settle, their readers become ready, dead or missing. */

import { printRef } from '../plan/expression.ts';
import { byFoldOrder } from './commit-queues.ts';
import type { Failure } from './events.ts';
import { applyMethod } from './output-method.ts';
import { rowOf } from './program.ts';
import { type ReadPath, rootsOf, whereOf } from './read-paths.ts';
import { gatesAwaited, lookUp, readStep, readsTexts, storedValue } from './reading.ts';
import type { Cause, PathState, RunState } from './state.ts';
import { violation } from './state-schema.ts';
import type { Step, Target } from './steps.ts';
import type { Found } from './value-store.ts';

/** A step that returned: its value is committed now, or held until its turn (L-22). */
export function commitOrHold(state: RunState, step: number): void {
  const own = state.steps[step]!;
  if (state.program.steps[step]!.accumulating && !isItsTurn(state, step)) {
    own.held = true;
    own.status = 'in_progress';
    return;
  }
  commit(state, step);
}

function isItsTurn(state: RunState, step: number): boolean {
  for (const queue of state.program.queuesOf.get(step) ?? []) {
    if (state.program.queues[queue]!.steps[state.queueHeads[queue]!] !== step) return false;
  }
  return true;
}

/** Writes all targets of the alternative taken, or none (L-26). A wrong base type or schema fails the step (L-21, L-34). */
function commit(state: RunState, step: number): void {
  const own = state.steps[step]!;
  const compiled = state.program.steps[step]!;
  own.held = false;
  const { targets } = compiled;
  /** What is to stand at each target, where it builds on what stands there; else it is the result as it is. */
  const joined: unknown[] | null = compiled.accumulating ? [] : null;
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i]!;
    if (target.alternative !== own.branch) continue;
    if (joined) {
      const result = applyMethod(compiled.method, baseOf(state, compiled, target), own.value);
      if (!result.ok) {
        failLate(state, step, { code: 'method-type', message: `${printRef(target.ref)}: ${result.error}` });
        return;
      }
      joined[i] = result.value;
    }
    if (own.lost || state.setting.invented) continue;
    const wrong = violation(state.program.plan, target.ref, joined ? joined[i] : own.value);
    if (wrong) {
      failLate(state, step, { code: 'state-type', message: wrong });
      return;
    }
  }
  own.status = 'completed';
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i]!;
    if (target.alternative !== own.branch) continue;
    state.store.write(target.root, target.ref.path, joined ? joined[i] : own.value);
    state.writes.push({ target, time: state.time, value: own.value });
  }
  settleStep(state, step);
}

/** What an accumulating write builds on: an instance's own value, over the global one that folds before it (L-22, L-50). */
export const baseOf = (state: RunState, { instance }: Step, { ref }: Target): Found =>
  storedValue(state, rootsOf(ref, instance), ref.path);

function failLate(state: RunState, step: number, failure: Failure): void {
  state.steps[step]!.status = 'in_progress';
  state.steps[step]!.value = undefined;
  state.toFail.push({ step, failure });
}

/** At an abort what is held is committed in plan order, whether its turn had come or not (L-41). */
export function commitHeld(state: RunState): void {
  const held: number[] = [];
  for (let step = 0; step < state.steps.length; step++) if (state.steps[step]!.held) held.push(step);
  if (held.length === 0) return;
  held.sort(byFoldOrder(state.program.steps, state.program.rank));
  for (const step of held) if (state.steps[step]!.held) commit(state, step);
}

/** The step's writes are decided. Its queues move on, its paths may settle. */
export function settleStep(state: RunState, step: number): void {
  const own = state.steps[step]!;
  if (own.settled) return;
  own.settled = true;
  const { starts, items } = state.program.pathsOf;
  for (let at = starts[step]!; at < starts[step + 1]!; at++) {
    const path = state.paths[items[at]!]!;
    path.open -= 1;
    if (path.open === 0) settlePath(state, items[at]!);
  }
  if (state.program.queues.length === 0) return;
  for (const queue of state.program.queuesOf.get(step) ?? []) advance(state, queue);
}

function advance(state: RunState, queue: number): void {
  const { steps } = state.program.queues[queue]!;
  for (;;) {
    const head = steps[state.queueHeads[queue]!];
    if (head === undefined) return;
    const own = state.steps[head]!;
    if (own.settled) state.queueHeads[queue]! += 1;
    else {
      if (own.held && isItsTurn(state, head)) commit(state, head);
      if (!own.settled) return;
    }
  }
}

/** Every connected writer has ended: the path is present, missing or dead for good; readers hear of it once. */
export function settlePath(state: RunState, number: number): void {
  const path = state.paths[number]!;
  if (path.status !== 'pending') return;
  resolvePath(state, number, path);
  // `resolvePath` changes the status; the compiler still sees 'pending'.
  if ((path.status as PathState['status']) === 'pending') return;
  const { starts, items } = state.program.readers;
  for (let at = starts[number]!; at < starts[number + 1]!; at++) hearPath(state, items[at]!, path);
}

function resolvePath(state: RunState, number: number, path: PathState): void {
  const read = state.program.paths[number]!;
  let failed = false;
  let unknown = false;
  // An alternative above the path, not taken, leaves it to the writer that was: a join (L-25).
  let notTaken = false;
  let wroteAbove = false;
  for (let i = 0; i < read.writers.length; i++) {
    const target = read.writers[i]!;
    const writer = state.steps[target.step]!;
    if (writer.status === 'completed') {
      if (writer.branch !== target.alternative) notTaken ||= whereOf(target, read) !== 'above';
      else if (whereOf(target, read) !== 'below') wroteAbove = true;
      if (writer.lost && writer.branch === target.alternative) path.lost = true;
    } else if (writer.status === 'skipped') {
      if (writer.cause === 'failure') failed = true;
      else if (writer.cause === 'unknown') unknown = true;
      else notTaken ||= whereOf(target, read) !== 'above';
    } else failed = true;
  }
  if (failed) {
    path.status = 'dead';
    path.cause = 'failure';
    return;
  }
  path.value = soleValue(state, read) ?? lookUp(state, read);
  if (path.value || path.lost) {
    // A sibling skipped for a failure would make the parent dead; whether it was is not known yet (L-14).
    path.status = unknown ? 'pending' : 'present';
  } else if (unknown) {
    path.status = 'dead';
    path.cause = 'unknown';
  } else {
    path.status = wroteAbove && !notTaken ? 'missing' : 'dead';
    path.cause = 'branch';
  }
}

/** The value of a path that one call alone writes, there and nowhere else: no need to look it up. */
function soleValue(state: RunState, read: ReadPath): Found {
  const only = read.writers.length === 1 ? read.writers[0]! : null;
  if (!only || whereOf(only, read) !== 'here' || read.roots.length > 1) return undefined;
  const { step, alternative } = only;
  const own = state.steps[step]!;
  const plain =
    own.status === 'completed' && own.branch === alternative && !state.program.steps[step]!.accumulating;
  return plain ? { value: own.value } : undefined;
}

function hearPath(state: RunState, reader: number, path: PathState): void {
  const own = state.steps[reader]!;
  if (own.status === 'skipped') {
    if (own.cause === 'unknown') findCause(state, reader);
    return;
  }
  if (own.status !== 'pending' && own.waiting !== 'gate') return;
  own.open -= 1;
  const step = state.program.steps[reader]!;
  if (!isCounted(state, step)) {
    judge(state, reader);
  } else {
    if (path.status === 'dead') state.toSkip.push(reader);
    // What else it reads may settle in the same turn, before the skip is told: it must not be taken for ready.
    if (path.status !== 'present' || path.lost) own.mustJudge = true;
    if (own.open === 0) {
      if (own.mustJudge) judge(state, reader);
      else unblock(state, reader);
    }
  }
}

/** Whether counting what it reads and is still open tells when the step may start, as long as all of it has a value. */
export const isCounted = (state: RunState, step: Step): boolean => step.simple && !readsTexts(state, step);

/** Looks at all of a waiting step's expressions (L-11). */
export function judge(state: RunState, step: number): void {
  const compiled = state.program.steps[step]!;
  const reading = readStep(state, compiled);
  if (reading.kind === 'dead') state.toSkip.push(step);
  else if (reading.kind === 'missing') {
    const { ref } = state.program.paths[reading.path]!;
    state.toFail.push({
      step,
      failure: {
        code: 'reference-missing',
        message: `${printRef(ref)} has no value: the call that writes it ended without that key.`,
      },
    });
  } else if (reading.kind === 'pending') {
    if (reading.onGatesOnly)
      for (const gate of gatesAwaited(state, compiled)) state.toOpen.push({ step, gate });
  } else if (rowOf(state.program.reads, step).some((read) => state.paths[read]!.lost)) {
    state.toFail.push({
      step,
      failure: {
        code: 'result-missing',
        message: 'A stored result that this call reads is gone from this device.',
      },
    });
  } else unblock(state, step);
}

/** Nothing holds the step any more but slots and, perhaps, a person (L-72). */
export function unblock(state: RunState, step: number): void {
  const own = state.steps[step]!;
  const { effect } = state.program.steps[step]!;
  own.waiting = null;
  const asks =
    state.policy.askBefore === 'all' ||
    (state.policy.askBefore === 'effects' && (effect === 'write' || effect === 'irreversible'));
  if (asks && !own.approved) {
    own.status = 'ready';
    state.toAsk.push(step);
  } else makeReady(state, step);
}

export function makeReady(state: RunState, step: number): void {
  state.steps[step]!.status = 'ready';
  state.steps[step]!.waiting = null;
  state.ready.push(step);
}

/** A step is skipped at once; whether a branch or a failure was the cause may be known only later. */
export function skipStep(state: RunState, step: number): void {
  const own = state.steps[step]!;
  own.status = 'skipped';
  const reading = readStep(state, state.program.steps[step]!);
  own.cause = reading.kind === 'dead' ? reading.cause : 'failure';
  settleStep(state, step);
}

/** Re-reads a skipped step's cause, and those that follow from it, without recursion: chains can be long. */
function findCause(state: RunState, first: number): void {
  const work = [first];
  for (let step = work.pop(); step !== undefined; step = work.pop()) {
    const own = state.steps[step]!;
    if (own.status !== 'skipped' || own.cause !== 'unknown') continue;
    const reading = readStep(state, state.program.steps[step]!);
    const cause: Cause = reading.kind === 'dead' ? reading.cause : 'unknown';
    if (cause === 'unknown') continue;
    own.cause = cause;
    for (const number of rowOf(state.program.pathsOf, step)) {
      const path = state.paths[number]!;
      if (path.open > 0) continue;
      const readers = rowOf(state.program.readers, number);
      if (path.status === 'pending') settlePath(state, number);
      else if (path.status === 'dead') {
        if (path.cause === 'unknown') resolvePath(state, number, path);
        work.push(...readers);
        for (const reader of readers) if (awaitsText(state, reader)) judge(state, reader);
      }
    }
  }
}

/** Whether the step still waits and may read a failure's text, which it does only once all causes are known (L-41). */
const awaitsText = (state: RunState, step: number): boolean =>
  state.steps[step]!.status === 'pending' && readsTexts(state, state.program.steps[step]!);

/** Sets a gate's paths once a person has spoken (L-33). */
export function settleGate(state: RunState, name: string): void {
  const gate = state.gates.get(name);
  if (!gate || gate.status === 'open') return;
  if (gate.status === 'approved') state.store.write('state', ['approvals', name], gate.value);
  state.program.paths.forEach((read, number) => {
    if (read.gate !== name && read.gate !== '') return;
    const path = state.paths[number]!;
    if (path.status !== 'pending') return;
    if (read.gate === '' && !allGatesSettled(state)) return;
    path.value = lookUp(state, read);
    path.status = path.value ? 'present' : gate.status === 'approved' ? 'missing' : 'dead';
    path.cause = 'rejected';
    for (const reader of rowOf(state.program.readers, number)) hearPath(state, reader, path);
  });
}

const allGatesSettled = (state: RunState): boolean =>
  state.program.paths.every(
    (read) => !read.gate || (state.gates.get(read.gate)?.status ?? 'open') !== 'open',
  );

/** Nothing is awaited from the step any more: it is off every list. The status is the caller's to set. */
export function endStep(state: RunState, step: number): void {
  const own = state.steps[step]!;
  if (state.retrying.size > 0) state.retrying.delete(step);
  if (state.asking.size > 0) state.asking.delete(step);
  own.waiting = null;
  if (own.ended) return;
  own.ended = true;
  state.times.ended[step] = state.time;
  state.unended -= 1;
}
