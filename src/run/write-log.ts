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

/** One entry of the log, made for who reads it. */
export interface WriteEntry {
  readonly step: Step;
  readonly ref: Ref;
  readonly time: number;
  readonly value: unknown;
}

/** @param entries to begin with, in order */
export function writeLogOf(entries: readonly WriteEntry[] = []): WriteLog {
  const log: WriteLog = { steps: [], refs: [], times: [], values: [] };
  for (const { step, ref, time, value } of entries) logWrite(log, step, ref, time, value);
  return log;
}

export function logWrite(log: WriteLog, step: Step, ref: Ref, time: number, value: unknown): void {
  log.steps.push(step);
  log.refs.push(ref);
  log.times.push(time);
  log.values.push(value);
}

export const entriesOf = ({ steps, refs, times, values }: WriteLog): WriteEntry[] =>
  steps.map((step, at) => ({ step, ref: refs[at]!, time: times[at]!, value: values[at] }));
