/** The journals of runs: append-only, one transaction a batch, all of it or nothing. */

import type { RunEvent } from '../run/events.ts';
import { type BatchRow, type Database, type RunRow, StorageFault, type ValueRow } from './database.ts';
import { pack, unpack } from './packing.ts';
import { type Removal, removeRun } from './run-records.ts';

export interface RunJournal {
  /** Resolves when the events are durable. `strict`: flushed to the disk, because the world is changed next (L-90). */
  append(run: RunRow, events: readonly RunEvent[], strict: boolean): Promise<void>;
  /**
   * All events of a run in order; empty for an unknown run. Rejects with a StorageFault where the database can't be
   * read, and with any other error where what is in it is no journal.
   */
  events(runId: string): Promise<RunEvent[]>;
  run(runId: string): Promise<RunRow | undefined>;
  /** Runs that have not ended, sub-runs among them. */
  open(): Promise<RunRow[]>;
  /** Newest first; sub-runs are seen in their parents. */
  list(): Promise<RunRow[]>;
  /** Runs whose ids begin so, as those of sub-runs do with their parent's. */
  below(beginning: string): Promise<RunRow[]>;
  /** Marks a run whose journal can't be read as ended, so that it is not tried again at every start (L-94). */
  discard(runId: string): Promise<void>;
  /**
   * Erases a run with all its sub-runs, values, files and model answers, in one transaction; nothing where it goes on
   * and the caller does not hold its lease, or where it is a sub-run.
   */
  remove(runId: string, lease: 'held' | 'free'): Promise<Removal>;
}

export function runJournal(database: Database): RunJournal {
  return {
    append: (run, events, strict) => write(database, run, events, strict),
    events: async (runId) => {
      const { batches, values } = await rowsOf(database, runId);
      const stored = new Map(values.map((row) => [row.seq, row.json]));
      return batches.flatMap((batch) => unpack(batch.events, (seq) => stored.get(seq)));
    },
    run: (runId) => database.runs.get(runId),
    open: () => database.runs.where('open').equals(1).toArray(),
    list: async () => {
      const rows = await database.runs.orderBy('startedAt').reverse().toArray();
      return rows.filter((row) => row.parent === undefined);
    },
    below: (beginning) => database.runs.where('runId').startsWith(beginning).toArray(),
    discard: async (runId) => {
      await database.runs.update(runId, { open: 0, status: 'aborted', reason: 'discarded' });
    },
    remove: (runId, lease) => removeRun(database, runId, lease),
  };
}

/** A database that can't be read now is a storage fault, not a journal that can't be read: the run is not to be discarded for it. */
async function rowsOf(
  database: Database,
  runId: string,
): Promise<{ batches: BatchRow[]; values: ValueRow[] }> {
  const range: [[string, number], [string, number]] = [
    [runId, 0],
    [runId, Number.POSITIVE_INFINITY],
  ];
  const { batches, values } = database;
  try {
    // In one transaction: a batch that lands between two reads would seem to have lost its values.
    return await database.transaction('r', batches, values, async () => ({
      batches: await batches
        .where(':id')
        .between(...range)
        .toArray(),
      values: await values
        .where(':id')
        .between(...range)
        .toArray(),
    }));
  } catch (error) {
    throw new StorageFault(error);
  }
}

/** Straight to IndexedDB: Dexie has no durability for one transaction, and this is the hot path. */
function write(database: Database, run: RunRow, events: readonly RunEvent[], strict: boolean): Promise<void> {
  const { text, apart } = pack(events);
  const first = events[0]?.seq ?? run.lastSeq;
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new StorageFault(cause));
    let begun: IDBTransaction | undefined;
    try {
      const stores = apart.length > 0 ? ['runs', 'batches', 'values'] : ['runs', 'batches'];
      const durability = strict ? 'strict' : 'relaxed';
      const transaction = database.backendDB().transaction(stores, 'readwrite', { durability });
      begun = transaction;
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => fail(transaction.error);
      transaction.objectStore('runs').put(run);
      transaction.objectStore('batches').add({ runId: run.runId, first, events: text });
      for (const { seq, json } of apart) {
        transaction.objectStore('values').put({ runId: run.runId, seq, json });
      }
      transaction.commit();
    } catch (error) {
      fail(error);
      // What was asked for before the throw would commit on its own.
      begun?.abort();
    }
  });
}
