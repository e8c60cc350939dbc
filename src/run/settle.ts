/** How an end spreads: what a step wrote is committed, its paths settle, their readers become ready, dead or missing. */

import { addAt, byteAt, intAt, itemAt } from '../lib/columns.ts';
import { printRef } from '../plan/expression.ts';
import { rowOf } from '../plan/rows.ts';
import { CANARY } from './canary.ts';
import { byFoldOrder } from './commit-queues.ts';
import type { Failure } from './events.ts';
import { accumulate, unreadToCommit, violationOf } from './join-result.ts';
import { isUnread, type Unread } from './looked-into.ts';
import { pathOutcome, unwrittenOutcome } from './path-outcome.ts';
import type { Cause } from './path-states.ts';
import { KIND } from './program.ts';
import { gatesAwaited, lookUp, readStep, readsTexts, textsOf } from './reading.ts';
import { nothingToLook, type RunState } from './state.ts';
import { ownDetail, type StepTable, seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';
import { logCommit } from './write-log.ts';

/** A step that returned: its value is committed now, or held until its turn (L-22). */
export function commitOrHold(state: RunState, step: number): void {
  if (itemAt(state.program.steps, step).accumulating && !state.turns.hasCome(step)) {
    state.steps.held[step] = 1;
    state.steps.status[step] = 'in_progress';
    return;
  }
  commit(state, step);
}

/** Writes all targets of the alternative taken, or none (L-26). A wrong base type or schema fails the step (L-21, L-34). */
function commit(state: RunState, step: number): void {
  const { steps, program } = state;
  const compiled = itemAt(program.steps, step);
  const branch = intAt(steps.branch, step);
  const value = steps.value[step];
  if (state.looked.isUsed && waitsForLook(state, compiled, branch, value)) return;
  steps.held[step] = 0;
  const failure = compiled.accumulating
    ? accumulate(state, compiled, branch, value)
    : violationOf(state, compiled, branch, value);
  if (failure) {
    failLate(state, step, failure);
    return;
  }
  steps.status[step] = 'completed';
  logCommit(state.writes, compiled, branch, state.time, value);
  settleStep(state, step);
}

/** Holds a result back where a large value has to be looked into before it can be written. */
function waitsForLook(state: RunState, compiled: Step, branch: number, value: unknown): boolean {
  const unread = unreadToCommit(state, compiled, branch, value);
  if (!unread) return false;
  const { index } = compiled;
  state.looked.want(unread);
  state.toLook.commits.add(index);
  state.steps.held[index] = 1;
  state.steps.status[index] = 'in_progress';
  return true;
}

function failLate(state: RunState, step: number, failure: Failure): void {
  state.steps.status[step] = 'in_progress';
  state.steps.value[step] = undefined;
  state.toFail.push({ step, failure });
}

/** At an abort what is held is committed in plan order, whether its turn had come or not (L-41). */
export function commitHeld(state: RunState): void {
  const { held } = state.steps;
  const waiting: number[] = [];
  for (let step = held.indexOf(1); step !== -1; step = held.indexOf(1, step + 1)) waiting.push(step);
  if (waiting.length === 0) return;
  waiting.sort(byFoldOrder(state.program.steps, state.program.rank));
  for (const step of waiting) if (held[step] === 1) commit(state, step);
}

/** The step's writes are decided. Its queues move on, its paths may settle. */
export function settleStep(state: RunState, step: number): void {
  const { settled } = state.steps;
  if (settled[step] === 1) return;
  settled[step] = 1;
  const { starts, items } = state.program.pathsOf;
  const { open } = state.paths;
  for (let at = intAt(starts, step); at < intAt(starts, step + 1); at++) {
    const path = intAt(items, at);
    addAt(open, path, -1);
    if (open[path] === 0) settlePath(state, path);
  }
  if (state.program.commits.queues.length > 0) moveOn(state, step);
}

/** The queues in which others wait for the step to be settled. Apart: most plans have none. */
function moveOn(state: RunState, step: number): void {
  state.turns.settled(step, (next) => {
    if (state.steps.held[next] === 1) commit(state, next);
  });
}

/** Every connected writer has ended: the path is present, missing or dead for good; readers hear of it once. */
function settlePath(state: RunState, path: number): void {
  if (state.paths.status[path] !== 'pending') return;
  resolvePath(state, path);
  if (state.paths.status[path] === 'pending') return;
  const { starts, items } = state.program.readers;
  for (let at = intAt(starts, path); at < intAt(starts, path + 1); at++)
    hearPath(state, intAt(items, at), path);
}

function resolvePath(state: RunState, path: number): void {
  const { steps, paths } = state;
  // What an earlier revision wrote once for all is read below what an instance writes.
  const isAlone = state.instances.length === 0 || state.retired.size === 0;
  const only = isAlone ? intAt(state.program.soleWriter, path) : -1;
  if (only >= 0 && steps.status[only] === 'completed' && steps.branch[only] === 0) {
    paths.status[path] = 'present';
    paths.lost[path] = byteAt(steps.lost, only);
    paths.source[path] = only;
  } else putTogether(state, path);
}

/** A path whose value is not simply what one call has returned. */
function putTogether(state: RunState, path: number): void {
  const { paths } = state;
  const read = itemAt(state.program.paths, path);
  const outcome = read.writes.length === 0 ? unwrittenOutcome(state, read) : pathOutcome(state, read);
  const { status, cause, found, lost, unread } = outcome;
  if (unread) lookForPath(state, path, unread);
  paths.status[path] = status;
  paths.cause[path] = cause;
  if (found) paths.values.set(path, found);
  if (lost) paths.lost[path] = 1;
}

/** The path is settled when a large value has been looked into. */
export function lookForPath({ looked, toLook }: RunState, path: number, unread: Unread): void {
  looked.want(unread);
  toLook.paths.add(path);
}

/** A large value has been looked into, or is gone: what waited for that goes on, or waits for the next look. */
export function goOnAfterLook(state: RunState): void {
  const { paths, commits, readers } = state.toLook;
  state.toLook = nothingToLook();
  for (const path of paths) settlePath(state, path);
  for (const step of commits) if (state.steps.held[step] === 1) commitOrHold(state, step);
  for (const step of readers) if (isOpen(state.steps, step)) judge(state, step);
}

/** Whether the step has not started: what it reads still matters to it. */
const isOpen = ({ status, waiting }: StepTable, step: number): boolean =>
  status[step] === 'pending' || waiting[step] === 'gate';

function hearPath(state: RunState, reader: number, path: number): void {
  const { steps, paths } = state;
  if (steps.status[reader] === 'skipped') {
    if (seenDetail(steps, reader).cause === 'unknown') findCause(state, reader);
    return;
  }
  if (!isOpen(steps, reader)) return;
  addAt(steps.open, reader, -1);
  if (!isCounted(state, reader)) {
    judge(state, reader);
    return;
  }
  const status = itemAt(paths.status, path);
  if (status === 'dead') state.toSkip.push(reader);
  // What else it reads may settle in the same turn, before the skip is told: it must not be taken for ready.
  if (status !== 'present' || paths.lost[path] === 1) steps.mustJudge[reader] = 1;
  if (steps.open[reader] === 0) {
    if (steps.mustJudge[reader] === 1) judge(state, reader);
    else unblock(state, reader);
  }
}

/** Whether counting what it reads and is still open tells when the step may start, as long as all of it has a value. */
export const isCounted = (state: RunState, step: number): boolean =>
  (byteAt(state.program.kinds, step) & KIND.simple) !== 0 &&
  !readsTexts(state, itemAt(state.program.steps, step));

/** Looks at all of a waiting step's expressions (L-11). */
export function judge(state: RunState, step: number): void {
  const compiled = itemAt(state.program.steps, step);
  if (compiled.off) {
    state.toSkip.push(step);
    return;
  }
  const reading = readStep(state, compiled);
  if (reading.kind === 'dead') state.toSkip.push(step);
  else if (reading.kind === 'missing') {
    const { ref } = itemAt(state.program.paths, reading.path);
    state.toFail.push({
      step,
      failure: {
        code: 'reference-missing',
        message: `${printRef(ref)} has no value: what is written there has no such key.`,
      },
    });
  } else if (reading.kind === 'pending') {
    if (reading.onGatesOnly)
      for (const gate of gatesAwaited(state, compiled)) {
        // That one is asked for all whom it holds at once.
        if (gate !== CANARY || !compiled.isHeld) state.toOpen.push({ step, gate });
      }
    else if (state.looked.isUsed && readsTexts(state, compiled)) lookForTexts(state, step);
  } else if (rowOf(state.program.reads, step).some((read) => state.paths.lost[read] === 1)) {
    state.toFail.push({
      step,
      failure: {
        code: 'result-missing',
        message: 'A stored result that this call reads is gone from this device.',
      },
    });
  } else unblock(state, step);
}

/** What stands beside a failure's text may have to be looked into (L-41). */
function lookForTexts(state: RunState, step: number): void {
  for (const path of rowOf(state.program.reads, step)) {
    if (state.paths.status[path] !== 'dead') continue;
    const text = textsOf(state, path);
    if (!isUnread(text)) continue;
    state.looked.want(text.value);
    state.toLook.readers.add(step);
  }
}

/** Nothing holds the step, which is on, any more but slots and, perhaps, a person (L-72). */
export function unblock(state: RunState, step: number): void {
  if (asksBefore(state, step) && !seenDetail(state.steps, step).approved) {
    state.steps.waiting[step] = null;
    state.steps.status[step] = 'ready';
    state.toAsk.push(step);
  } else makeReady(state, step);
}

const asksBefore = ({ policy, program }: RunState, step: number): boolean =>
  policy.askBefore === 'effects'
    ? (byteAt(program.kinds, step) & KIND.effect) !== 0
    : policy.askBefore === 'all';

export function makeReady(state: RunState, step: number): void {
  state.steps.status[step] = 'ready';
  state.steps.waiting[step] = null;
  state.ready.push(step);
}

/** A step is skipped at once; whether a branch or a failure was the cause may be known only later. */
export function skipStep(state: RunState, step: number): void {
  state.steps.status[step] = 'skipped';
  const compiled = itemAt(state.program.steps, step);
  const reading = readStep(state, compiled);
  ownDetail(state.steps, step).cause = compiled.off
    ? 'branch'
    : reading.kind === 'dead'
      ? reading.cause
      : 'failure';
  settleStep(state, step);
}

/** Re-reads a skipped step's cause, and those that follow from it, without recursion: chains can be long. */
function findCause(state: RunState, first: number): void {
  const { steps, paths, program } = state;
  const work = [first];
  for (let step = work.pop(); step !== undefined; step = work.pop()) {
    if (steps.status[step] !== 'skipped' || seenDetail(steps, step).cause !== 'unknown') continue;
    const reading = readStep(state, itemAt(program.steps, step));
    const cause: Cause = reading.kind === 'dead' ? reading.cause : 'unknown';
    if (cause === 'unknown') continue;
    ownDetail(steps, step).cause = cause;
    for (const path of rowOf(program.pathsOf, step)) {
      if (intAt(paths.open, path) > 0) continue;
      const readers = rowOf(program.readers, path);
      if (paths.status[path] === 'pending') settlePath(state, path);
      else if (paths.status[path] === 'dead') {
        if (paths.cause[path] === 'unknown') resolvePath(state, path);
        work.push(...readers);
        for (const reader of readers) if (awaitsText(state, reader)) judge(state, reader);
      }
    }
  }
}

/** Whether the step still waits and may read a failure's text, which it does only once all causes are known (L-41). */
const awaitsText = (state: RunState, step: number): boolean =>
  state.steps.status[step] === 'pending' && readsTexts(state, itemAt(state.program.steps, step));

/** Sets a gate's paths once a person has spoken (L-33). */
export function settleGate(state: RunState, name: string): void {
  const gate = state.gates.get(name);
  if (!gate || gate.status === 'open') return;
  if (gate.status === 'approved') state.store.write('state', ['approvals', name], gate.value);
  const { paths, program } = state;
  for (const path of [...(program.gates.get(name) ?? []), ...(program.gates.get('') ?? [])]) {
    const read = itemAt(program.paths, path);
    if (paths.status[path] !== 'pending') continue;
    if (read.gate === '' && !allGatesSettled(state)) continue;
    const value = lookUp(state, read.ref, read.instance ?? null);
    if (value) paths.values.set(path, value);
    paths.status[path] = value ? 'present' : gate.status === 'approved' ? 'missing' : 'dead';
    paths.cause[path] = 'rejected';
    for (const reader of rowOf(program.readers, path)) {
      // It asked for all whom the canary holds, and may have to wait for more than that.
      if (name === CANARY && program.canary && state.steps.waiting[reader] === 'gate') {
        state.steps.status[reader] = 'pending';
        state.steps.waiting[reader] = null;
      }
      hearPath(state, reader, path);
    }
  }
}

function allGatesSettled({ program, gates }: RunState): boolean {
  for (const gate of program.gates.keys()) {
    if (gate && (gates.get(gate)?.status ?? 'open') === 'open') return false;
  }
  return true;
}

/** Nothing is awaited from the step any more: it is off every list. The status is the caller's to set. */
export function endStep(state: RunState, step: number): void {
  const { steps } = state;
  if (state.timed.size > 0) state.timed.delete(step);
  if (state.asking.size > 0) state.asking.delete(step);
  steps.waiting[step] = null;
  if (steps.ended[step] === 1) return;
  steps.ended[step] = 1;
  steps.endedAt[step] = state.time;
  state.unended -= 1;
}
