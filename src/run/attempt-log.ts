/**
 * Attempts that have ended, in order of ending, in columns: for the planner's history, the run's result and the bars of
 * a timeline. Append-only.
 */

import type { Failure } from './events.ts';

export interface Attempt {
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
  /** Position of the call's entry before it; -1 for its first. */
  readonly earlier: number[];
  /** By position in the log. */
  readonly failures: Map<number, Failure>;
  /** Positions of attempts that were cut off: they used up no retry and are no result (L-91). */
  readonly cutOff: Set<number>;
}

export const NOT_BEGUN = -1;

export const attemptLog = (): AttemptLog => ({
  calls: [],
  attempts: [],
  begins: [],
  ends: [],
  earlier: [],
  failures: new Map(),
  cutOff: new Set(),
});

export interface EndedAttempt {
  readonly call: string;
  readonly attempt: number;
  /** ms; `NOT_BEGUN` where nothing had begun. */
  readonly begin: number;
  readonly end: number;
  /** Position of the call's last entry so far; -1 where it has none. */
  readonly earlier: number;
}

/** @returns the position of the new entry */
export function logAttempt(log: AttemptLog, ended: EndedAttempt): number {
  log.attempts.push(ended.attempt);
  log.begins.push(ended.begin);
  log.ends.push(ended.end);
  log.earlier.push(ended.earlier);
  return log.calls.push(ended.call) - 1;
}

/** What came of each attempt, without those that were cut off. */
export const attemptsOf = ({ calls, attempts, failures, cutOff }: AttemptLog): Attempt[] =>
  calls.flatMap((step, at): Attempt[] => {
    if (cutOff.has(at)) return [];
    const failure = failures.get(at);
    const attempt = attempts[at]!;
    return [failure ? { step, attempt, outcome: 'error', failure } : { step, attempt, outcome: 'ok' }];
  });
