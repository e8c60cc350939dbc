/** Attempts as bars on one scale of time. Fractions of the whole, so that nothing here knows pixels. */

import type { RunTrace } from '../../stores/run-trace.ts';

export interface Bar {
  readonly attempt: number;
  /** 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly outcome: 'running' | 'completed' | 'failed' | 'interrupted';
  readonly ms: number;
}

export interface BarRow {
  readonly call: string;
  readonly bars: readonly Bar[];
}

export interface Timeline {
  readonly rows: readonly BarRow[];
  readonly totalMs: number;
}

/** In order of first start; calls that never started are last. `now` is the end of what still runs. */
export function timelineOf(trace: RunTrace, now: number): Timeline {
  const start = trace.startedAt;
  const end = trace.endedAt ?? Math.max(now, start + 1);
  const totalMs = Math.max(1, end - start);
  const at = (time: number): number => Math.min(1, Math.max(0, (time - start) / totalMs));
  const rows = [...trace.calls].map(([call, own]) => ({
    call,
    first: own.attempts[0]?.startedAt ?? Number.POSITIVE_INFINITY,
    bars: own.attempts.map((attempt): Bar => {
      const until = attempt.endedAt ?? end;
      return {
        attempt: attempt.attempt,
        from: at(attempt.startedAt),
        to: at(until),
        outcome: attempt.outcome,
        ms: until - attempt.startedAt,
      };
    }),
  }));
  // Two that never started compare as NaN by subtraction.
  rows.sort((a, b) => (a.first === b.first ? 0 : a.first < b.first ? -1 : 1));
  return { rows: rows.map(({ call, bars }) => ({ call, bars })), totalMs };
}
