/** What becomes of a failed attempt (L-40, L-40a, L-24, L-41). Decided once, in the fold, so that every reader of the journal agrees. */

import { itemAt } from '../lib/columns.ts';
import {
  changesTheWorld,
  type FailedAttempt,
  hasHappened,
  isKeyed,
  mayTryAgain,
  outcomeOf,
} from './outcome.ts';
import { isRetryable } from './policy.ts';
import { holdsToOnce } from './rules.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/** `stands`: the failure is final and nothing more is recorded. The others are followed by an event of their own. */
export type Verdict = 'retry' | 'error-alternative' | 'ask' | 'in-doubt' | 'stands';

/** @param index a step whose `failure` has just been set */
export function verdictOn(state: RunState, index: number): Verdict {
  const step = itemAt(state.program.steps, index);
  const { failure: failed, retries, extraRetries } = seenDetail(state.steps, index);
  const failure = failed!;
  // Its failure is a warning, and it is never dispatched twice (L-29).
  if (step.fireAndForget) return 'stands';
  // What a person wants may come to nothing, and then the call is where it would have been (L-63).
  const goesOn = (state.replanning === 'no' || state.cause === 'person') && state.finishing === null;
  const keyed = isKeyed(state.steps, step);
  const hasRetries = goesOn && retries < state.policy.retryLimit + extraRetries;
  // They stopped it to say what becomes of it: no policy and no alternative answers in their place (L-41).
  if (failure.by === 'person')
    return mayHaveHappened(step, failure, keyed) ? 'in-doubt' : goesOn ? 'ask' : 'stands';
  if (holdsToOnce(state)) {
    if (hasRetries && mayTryAgain(step, failure, keyed)) return 'retry';
    // It may have happened: no error alternative tells that it did not (L-40a).
    if (mayHaveHappened(step, failure, keyed)) return 'in-doubt';
  } else {
    if (isDoubtOfBefore(step, failure, keyed)) return 'in-doubt';
    if (hasRetries && step.call._delegate === undefined && isRetryable(failure.code)) return 'retry';
  }
  if (takesErrorAlternative(step, failure)) return 'error-alternative';
  return state.policy.onFailure === 'ask' && goesOn ? 'ask' : 'stands';
}

const mayHaveHappened = (step: Step, failure: FailedAttempt, keyed: boolean): boolean =>
  changesTheWorld(step) && !keyed && outcomeOf(step, failure) === 'unknown';

/** Only what the activity threw goes there (L-24), and nothing that happened. */
const takesErrorAlternative = (step: Step, failure: FailedAttempt): boolean =>
  step.errorAlternative !== -1 &&
  failure.by !== 'engine' &&
  failure.code !== 'bad-result' &&
  !hasHappened(step, failure);

/** By the rules of before a time-out alone was a doubt. */
const isDoubtOfBefore = (step: Step, { code, by }: FailedAttempt, keyed: boolean): boolean =>
  code === 'timeout' && by !== 'engine' && changesTheWorld(step) && !keyed;
