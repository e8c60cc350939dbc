/** How much room each kind of thing takes on this device, without reading it all at once. Estimates: the browser tells only the sum. */

import type {
  BatchRow,
  Database,
  FileRow,
  HistoryRow,
  KeptRun,
  LargeRow,
  ModelRow,
  PlanRow,
  StoreName,
  ValueRow,
  VersionRow,
} from './database.ts';
import { familyOf, rangeOf } from './run-records.ts';
import { answerOf, within } from './transaction.ts';

/** Bytes on this device by kind, estimated without reading what is stored. */
export interface StoredBytes {
  /** With the versions that are kept of them. */
  readonly plans: number;
  /** Journals and models' answers. */
  readonly runs: number;
  /** Values too long for a journal (L-92). */
  readonly values: number;
  readonly files: number;
}

/** The browser keeps a text of Latin letters with one byte a unit, which nearly all of a journal is. */
const BYTES_A_UNIT = 1;

/** Bytes by kind, estimated from the rows. */
export const storedBytes = (database: Database): Promise<StoredBytes> =>
  within(
    database,
    ['plans', 'versions', 'histories', 'runs', 'batches', 'values', 'large', 'models', 'files'],
    'readonly',
    async (transaction) => {
      const rows = (await answerOf(transaction.objectStore('runs').getAll())) as KeptRun[];
      const runs = await bytesOfRuns(transaction, rows);
      const plans = await bytesOfEach(
        transaction,
        'plans',
        null,
        ({ plan }: PlanRow) => JSON.stringify(plan).length,
      );
      const versions = await bytesOfEach(
        transaction,
        'versions',
        null,
        ({ plan }: VersionRow) => JSON.stringify(plan).length,
      );
      const histories = await bytesOfEach(
        transaction,
        'histories',
        null,
        ({ history }: HistoryRow) => JSON.stringify(history).length,
      );
      const values = runs.values + (await bytesOfLarge(transaction, null));
      return {
        plans: plans + versions + histories,
        runs: runs.journal,
        values,
        files: await bytesOfFiles(transaction, null),
      };
    },
  );

/** Of one run with its sub-runs and files. */
export const bytesOfRun = (database: Database, runId: string): Promise<number> =>
  within(
    database,
    ['runs', 'batches', 'values', 'large', 'models', 'files'],
    'readonly',
    async (transaction) => {
      const family = await familyOf(transaction, runId);
      const { journal, values } = await bytesOfRuns(transaction, family);
      let large = 0;
      for (const row of family) large += await bytesOfLarge(transaction, rangeOf(row.runId));
      return journal + values + large + (await bytesOfFiles(transaction, rangeOf(runId)));
    },
  );

async function bytesOfRuns(
  transaction: IDBTransaction,
  rows: readonly KeptRun[],
): Promise<{ journal: number; values: number }> {
  let journal = 0;
  let values = 0;
  for (const { runId, packed } of rows) {
    if (packed) {
      journal += packed.batches;
      values += packed.values;
      continue;
    }
    const range = rangeOf(runId);
    journal += await bytesOfEach(transaction, 'batches', range, ({ events }: BatchRow) => events.length);
    journal += await bytesOfEach(
      transaction,
      'models',
      range,
      ({ response }: ModelRow) => JSON.stringify(response).length,
    );
    values += await bytesOfEach(transaction, 'values', range, ({ json }: ValueRow) => json.length);
  }
  return { journal: journal * BYTES_A_UNIT, values: values * BYTES_A_UNIT };
}

/** Likewise of large values. */
async function bytesOfLarge(transaction: IDBTransaction, range: IDBKeyRange | null): Promise<number> {
  const rows = (await answerOf(transaction.objectStore('large').getAll(range))) as LargeRow[];
  return rows.reduce((sum, { json }) => sum + json.size, 0);
}

/** A file's row names its bytes without holding them: all rows may be read at once. */
async function bytesOfFiles(transaction: IDBTransaction, range: IDBKeyRange | null): Promise<number> {
  const rows = (await answerOf(transaction.objectStore('files').getAll(range))) as FileRow[];
  return rows.reduce((sum, { blob }) => sum + blob.size, 0);
}

/** Row by row: a year of values would not fit in memory. */
const bytesOfEach = <Row>(
  transaction: IDBTransaction,
  store: StoreName,
  range: IDBKeyRange | null,
  bytesOf: (row: Row) => number,
): Promise<number> =>
  new Promise((resolve, reject) => {
    let sum = 0;
    const request = transaction.objectStore(store).openCursor(range);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(sum);
      sum += bytesOf(cursor.value);
      cursor.continue();
    };
  });
