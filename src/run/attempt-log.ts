/** Finished attempts in order of ending, in columns: for the planner's history and the run's result. Append-only. */

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
  /** By position in the log. */
  readonly failures: Map<number, Failure>;
}

export const attemptLog = (): AttemptLog => ({ calls: [], attempts: [], failures: new Map() });

/** @param failure absent for an attempt that returned */
export function logAttempt(log: AttemptLog, call: string, attempt: number, failure?: Failure): void {
  if (failure) log.failures.set(log.calls.length, failure);
  log.calls.push(call);
  log.attempts.push(attempt);
}

export const attemptsOf = ({ calls, attempts, failures }: AttemptLog): Attempt[] =>
  calls.map((step, at) => {
    const failure = failures.get(at);
    const attempt = attempts[at]!;
    return failure ? { step, attempt, outcome: 'error', failure } : { step, attempt, outcome: 'ok' };
  });
