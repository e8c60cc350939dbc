/**
 * The write log (L-20), in columns by commit: what it says of each target is put together when somebody reads it.
 * Append-only.
 */

import { itemAt, numberAt } from '../lib/columns.ts';
import type { Ref } from '../plan/expression.ts';
import type { Step } from './steps.ts';

export interface WriteLog {
  /** What the step wrote outlives the revision that the step belongs to. */
  readonly steps: Step[];
  /** Index of the alternative taken. */
  readonly branches: number[];
  /** Milliseconds. */
  readonly times: number[];
  /** What the calls returned; what stands at the path may be more (L-21). */
  readonly values: unknown[];
}

/** One entry of the log: a commit has one for each of its targets, made for who reads it. */
interface WriteEntry {
  readonly step: Step;
  readonly ref: Ref;
  readonly time: number;
  readonly value: unknown;
}

export const newWriteLog = (): WriteLog => ({ steps: [], branches: [], times: [], values: [] });

export function logCommit(log: WriteLog, step: Step, branch: number, time: number, value: unknown): void {
  log.steps.push(step);
  log.branches.push(branch);
  log.times.push(time);
  log.values.push(value);
}

/** Root in the value store for a writer: `state`, a data kind, or `LABEL/state` for an instance's own. */
export const rootOf = (ref: Ref, instance: string | null): string =>
  instance === null ? ref.kind : `${instance}/${ref.kind}`;

const NO_TARGETS: readonly Ref[] = [];

/** What a step writes that took an alternative; nothing for a note, or a call that nobody waits for. */
export const targetsOf = ({ alternatives }: Step, branch: number): readonly Ref[] =>
  alternatives[branch] ?? NO_TARGETS;

export const entriesOf = ({ steps, branches, times, values }: WriteLog): WriteEntry[] =>
  steps.flatMap((step, at) =>
    targetsOf(step, numberAt(branches, at)).map((ref) => ({
      step,
      ref,
      time: numberAt(times, at),
      value: values[at],
    })),
  );

/** The log of the steps that `keeps` holds for. */
export function partOf(log: WriteLog, keeps: (step: Step) => boolean): WriteLog {
  const part = newWriteLog();
  for (let at = 0; at < log.steps.length; at++) {
    const step = itemAt(log.steps, at);
    if (keeps(step))
      logCommit(part, step, numberAt(log.branches, at), numberAt(log.times, at), log.values[at]);
  }
  return part;
}
