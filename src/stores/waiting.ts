/** What waits for a person, in every run of this device and not in the one alone that they look at. */

import { holdOf, takesAnswers } from './run-hold.ts';
import { type Asked, askedWithin } from './run-questions.ts';
import { isTheirs, rowOf } from './run-row.ts';
import type { RunsState } from './runs.ts';

/** A run that asks a person something, with all that it and those below it ask. */
export interface WaitingRun {
  readonly runId: string;
  readonly title: string;
  /** At least one. */
  readonly asked: readonly Asked[];
  /** Since when the longest of them waits, ms; 0 where nobody knows. */
  readonly since: number;
}

/**
 * The runs that wait, the longest first. A stranger's records and what rests ask nobody here, and dry runs are in no list.
 * @param pausing ids of runs that were asked to pause and do not rest yet
 */
export function waitingRuns(
  { list, known, asking }: Pick<RunsState, 'list' | 'known' | 'asking'>,
  pausing: readonly string[],
): readonly WaitingRun[] {
  const found = new Map<string, WaitingRun>();
  for (const id of asking) {
    const row = rowOf(list, id);
    const run = row && known.get(row.runId);
    if (!row || !run || found.has(row.runId) || isTheirs(list, row.runId)) continue;
    if (!takesAnswers(holdOf(run, list, pausing))) continue;
    const asked = askedWithin(run, { known, asking });
    const times = asked.flatMap(({ since }) => (since > 0 ? [since] : []));
    if (asked.length > 0)
      found.set(row.runId, {
        runId: row.runId,
        title: row.title,
        asked,
        since: times.length > 0 ? Math.min(...times) : 0,
      });
  }
  return [...found.values()].sort((a, b) => a.since - b.since);
}
