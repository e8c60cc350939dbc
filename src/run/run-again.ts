/**
 * The fold of `plan_resumed_from` (R-42): the results of the cleared calls are gone, all else stays as it is. Part of
 * the fold; which calls are cleared is `run-from.ts`'s matter.
 */

import { byteAt, intAt, itemAt, numberAt } from '../lib/columns.ts';
import { waitAgain } from './attempts.ts';
import { byFoldOrder } from './commit-queues.ts';
import type { WaitKind } from './decision.ts';
import { interrupt } from './ending.ts';
import { blank, countReads, lookAtPending, settleUnwritten, writeInitial } from './fresh.ts';
import { joinedAt } from './join-result.ts';
import type { Program } from './program.ts';
import { commitOrHold, settleGate, settleStep } from './settle.ts';
import type { RunState } from './state.ts';
import { copyStep, ownDetail, type StepTable, seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';
import { entriesOf, partOf, type WriteLog } from './write-log.ts';

/** @param cleared ids of steps that run again as if they had never run */
export function runAgain(state: RunState, cleared: ReadonlySet<string>): void {
  if (state.steps.slot.includes(1)) interrupt(state);
  const { program, steps: before } = state;
  const stays = (step: number) => !cleared.has(itemAt(program.steps, step).id);
  for (const step of program.steps) {
    if (stays(step.index)) continue;
    state.recordedFrom.set(step.id, state.seq);
    // What is run again counts again; what its sub-runs took is theirs (L-52).
    state.stepsTaken -= byteAt(before.counted, step.index);
  }
  forgetEnd(state, before, stays);
  rebuild(state, program, ({ index }) => (stays(index) ? index : -1));
}

/**
 * The present revision, or another in its place, with what stands of the one before: told anew, in its turn.
 * @param from the number that a step had before; -1 for one that begins as if it had never run
 * @param growing calls are still to come, so that what no call writes may be written yet (L-60); what is asked stays asked
 */
export function rebuild(
  state: RunState,
  program: Program,
  from: (step: Step) => number,
  growing?: { readonly isOpen: boolean },
): void {
  const { steps: before, memos, toClose, toFail, writes, program: old } = state;
  state.program = program;
  blank(state);
  state.writes = partOf(writes, ({ id }) => !program.index.has(id));
  writeInitial(state);
  writeRetired(state);
  const moved = new Map<number, number>();
  for (const step of program.steps) {
    const was = old.index.get(step.id);
    // Attempts are counted on: an end that comes late is then not taken for that of the new one.
    if (was !== undefined) state.steps.attempt[step.index] = intAt(before.attempt, was);
    const own = from(step);
    if (own === -1) continue;
    moved.set(own, step.index);
    carryOver(state, before, own, step.index, growing !== undefined);
  }
  const movedTo = (step: number): number[] => {
    const now = moved.get(step);
    return now === undefined ? [] : [now];
  };
  for (const [step, memo] of memos) for (const now of movedTo(step)) state.memos.set(now, memo);
  countReads(state);
  settleUnwritten(state, growing?.isOpen === true);
  const back = new Map([...moved].map(([own, now]) => [now, own]));
  for (const step of [...moved.values()].sort(byFoldOrder(program.steps, program.rank)))
    takeOver(state, before, back.get(step) ?? step, step, growing !== undefined);
  datedAsBefore(state, writes);
  state.toClose = toClose.flatMap(movedTo);
  state.toFail.push(
    ...toFail.flatMap(({ step, failure }) => movedTo(step).map((now) => ({ step: now, failure }))),
  );
  for (const [name, gate] of state.gates) {
    // A gate that nobody has answered is asked for when a call waits for it.
    if (gate.status !== 'open') settleGate(state, name);
    else if (!growing) state.gates.delete(name);
  }
  lookAtPending(state);
}

/** Ceilings are looked at again. A replan or an end that a failure brought stands as long as the failure does. */
function forgetEnd(state: RunState, { status }: StepTable, stays: (step: number) => boolean): void {
  state.ceiling = null;
  state.aggregated = false;
  state.output = null;
  if (status.some((own, step) => own === 'failed' && stays(step))) return;
  state.finishing = null;
  state.replanning = 'no';
  state.replanAsks = null;
  state.plansHere = false;
  state.draft = null;
  state.ownCalls = null;
}

/** What an earlier revision wrote and the present one has no call for comes first (L-42). */
function writeRetired(state: RunState): void {
  for (const { step, ref, value } of entriesOf(state.writes)) {
    const joined = joinedAt(state, step, ref, value);
    if (joined.ok) joined.value.write();
  }
}

/** A step that is not cleared begins as it was: what it came to is told anew, in its turn; what it spent is spent. */
function carryOver(
  { steps }: RunState,
  before: StepTable,
  was: number,
  step: number,
  keepsQuestions: boolean,
): void {
  copyStep(before, was, steps, step);
  steps.settled[step] = 0;
  steps.held[step] = 0;
  steps.mustJudge[step] = 0;
  const status = itemAt(before.status, was);
  if (keepsQuestions && asksNow(before, was)) return;
  if (status === 'pending' || status === 'ready' || isLookedAtAgain(before, was)) {
    steps.status[step] = 'pending';
    steps.waiting[step] = null;
    steps.ended[step] = 0;
    if (status !== 'skipped') return;
    const detail = ownDetail(steps, step);
    detail.skippedFor = null;
    detail.cause = 'unknown';
  } else if (status === 'completed') {
    // Not yet completed: an accumulating write is held until the cleared ones before it are through (L-22).
    steps.status[step] = 'in_progress';
  }
}

/** It waits for a person, and what it asks is still the question. */
const asksNow = ({ waiting, slot }: StepTable, step: number): boolean =>
  slot[step] === 0 && ASKS.has(itemAt(waiting, step));

const ASKS: ReadonlySet<WaitKind | null> = new Set(['approval', 'mandate', 'failure', 'in_doubt', 'gate']);

/** What it waits for, or was skipped for, may have changed; a person's own skip has not. */
const isLookedAtAgain = (before: StepTable, step: number): boolean =>
  before.waiting[step] === 'gate' ||
  before.waiting[step] === 'approval' ||
  before.waiting[step] === 'mandate' ||
  (before.status[step] === 'skipped' && seenDetail(before, step).skippedFor?.because !== 'person');

/** What it waits for does not depend on what was cleared. */
const WAITS_ON: ReadonlySet<WaitKind | null> = new Set(['retry', 'answer', 'time']);

function takeOver(
  state: RunState,
  before: StepTable,
  was: number,
  step: number,
  keepsQuestions: boolean,
): void {
  const { steps } = state;
  if (steps.status[step] === 'pending') return;
  state.unended -= byteAt(steps.ended, step);
  if (steps.slot[step] === 1) {
    // In flight all the while.
    state.inFlight += 1;
    if (before.status[was] === 'dispatched') state.forgotten += 1;
  }
  if (keepsQuestions && asksNow(before, was)) {
    if (before.waiting[was] !== 'gate') state.asking.add(step);
    return;
  }
  const status = itemAt(before.status, was);
  const { verdict, given } = seenDetail(steps, step);
  if (status === 'completed' || before.held[was] === 1) commitOrHold(state, step);
  else if (status === 'failed' || status === 'skipped' || status === 'dispatched') settleStep(state, step);
  else if (WAITS_ON.has(itemAt(steps.waiting, step))) waitAgain(state, step);
  else if (verdict !== null && given === null) {
    // It asks again, as it did: the answer may still be the same.
    steps.waiting[step] = null;
    state.toJudge.push(step);
  }
}

/** The write log says when a value came, not when it was folded again. */
function datedAsBefore(state: RunState, before: WriteLog): void {
  const times = new Map(before.steps.map(({ id }, at) => [id, numberAt(before.times, at)]));
  const { steps, times: folded } = state.writes;
  for (let at = 0; at < folded.length; at++)
    folded[at] = times.get(itemAt(steps, at).id) ?? numberAt(folded, at);
}
