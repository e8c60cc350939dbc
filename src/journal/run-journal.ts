/** The journals of runs: append-only, one transaction a batch, all of it or nothing. */

import type { RunEvent } from '../run/events.ts';
import { type Database, type RunRow, StorageFault } from './database.ts';
import { pack, unpack } from './packing.ts';

export interface RunJournal {
  /** Resolves when the events are durable. `strict`: flushed to the disk, because the world is changed next (L-90). */
  append(run: RunRow, events: readonly RunEvent[], strict: boolean): Promise<void>;
  /** All events of a run in order; empty for an unknown run. */
  events(runId: string): Promise<RunEvent[]>;
  run(runId: string): Promise<RunRow | undefined>;
  /** Runs that have not ended. */
  open(): Promise<RunRow[]>;
  list(): Promise<RunRow[]>;
  /** Marks a run whose journal can't be read as ended, so that it is not tried again at every start (L-94). */
  discard(runId: string): Promise<void>;
}

export function runJournal(database: Database): RunJournal {
  return {
    append: (run, events, strict) => write(database, run, events, strict),
    events: async (runId) => {
      const range: [[string, number], [string, number]] = [
        [runId, 0],
        [runId, Number.POSITIVE_INFINITY],
      ];
      const [batches, values] = await Promise.all([
        database.batches
          .where(':id')
          .between(...range)
          .toArray(),
        database.values
          .where(':id')
          .between(...range)
          .toArray(),
      ]);
      const stored = new Map(values.map((row) => [row.seq, row.json]));
      return batches.flatMap((batch) => unpack(batch.events, (seq) => stored.get(seq)));
    },
    run: (runId) => database.runs.get(runId),
    open: () => database.runs.where('open').equals(1).toArray(),
    list: () => database.runs.orderBy('startedAt').reverse().toArray(),
    discard: async (runId) => {
      await database.runs.update(runId, { open: 0, status: 'aborted', reason: 'discarded' });
    },
  };
}

/** Straight to IndexedDB: Dexie has no durability for one transaction, and this is the hot path. */
function write(database: Database, run: RunRow, events: readonly RunEvent[], strict: boolean): Promise<void> {
  const { text, apart } = pack(events);
  const first = events[0]?.seq ?? run.lastSeq;
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new StorageFault(cause));
    try {
      const stores = apart.length > 0 ? ['runs', 'batches', 'values'] : ['runs', 'batches'];
      const durability = strict ? 'strict' : 'relaxed';
      const transaction = database.backendDB().transaction(stores, 'readwrite', { durability });
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
    }
  });
}
