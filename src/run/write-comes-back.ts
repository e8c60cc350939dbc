/** Whether a write that is about to start has been done already (L-42). Changes nothing. */

import { codeOf, digestOf, type NotedWrite, writeDigest } from './done-writes.ts';
import { changesTheWorld } from './outcome.ts';
import { resolveParams } from './params.ts';
import { holdsToOnce } from './rules.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/**
 * The write that it would repeat: one of this run, or of one below it, that comes back in a later revision, under another
 * id or with another definition, or one of a run that this one goes on from or is a second try of; or one that another run
 * of this device has left in doubt (L-41), whatever plan that was of. Such a call asks before it is made.
 */
export function repeatedBy(state: RunState, step: Step): Repeats | undefined {
  return beforeIn(state, step) ?? besideIn(state, step);
}

/** @property doneIn the other run that has done it */
interface Repeats {
  readonly repeats: string;
  readonly doubtOf?: string;
  readonly doneIn?: string;
}

/** Whether it has to be known first what runs of the same origin have entered: the host is told so. */
export function awaitsKin(state: RunState, step: Step): boolean {
  const { kin } = state.setting;
  if (kin?.known !== null || !mayRepeatKin(state, step)) return false;
  kin.isWanted = true;
  return true;
}

/** A run of the same origin has entered the same since the two parted, wherever this call stands: at a retry, or behind a question. */
function besideIn(state: RunState, step: Step): Repeats | undefined {
  const { known } = state.setting.kin ?? {};
  if (!known || known.size === 0 || !mayRepeatKin(state, step)) return undefined;
  const params = state.steps.params[step.index] ?? resolveParams(state, step);
  const like = known.get(writeDigest(codeOf(state, step), params));
  if (!like) return undefined;
  return { repeats: like.id, ...(like.isDone ? { doneIn: like.runId } : { doubtOf: like.runId }) };
}

/** A person who was asked whether it may be done again has answered for all who did it. */
function mayRepeatKin(state: RunState, step: Step): boolean {
  if (!changesTheWorld(step) || step.call._delegate !== undefined || !holdsToOnce(state)) return false;
  const { approved, repeats } = seenDetail(state.steps, step.index);
  return !(approved && repeats !== null);
}

function beforeIn(state: RunState, step: Step): Repeats | undefined {
  const { done, setting, steps } = state;
  const before = setting.doneBefore;
  if ((done.isEmpty && (before?.isEmpty ?? true)) || !holdsToOnce(state) || !changesTheWorld(step))
    return undefined;
  // A retry comes back to itself: it was asked about, or nothing was like it, when it began.
  if (steps.attempt[step.index] !== 0 || seenDetail(steps, step.index).approved) return undefined;
  const code = codeOf(state, step);
  const params = resolveParams(state, step);
  const { instance } = step;
  // What a person runs again is run again: what it did before that is no reason to ask.
  const since = state.recordedFrom.get(step.id) ?? 0;
  const inThis = ({ id, seq }: NotedWrite) => id !== step.id || seq >= since;
  const inAnother = ({ id, seq, asSigned, begun }: NotedWrite) => {
    if (begun !== undefined) return begun < state.revisedAt;
    return id === step.id ? seq > 0 : !asSigned || state.revision > 1;
  };
  const known = writeDigest(code, params);
  // Journals of before note a request with all that it was made with.
  const like =
    done.like({ instance, digest: known }, inThis) ??
    before?.like({ instance, digest: known }, inAnother) ??
    before?.like({ instance, digest: digestOf(code, params) }, inAnother) ??
    before?.like({ instance: null, digest: known }, ({ request }) => request === true);
  if (!like) return undefined;
  return { repeats: like.id, ...(like.doubtOf === undefined ? {} : { doubtOf: like.doubtOf }) };
}
