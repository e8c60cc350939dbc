/** What running a plan again from a call would do, as a person sees it before it is done. */

import type { Effect } from '../plan/contract-shape.ts';

/** A call that would be entered again. */
export interface CallToRunAgain {
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
  readonly description: string;
  readonly effect: Effect;
  /** It had a result, which is given up: what it did to the world is done a second time. */
  readonly hadResult: boolean;
}

/** What running again from a call would do, before it is done. */
export interface RunFromPreview {
  /** Why it can't be done now, as a sentence; then nothing else counts. */
  readonly refusal: string | null;
  /** In the order in which the plan lists them. */
  readonly cleared: readonly CallToRunAgain[];
  /** Calls whose results are kept. */
  readonly kept: number;
  /** Calls in flight, which are stopped first. */
  readonly inFlight: number;
  /** US dollars, as far as the contracts of these calls say it; absent where none does. */
  readonly cost?: number;
  /** The run has ended, so it is left as it is and another one begins with its results. */
  readonly anew: boolean;
}
