/** What a failure says of the effect, and so whether a call may be entered again (L-40a). Knows no journal and no activity. */

import type { Failure } from './events.ts';
import { isRetryable } from './policy.ts';
import { type StepTable, seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/** What may be known of an effect (L-40a). */
export const OUTCOMES = ['not-sent', 'refused', 'unknown', 'done'] as const;
/**
 * What a failure says of the effect. `not-sent`: nothing left this device. `refused`: the other side answered that it did nothing. `unknown`: it may have
 * happened. `done`: it happened; only the answer is unusable.
 */
export type EffectOutcome = (typeof OUTCOMES)[number];

/** A failed attempt as the journal tells of it. */
export interface FailedAttempt extends Failure {
  readonly outcome?: EffectOutcome;
  /** The engine found it (L-24), or a person stopped it (L-41). */
  readonly by?: 'engine' | 'person';
  readonly retryAfterMs?: number;
}

/** Whether its own activity changes something: what a sub-run changes is that run's doubt. */
export const changesTheWorld = ({ call, effect }: Step): boolean =>
  call._delegate === undefined && (effect === 'write' || effect === 'irreversible');

/** Whether its activity may be entered again after anything: it is idempotent, or a person said that its host honours the key it was sent. */
export const isKeyed = (steps: StepTable, step: Step): boolean =>
  step.idempotent || seenDetail(steps, step.index).keyed;

/** Whether a call that was cut off may simply be entered again (L-91). A delegate goes on with the sub-run it finds. */
export const isHarmless = (steps: StepTable, step: Step): boolean =>
  !changesTheWorld(step) || isKeyed(steps, step);

/** Whether its activity may have changed something by now: one that tells before it sends has not until it has told (L-40a). */
export const mayHaveSent = (steps: StepTable, step: number): boolean =>
  seenDetail(steps, step).sent !== false;

/**
 * Whether a person left it out while it was in doubt: that says nothing of what became of it, which is settled after the
 * end like any doubt (L-41). What a run took over in doubt stands in the run it came from.
 */
export function isSkippedDoubt(steps: StepTable, step: number): boolean {
  if (steps.status[step] !== 'skipped' || steps.attempt[step] === 0) return false;
  const { verdict, skippedFor } = seenDetail(steps, step);
  return verdict === 'in-doubt' && skippedFor?.because === 'person';
}

/** What the engine finds wrong with a result: its activity has returned by then. */
const FOUND_IN_A_RESULT: ReadonlySet<string> = new Set(['method-type', 'bad-branch', 'state-type']);

/** What is known of the effect after a failed attempt. Of a call that changes nothing nobody asks. */
export function outcomeOf(step: Step, failure: FailedAttempt): EffectOutcome {
  if (failure.by === 'engine') return FOUND_IN_A_RESULT.has(failure.code) ? 'done' : 'not-sent';
  if (failure.outcome !== undefined) return failure.outcome;
  // Only of a `write` is a listed code an answer, and a time-out is none whatever is listed.
  const answered = step.effect === 'write' && failure.code !== 'timeout' && step.errors.has(failure.code);
  return answered ? 'refused' : 'unknown';
}

/** Failures that answer for good: whoever asks again is told the same (L-40a). */
const REFUSED_FOR_NOW: ReadonlySet<string> = new Set(['http-425', 'http-429', 'http-503']);

/** Whether another attempt with the same values would come to the same, as far as the failure tells. */
export const isForGood = (step: Step, failure: FailedAttempt): boolean =>
  !isRetryable(failure.code) ||
  (/^http-\d{3}$/.test(failure.code) &&
    !REFUSED_FOR_NOW.has(failure.code) &&
    outcomeOf(step, failure) === 'refused');

/**
 * Whether another attempt may be made and could help (L-40, L-40a).
 * @param keyed as `isKeyed` says
 */
export function mayTryAgain(step: Step, failure: FailedAttempt, keyed: boolean): boolean {
  // The calls of a sub-run have had their retries; another one from the start would pay for them all again.
  if (step.runsBelow || isForGood(step, failure)) return false;
  const outcome = outcomeOf(step, failure);
  if (outcome === 'done') return false;
  return !changesTheWorld(step) || keyed || outcome !== 'unknown';
}

/** A call that changed something and failed after its activity had returned: it is never run again (L-40a). */
export const hasHappened = (step: Step, failure: FailedAttempt | null): boolean =>
  failure !== null && changesTheWorld(step) && outcomeOf(step, failure) === 'done';
