/** What becomes of a failed attempt (L-40, L-24, L-41). Decided once, in the fold, so that every reader of the journal agrees. */

import { itemAt } from '../lib/columns.ts';
import { isRetryable } from './policy.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/** `stands`: the failure is final and nothing more is recorded. The others are followed by an event of their own. */
export type Verdict = 'retry' | 'error-alternative' | 'ask' | 'in-doubt' | 'stands';

const isDangerous = (step: Step): boolean =>
  (step.effect === 'write' || step.effect === 'irreversible') && !step.idempotent;

/** @param index a step whose `failure` has just been set */
export function verdictOn(state: RunState, index: number): Verdict {
  const step = itemAt(state.program.steps, index);
  const { failure: failed, retries, extraRetries } = seenDetail(state.steps, index);
  const failure = failed!;
  // Its failure is a warning, and it is never dispatched twice (L-29).
  if (step.fireAndForget) return 'stands';
  // It may have happened: another attempt could make it happen twice (L-40).
  if (failure.code === 'timeout' && failure.by !== 'engine' && isDangerous(step)) return 'in-doubt';
  const goesOn = state.replanning === 'no' && state.finishing === null;
  // The calls of a sub-run have had their retries; another one from the start would pay for them all again.
  const again = step.call._delegate === undefined && isRetryable(failure.code);
  if (goesOn && again && retries < state.policy.retryLimit + extraRetries) return 'retry';
  if (step.errorAlternative !== -1 && failure.by !== 'engine') return 'error-alternative';
  return state.policy.onFailure === 'ask' && goesOn ? 'ask' : 'stands';
}
