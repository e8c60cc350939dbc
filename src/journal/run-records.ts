/** All that is kept of a run: found and erased as one, its sub-runs with it. Knows no run's meaning. */

import type { Removal, RunRow } from '../host/port.ts';
import type { Database, StoreName } from './database.ts';
import { answerOf, within } from './transaction.ts';

const RECORD_STORES: readonly StoreName[] = ['runs', 'batches', 'values', 'large', 'files', 'models'];

/**
 * Erases a run and its sub-runs in one transaction: row, batches, values, large ones too, model answers, files.
 * @param lease `held` where the caller holds the run's lease: only then may an open run be erased. Otherwise the worker
 * that runs it would go on and write a row again, without the events before it
 */
export const removeRun = (database: Database, runId: string, lease: 'held' | 'free'): Promise<Removal> =>
  within(database, RECORD_STORES, 'readwrite', async (transaction) => {
    const rows = await familyOf(transaction, runId);
    if (rows[0]?.runId === runId && rows[0].parent) return 'sub-run';
    if (lease === 'free' && rows.some(({ open }) => open === 1)) return 'going-on';
    // Files may be there before the run's row is.
    for (const id of new Set([runId, ...rows.map((row) => row.runId)])) eraseRecords(transaction, id);
    return 'removed';
  });

/** The run's row and those of its sub-runs at any depth, parents before children. */
export async function familyOf(transaction: IDBTransaction, runId: string): Promise<RunRow[]> {
  const store = transaction.objectStore('runs');
  const own = (await answerOf(store.get(runId))) as RunRow | undefined;
  const below = (await answerOf(store.getAll(belowOf(runId)))) as RunRow[];
  const ids = new Set([runId]);
  const rows = own ? [own] : [];
  // A run whose id only begins alike, or that was adopted by nobody, is a run of its own.
  for (const row of below) {
    if (!row.parent || !ids.has(row.parent.runId)) continue;
    ids.add(row.runId);
    rows.push(row);
  }
  return rows;
}

/** Ids of sub-runs begin with their parent's and a dot, so a parent sorts before them. */
const belowOf = (runId: string): IDBKeyRange => IDBKeyRange.bound(`${runId}.`, `${runId}.\uffff`);

/** The keys of all that a run has in a store whose key begins with its id: an array sorts after all numbers and texts. */
export const rangeOf = (runId: string): IDBKeyRange => IDBKeyRange.bound([runId], [runId, []]);

/** Asks for everything of one run to be deleted; durable when the transaction is. */
function eraseRecords(transaction: IDBTransaction, runId: string): void {
  transaction.objectStore('runs').delete(runId);
  for (const name of ['batches', 'values', 'large', 'files', 'models']) {
    transaction.objectStore(name).delete(rangeOf(runId));
  }
}
