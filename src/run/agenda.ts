/** What follows from what has happened and is in no journal yet, as events: people's decisions, failures, skips, questions. */

import { intAt, itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { printRef } from '../plan/expression.ts';
import { canaryGate } from './canary.ts';
import type { RunEventBody } from './events.ts';
import { beyondMandate } from './mandate.ts';
import { retryDelay } from './policy.ts';
import { readStep, skipReason } from './reading.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import { repeatedBy } from './write-comes-back.ts';

/** Takes the first item that still holds off a list. */
function takeNext<T>(
  state: RunState,
  list: T[],
  holds: (state: RunState, item: T) => boolean,
): T | undefined {
  while (list.length > 0) {
    const item = list.shift()!;
    if (holds(state, item)) return item;
  }
  return undefined;
}

const hasNotEnded = ({ steps }: RunState, step: number): boolean => steps.ended[step] === 0;

/** A person's skip or value, carried out. */
export function closed(state: RunState): RunEventBody | null {
  const step = takeNext(state, state.toClose, hasNotEnded);
  if (step === undefined) return null;
  const { given, unanswered } = seenDetail(state.steps, step);
  const { id: call } = itemAt(state.program.steps, step);
  if (!given) return { type: 'plan_step_skipped', call, because: unanswered ? 'unanswered' : 'person' };
  const attempt = intAt(state.steps.attempt, step);
  return { type: 'plan_step_completed', call, attempt, value: given.value, via: 'person' };
}

/** The event that follows a failed attempt, or a doubt at resume (L-91). */
export function judged(state: RunState): RunEventBody | null {
  const step = takeNext(state, state.toJudge, awaitsJudgement);
  if (step === undefined) return null;
  const { verdict, retries, failure } = seenDetail(state.steps, step);
  const { id: call, errorAlternative } = itemAt(state.program.steps, step);
  switch (verdict) {
    case 'retry': {
      const retry = retries + 1;
      return { type: 'plan_step_retry', call, retry, delayMs: retryDelay(retry, failure?.retryAfterMs) };
    }
    case 'error-alternative': {
      const attempt = intAt(state.steps.attempt, step);
      const { code, message } = failure!;
      const value: Json = { code, message };
      return { type: 'plan_step_completed', call, attempt, value, branch: errorAlternative, via: 'error' };
    }
    case 'ask':
      return { type: 'plan_step_waiting', call, kind: 'failure' };
    case 'in-doubt':
      return { type: 'plan_step_waiting', call, kind: 'in_doubt' };
    case 'stands':
    case null:
      return null;
  }
}

const awaitsJudgement = ({ steps }: RunState, step: number): boolean =>
  steps.ended[step] === 0 &&
  steps.slot[step] === 0 &&
  steps.waiting[step] === null &&
  seenDetail(steps, step).verdict !== null;

/** It has not started, and nothing but what it reads holds it. */
const isUnstarted = ({ steps }: RunState, step: number): boolean =>
  steps.status[step] === 'pending' || steps.waiting[step] === 'gate';

/** Failures that the engine finds itself: a missing key, a lost result, a result that does not fit its path. */
export function failed(state: RunState): RunEventBody | null {
  const item = takeNext(state, state.toFail, stillFails);
  if (!item) return null;
  const { id: call } = itemAt(state.program.steps, item.step);
  const attempt = intAt(state.steps.attempt, item.step);
  return { type: 'plan_step_failed', call, attempt, ...item.failure, by: 'engine' };
}

function stillFails(state: RunState, { step }: RunState['toFail'][number]): boolean {
  const { status, slot, held, settled } = state.steps;
  // A call that had not started when the run ended is cancelled, whatever it would have come to (L-41).
  if (isUnstarted(state, step)) return state.finishing === null;
  if (status[step] !== 'in_progress' || slot[step] === 1 || held[step] === 1 || settled[step] === 1)
    return false;
  return seenDetail(state.steps, step).failure === null;
}

export function skipped(state: RunState): RunEventBody | null {
  const step = takeNext(state, state.toSkip, isUnstarted);
  if (step === undefined) return null;
  const compiled = itemAt(state.program.steps, step);
  if (compiled.off) {
    const why = state.isPart ? 'not-in-part' : 'switched-off';
    return { type: 'plan_step_skipped', call: compiled.id, because: why };
  }
  const reading = readStep(state, compiled);
  if (reading.kind !== 'dead') return { type: 'plan_step_skipped', call: compiled.id, because: 'failure' };
  const path = itemAt(state.program.paths, reading.path);
  const because = skipReason(state, reading);
  return { type: 'plan_step_skipped', call: compiled.id, because, detail: printRef(path.ref) };
}

/** A gate is asked for when it is all that a call still waits for (L-33). */
export function gate(state: RunState): RunEventBody | null {
  const item = takeNext(state, state.toOpen, isGateAwaited);
  if (!item) return canaryGate(state);
  const { id: call } = itemAt(state.program.steps, item.step);
  return { type: 'plan_step_waiting', call, kind: 'gate', gate: item.gate };
}

function isGateAwaited(state: RunState, { step, gate }: RunState['toOpen'][number]): boolean {
  const known = state.gates.get(gate);
  if (known && known.status !== 'open') return false;
  return state.steps.status[step] === 'pending' || (state.steps.waiting[step] === 'gate' && !known);
}

/** A call that asks does so only when it is unblocked (L-72). */
export function asked(state: RunState): RunEventBody | null {
  const step = takeNext(state, state.toAsk, isToAsk);
  if (step === undefined) return null;
  const asking = itemAt(state.program.steps, step);
  const about = beyondMandate(state, asking);
  const kind = about === null ? ({ kind: 'approval' } as const) : ({ kind: 'mandate', about } as const);
  return { type: 'plan_step_waiting', call: asking.id, ...kind, ...repeatedBy(state, asking) };
}

const isToAsk = ({ steps, asking }: RunState, step: number): boolean =>
  steps.status[step] === 'ready' && !seenDetail(steps, step).approved && !asking.has(step);
