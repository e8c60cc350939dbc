/**
 * How each step of a run stands, in columns by step: ten thousand objects of thirty fields each would not fit in the
 * processor's cache. What few steps ever have – a failure, a question, a decision – hangs on the step beside them.
 */

import { byteAt, intAt, itemAt, realAt } from '../lib/columns.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { NOT_BEGUN } from './attempt-log.ts';
import type { WaitKind } from './decision.ts';
import type { CallStatus, DoubtLook, SkipReason } from './events.ts';
import type { FailedAttempt } from './outcome.ts';
import type { Cause } from './path-states.ts';
import type { Verdict } from './verdict.ts';

/** What only steps have that failed, were skipped, or had to do with a person. */
interface StepDetail {
  retries: number;
  /** Retries that a person's "retry again" added to the policy's (L-41). */
  extraRetries: number;
  /** When a waiting retry, or the time its activity waits for, is due, ms. */
  dueAt: number;
  /** Since when it waits, ms, or waited last. */
  since: number;
  /** The gate it waits at, or waited at last. */
  gate: string | null;
  failure: FailedAttempt | null;
  /** What is to become of the failure; null where there is none, or it has been seen to. */
  verdict: Verdict | null;
  skippedFor: { because: SkipReason; detail?: string } | null;
  /** Why it was skipped. */
  cause: Cause;
  via: 'error' | 'person' | 'planner' | 'unproven' | null;
  /** What its activity asks the person, while it waits for an answer. */
  form: JsonObject | null;
  /** What the person answered to its activity so far, and null for a time that came, in order: replayed at each entry. */
  answers: readonly Json[];
  /** What the person said at the door within this attempt, by the name of the question (`grants.ts`). */
  door: Readonly<JsonObject>;
  /** What the last entry of the attempt ended with; null where the attempt is not to go on with another (L-91a). */
  parked: 'answer' | 'time' | null;
  /** Milliseconds that the attempt's earlier entries took. */
  spentMs: number;
  /** A person's changes for the next attempt (L-41, L-72). */
  edits: JsonObject | null;
  /** What a person gave as its result; the completion that follows takes it. */
  given: { readonly value: Json } | null;
  /** Its approval counts as refused because nobody answered (L-72). */
  unanswered: boolean;
  /** What it asks to be allowed, by its name, because it lies beyond a mandate (L-64). */
  beyond: string | null;
  /** A person chose a new plan at its failure, and none was found: it asks again (L-42). */
  noPlan: boolean;
  approved: boolean;
  /** The completed write that it would repeat: it asks for that (L-42). */
  repeats: string | null;
  /** Where that write is in doubt: a run's id, or a terminal's folder; null where it was done. */
  doubtOf: string | null;
  /** The other run of the same origin that has done it; null where it was this one, or one before it. */
  doneIn: string | null;
  /** What the run that this one goes on from tells of its doubt; null where nothing was noted. */
  known: string | null;
  /** The last attempt went to a host of which a person has said that it honours the key it was sent (L-40a). */
  keyed: boolean;
  /**
   * Of an attempt whose code tells the journal before it sends: whether something that may change the world has been told.
   * Null for code that does not.
   */
  sent: boolean | null;
  /** What a person said of its doubt after the end of the run. */
  settledAs: 'happened' | 'did-not' | null;
  /** How the person last looked whether it happened, while that is in doubt. */
  look: DoubtLook | null;
  /** Its effect happened and its answer can't be used: why, as a sentence (`unreadable-answer`). */
  unreadable: string | null;
}

/** Columns of 0 and 1 are flags. */
export interface StepTable {
  readonly size: number;
  readonly status: CallStatus[];
  readonly waiting: (WaitKind | null)[];
  /** Attempts started. */
  readonly attempt: Int32Array;
  /** Seq of the event that began this try: an interruption goes on with it, a failure ends it; 0 before the first. */
  readonly begun: Int32Array;
  /** Parameters of the last or next attempt, resolved and frozen at dispatch (L-17). */
  readonly params: (JsonObject | null)[];
  readonly value: (Json | undefined)[];
  /** Index of the alternative taken. */
  readonly branch: Int32Array;
  /** The value was stored beside the journal and is gone (L-92). */
  readonly lost: Uint8Array;
  /** Distinct paths it reads that are pending. */
  readonly open: Int32Array;
  /** Something it reads is settled without a value: counting what is open is not enough. */
  readonly mustJudge: Uint8Array;
  /** Returned, and held until every earlier writer of an overlapping path has ended (L-22). */
  readonly held: Uint8Array;
  /** Its activity has been entered and has neither returned nor thrown: it uses a slot. */
  readonly slot: Uint8Array;
  /** Nothing is awaited from it any more. A held result has ended, and is reopened where its commit fails. */
  readonly ended: Uint8Array;
  /** Its writes are decided: committed, or never to come. */
  readonly settled: Uint8Array;
  /** It counts against `maxSteps` already (L-44). */
  readonly counted: Uint8Array;
  /** When the attempt under way began, ms; `NOT_BEGUN` where none is. */
  readonly begunAt: Float64Array;
  /** Position of its last entry in the log of attempts; -1 before the first. */
  readonly lastAttempt: Int32Array;
  /** Its result was taken over instead of being paid for again. */
  readonly memoized: Uint8Array;
  /** When its first attempt started and when it ended, ms; 0 before. */
  readonly startedAt: Float64Array;
  readonly endedAt: Float64Array;
  readonly details: Map<number, StepDetail>;
}

