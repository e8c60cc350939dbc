/** The write log (L-20), in columns: an entry a call is made only when somebody reads it. Append-only. */

import type { Ref } from '../plan/expression.ts';
import type { Step } from './steps.ts';

export interface WriteLog {
  /** What the step wrote outlives the revision that the step belongs to. */
  readonly steps: Step[];
  readonly refs: Ref[];
  /** Milliseconds. */
  readonly times: number[];
  /** What the calls returned; what stands at the path may be more (L-21). */
  readonly values: unknown[];
}

export const writeLogOf = (): WriteLog => ({ steps: [], refs: [], times: [], values: [] });
