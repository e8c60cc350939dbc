/** Large values in the database: for the run's journal, and for any thread that reads and keeps them by itself. */

import type { LargeShelf } from '../host/large-values.ts';
import { partsOfRef, refTo } from '../run/large-ref.ts';
import { type Database, type LargeRow, StorageFault } from './database.ts';
import { answerOf, within } from './transaction.ts';

/** The shelf of large values in a database. Keeping rejects where the disk is full. */
export function largeShelf(database: Database): LargeShelf {
  return {
    keepLarge: (runId, key, json) =>
      within(database, ['large'], 'readwrite', (transaction) => {
        const row: LargeRow = { runId, key, json: new Blob([json], { type: 'application/json' }) };
        transaction.objectStore('large').put(row);
      }),
    large: async (runId, key) => {
      const json = await largeBlob(database, refTo(runId, key));
      if (!json) return undefined;
      try {
        return await json.text();
      } catch (error) {
        // Its row is there and its bytes can't be read now.
        throw new StorageFault(error);
      }
    },
  };
}

/** Its bytes, which are not in memory by that; undefined where it is gone. */
export async function largeBlob(database: Database, ref: string): Promise<Blob | undefined> {
  const { runId, key } = partsOfRef(ref);
  const row = await within(database, ['large'], 'readonly', (transaction) =>
    answerOf(transaction.objectStore('large').get([runId, key]) as IDBRequest<LargeRow | undefined>),
  );
  return row?.json;
}
