/** The runs of this device as a list: from their rows alone, no batch is read. Knows no event. */

import type { CallCounts } from '../host/port.ts';
import type { RunEvent } from '../run/events.ts';
import type { Database, KeptRun } from './database.ts';
import { familyOf } from './run-records.ts';
import { answerOf, within } from './transaction.ts';

/** Which runs of the history; every condition that is there must hold. */
export interface RunQuery {
  readonly planId?: string;
  readonly statuses?: readonly string[];
  /** Words that the title holds, in any order and case. */
  readonly text?: string;
  readonly limit?: number;
  /** The last row of the page before. */
  readonly after?: { readonly startedAt: number; readonly runId: string };
}

/** Newest first; sub-runs are seen in their parents. */
export const listRuns = (database: Database, query: RunQuery): Promise<KeptRun[]> =>
  within(database, ['runs'], 'readonly', async (transaction) => {
    const { after, limit } = query;
    const range = after ? IDBKeyRange.upperBound(after.startedAt) : null;
    // One request for all: a descending cursor would go through them row by row, ten times as long.
    const oldestFirst = transaction.objectStore('runs').index('listedAt').getAll(range);
    const rows = ((await answerOf(oldestFirst)) as KeptRun[]).reverse();
    const found = rows.filter(fits(query));
    return limit === undefined ? found : found.slice(0, limit);
  });

/** The rows of every run below that one, at any depth; none where it is not known. */
export const subRunsOf = (database: Database, runId: string): Promise<KeptRun[]> =>
  within(database, ['runs'], 'readonly', async (transaction) =>
    (await familyOf(transaction, runId)).filter((row) => row.runId !== runId),
  );

function fits({ planId, statuses, text, after }: RunQuery): (row: KeptRun) => boolean {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return (row) => {
    if (planId !== undefined && row.planId !== planId) return false;
    if (statuses && !statuses.includes(row.status)) return false;
    // Of those that began in the same millisecond, the ones that the page before has shown.
    if (after && row.startedAt === after.startedAt && row.runId >= after.runId) return false;
    const title = row.title.toLowerCase();
    return words.every((word) => title.includes(word));
  };
}

type End = 'completed' | 'failed' | 'skipped';

/** How the calls of a run ended, told from its events alone: for a row of a list, not for the engine. */
export function tallyOf(events: readonly RunEvent[]): CallCounts {
  const ends = new Map<string, End>();
  let calls = 0;
  for (const event of events) {
    switch (event.type) {
      case 'plan.commit': {
        const labels = event.instances?.map(({ label }) => `@${label}`) ?? [''];
        const names = new Set(event.plan.calls.flatMap(({ _id }) => labels.map((label) => _id + label)));
        calls = names.size;
        // A later revision left them out.
        for (const name of [...ends.keys()]) if (!names.has(name)) ends.delete(name);
        break;
      }
      case 'plan_resumed_from':
        for (const name of event.cleared) ends.delete(name);
        break;
      case 'plan_step_completed':
      case 'plan_step_memoized':
        ends.set(event.call, 'completed');
        break;
      case 'plan_step_failed':
        ends.set(event.call, 'failed');
        break;
      case 'plan_step_skipped':
        ends.set(event.call, 'skipped');
        break;
    }
  }
  const counts = { calls, completed: 0, failed: 0, skipped: 0 };
  for (const end of ends.values()) counts[end] += 1;
  return counts;
}