export const stepTable = (size: number): StepTable => ({
  size,
  status: new Array<CallStatus>(size).fill('pending'),
  waiting: new Array<WaitKind | null>(size).fill(null),
  attempt: new Int32Array(size),
  begun: new Int32Array(size),
  params: new Array<JsonObject | null>(size).fill(null),
  value: new Array<Json | undefined>(size).fill(undefined),
  branch: new Int32Array(size),
  lost: new Uint8Array(size),
  open: new Int32Array(size),
  mustJudge: new Uint8Array(size),
  held: new Uint8Array(size),
  slot: new Uint8Array(size),
  ended: new Uint8Array(size),
  settled: new Uint8Array(size),
  counted: new Uint8Array(size),
  begunAt: new Float64Array(size).fill(NOT_BEGUN),
  lastAttempt: new Int32Array(size).fill(-1),
  memoized: new Uint8Array(size),
  startedAt: new Float64Array(size),
  endedAt: new Float64Array(size),
  details: new Map(),
});

const NO_ANSWERS: readonly Json[] = [];
const NOTHING_SAID: Readonly<JsonObject> = Object.freeze({});

const noDetail = (): StepDetail => ({
  retries: 0,
  extraRetries: 0,
  dueAt: 0,
  since: 0,
  gate: null,
  failure: null,
  verdict: null,
  skippedFor: null,
  cause: 'unknown',
  via: null,
  form: null,
  answers: NO_ANSWERS,
  door: NOTHING_SAID,
  parked: null,
  spentMs: 0,
  edits: null,
  given: null,
  unanswered: false,
  beyond: null,
  noPlan: false,
  approved: false,
  repeats: null,
  doubtOf: null,
  doneIn: null,
  known: null,
  keyed: false,
  sent: null,
  unreadable: null,
  settledAs: null,
  look: null,
});

/** What a step without a detail would say. */
const NO_DETAIL: Readonly<StepDetail> = Object.freeze(noDetail());

/** The detail of a step, to be read. */
export const seenDetail = ({ details }: StepTable, step: number): Readonly<StepDetail> =>
  (details.size > 0 ? details.get(step) : undefined) ?? NO_DETAIL;

/** The detail of a step, to be changed. */
export function ownDetail({ details }: StepTable, step: number): StepDetail {
  let detail = details.get(step);
  if (!detail) {
    detail = noDetail();
    details.set(step, detail);
  }
  return detail;
}

/** Takes a step over as it stands, from the table of an earlier revision. */
export function copyStep(from: StepTable, before: number, to: StepTable, step: number): void {
  to.status[step] = itemAt(from.status, before);
  to.waiting[step] = itemAt(from.waiting, before);
  to.attempt[step] = intAt(from.attempt, before);
  to.begun[step] = intAt(from.begun, before);
  to.params[step] = itemAt(from.params, before);
  to.value[step] = from.value[before];
  to.branch[step] = intAt(from.branch, before);
  to.lost[step] = byteAt(from.lost, before);
  to.open[step] = intAt(from.open, before);
  to.mustJudge[step] = byteAt(from.mustJudge, before);
  to.held[step] = byteAt(from.held, before);
  to.slot[step] = byteAt(from.slot, before);
  to.ended[step] = byteAt(from.ended, before);
  to.settled[step] = byteAt(from.settled, before);
  to.counted[step] = byteAt(from.counted, before);
  to.begunAt[step] = realAt(from.begunAt, before);
  to.lastAttempt[step] = intAt(from.lastAttempt, before);
  to.memoized[step] = byteAt(from.memoized, before);
  to.startedAt[step] = realAt(from.startedAt, before);
  to.endedAt[step] = realAt(from.endedAt, before);
  const detail = from.details.get(before);
  if (detail) to.details.set(step, { ...detail });
}
