/**
 * The fold of `plan_resumed_from` (R-42): the results of the cleared calls are gone, all else stays as it is. Part of
 * the fold; which calls are cleared is `run-from.ts`'s matter.
 */

import { byFoldOrder } from './commit-queues.ts';
import { interrupt } from './ending.ts';
import { blank, lookAtPending, settleUnwritten, writeInitial } from './fresh.ts';
import { applyMethod } from './output-method.ts';
import { commitOrHold, settleGate, settleStep } from './settle.ts';
import type { RunState, StepState, WriteEntry } from './state.ts';

/** @param cleared ids of steps that run again as if they had never run */
export function runAgain(state: RunState, cleared: ReadonlySet<string>): void {
  if (state.inFlight + state.answering > 0) interrupt(state);
  const { program, steps: before, times, writes, toClose, toFail } = state;
  const stays = (step: number) => !cleared.has(program.steps[step]!.id);
  for (const step of program.steps) {
    if (stays(step.index)) continue;
    state.recordedFrom.set(step.id, state.seq);
    // What is run again counts again; what its sub-runs took is theirs (L-52).
    if (before[step.index]!.counted) state.stepsTaken -= 1;
  }
  forgetEnd(state, before, stays);
  blank(state);
  state.answering = 0;
  writeInitial(state);
  writeRetired(state, writes);
  state.writes = writes.filter(({ target }) => !program.index.has(target.id));
  const { starts } = program.reads;
  for (const { index } of program.steps) {
    const own = before[index]!;
    // Attempts are counted on: an end that comes late is then not taken for that of the new one.
    state.steps[index]!.attempt = own.attempt;
    if (stays(index)) {
      state.steps[index] = carriedOver(own);
      state.times.started[index] = times.started[index]!;
      state.times.ended[index] = times.ended[index]!;
    }
    state.steps[index]!.open = starts[index + 1]! - starts[index]!;
  }
  settleUnwritten(state);
  const order = program.steps.map((_, step) => step).filter(stays);
  for (const step of order.sort(byFoldOrder(program.steps, program.rank)))
    takeOver(state, step, before[step]!);
  datedAsBefore(state, writes);
  state.toClose = toClose.filter(stays);
  state.toFail.push(...toFail.filter(({ step }) => stays(step)));
  for (const [name, gate] of state.gates) {
    // A gate that nobody has answered is asked for when a call waits for it.
    if (gate.status === 'open') state.gates.delete(name);
    else settleGate(state, name);
  }
  lookAtPending(state);
}

/** Ceilings are looked at again. A replan or an end that a failure brought stands as long as the failure does. */
function forgetEnd(state: RunState, before: readonly StepState[], stays: (step: number) => boolean): void {
  state.ceiling = null;
  state.aggregated = false;
  state.output = null;
  if (before.some((own, step) => own.status === 'failed' && stays(step))) return;
  state.finishing = null;
  state.replanning = 'no';
  state.draft = null;
  state.ownCalls = null;
}

/** What an earlier revision wrote and the present one has no call for comes first (L-42). */
function writeRetired(state: RunState, writes: readonly WriteEntry[]): void {
  for (const { target, value } of writes) {
    if (state.program.index.has(target.id)) continue;
    const joined = applyMethod(target.method, state.store.read(target.root, target.ref.path), value);
    if (joined.ok) state.store.write(target.root, target.ref.path, joined.value);
  }
}

/** How a step that is not cleared begins: what it came to is told anew, in its turn; what it spent is spent. */
function carriedOver(own: StepState): StepState {
  const carried: StepState = { ...own, settled: false, held: false, mustJudge: false };
  if (own.status === 'pending' || own.status === 'ready' || isLookedAtAgain(own)) {
    carried.status = 'pending';
    carried.waiting = null;
    carried.skippedFor = null;
    carried.cause = 'unknown';
    carried.ended = false;
  } else if (own.status === 'completed') {
    // Not yet completed: an accumulating write is held until the cleared ones before it are through (L-22).
    carried.status = 'in_progress';
  }
  return carried;
}

/** What it waits for, or was skipped for, may have changed; a person's own skip has not. */
const isLookedAtAgain = (own: StepState): boolean =>
  own.waiting === 'gate' ||
  own.waiting === 'approval' ||
  (own.status === 'skipped' && own.skippedFor?.because !== 'person');

function takeOver(state: RunState, step: number, before: StepState): void {
  const own = state.steps[step]!;
  if (own.status === 'pending') return;
  if (own.ended) state.unended -= 1;
  if (before.status === 'completed' || before.held) commitOrHold(state, step);
  else if (before.status === 'failed' || before.status === 'skipped' || before.status === 'dispatched')
    settleStep(state, step);
  else if (before.waiting === 'retry') state.retrying.add(step);
  else if (own.verdict !== null && own.given === null) {
    // It asks again, as it did: the answer may still be the same.
    own.waiting = null;
    state.toJudge.push(step);
  }
}

/** The write log says when a value came, not when it was folded again. */
function datedAsBefore(state: RunState, writes: readonly WriteEntry[]): void {
  const times = new Map(writes.map(({ target, time }) => [target.id, time]));
  state.writes = state.writes.map((entry) => ({ ...entry, time: times.get(entry.target.id) ?? entry.time }));
}
