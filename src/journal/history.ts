/** The runs of this device as a list: from their rows alone, no batch is read. Knows no event. */

import { answerOf } from './answer.ts';
import type { Database, KeptRun } from './database.ts';
import { familyOf } from './run-records.ts';
import { within } from './transaction.ts';

/** Every condition that is there must hold. */
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
