/**
 * Attempts that have ended, in order of ending, in columns: for the planner's history, the run's result and the bars of
 * a timeline. Append-only.
 */

import { numberAt } from '../lib/columns.ts';
import type { Failure } from './events.ts';
import type { FailedAttempt } from './outcome.ts';

interface Attempt {
  /** The call's id, or `id@LABEL`. */
  readonly step: string;
  readonly attempt: number;
  readonly outcome: 'ok' | 'error';
  readonly failure?: Failure;
}

export interface AttemptLog {
  readonly calls: string[];
  readonly attempts: number[];
  /** When it began, ms; `NOT_BEGUN` for an end without an attempt: a value a person gave, say. */
  readonly begins: number[];
  /** When it ended, ms. */
  readonly ends: number[];
  /** By position in the log that of the call's entry before it; most calls have one entry. */
  readonly earlier: Map<number, number>;
  /** By position in the log. */
  readonly failures: Map<number, FailedAttempt>;
  /** Positions of attempts that were cut off: they used up no retry and are no result (L-91). */
  readonly cutOff: Set<number>;
}

/** In place of a time. */
export const NOT_BEGUN = -1;

export const attemptLog = (): AttemptLog => ({
  calls: [],
  attempts: [],
  begins: [],
  ends: [],
  earlier: new Map(),
  failures: new Map(),
  cutOff: new Set(),
});

/**
 * @param begin ms; `NOT_BEGUN` where nothing had begun
 * @param end ms
 * @param earlier position of the call's last entry so far; -1 where it has none
 * @returns the position of the new entry
 */
export function logAttempt(
  log: AttemptLog,
  call: string,
  attempt: number,
  begin: number,
  end: number,
  earlier: number,
): number {
  const at = log.calls.push(call) - 1;
  log.attempts.push(attempt);
  log.begins.push(begin);
  log.ends.push(end);
  if (earlier !== -1) log.earlier.set(at, earlier);
  return at;
}

/** What came of each attempt, without those that were cut off. */
export const attemptsOf = ({ calls, attempts, failures, cutOff }: AttemptLog): Attempt[] =>
  calls.flatMap((step, at): Attempt[] => {
    if (cutOff.has(at)) return [];
    const failure = failures.get(at);
    const attempt = numberAt(attempts, at);
    if (!failure) return [{ step, attempt, outcome: 'ok' }];
    const { code, message } = failure;
    return [{ step, attempt, outcome: 'error', failure: { code, message } }];
  });
