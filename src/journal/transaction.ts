/** One transaction of IndexedDB: all that is asked in it, or nothing. Knows no table's meaning. */

import { StoreFault } from '../host/port.ts';
import { type Database, type Rows, StorageFault, type StoreName } from './database.ts';

/**
 * All that `work` asks for, or nothing of it. Resolves when it is durable as asked, rejects with a StorageFault.
 * `work` must await nothing but the transaction's own requests: it commits as soon as none is left.
 */
export async function within<T>(
  database: Database,
  stores: readonly StoreName[],
  mode: 'readonly' | 'readwrite',
  work: (transaction: IDBTransaction) => Promise<T> | T,
  durability: IDBTransactionDurability = 'relaxed',
): Promise<T> {
  let transaction: IDBTransaction | undefined;
  try {
    const begun = database.connection().transaction([...stores], mode, { durability });
    transaction = begun;
    const ended = new Promise<void>((resolve, reject) => {
      begun.oncomplete = () => resolve();
      begun.onabort = () =>
        reject(begun.error ?? new DOMException('The transaction was aborted', 'AbortError'));
    });
    // Whoever awaits `work` alone would leave this one's rejection unheard.
    ended.catch(() => {});
    const result = await work(begun);
    // Without it the browser waits a turn to see whether something more is asked for.
    if (mode === 'readwrite') begun.commit();
    await ended;
    return result;
  } catch (error) {
    undo(transaction);
    throw error instanceof StoreFault ? error : new StorageFault(transaction?.error ?? error);
  }
}

/** What was asked for before the failure would commit on its own. */
function undo(transaction: IDBTransaction | undefined): void {
  try {
    transaction?.abort();
  } catch {
    // It has ended already: the failure was its own.
  }
}

/** The row under a key, and undefined where there is none. */
export const rowAt = <S extends StoreName>(
  database: Database,
  store: S,
  key: IDBValidKey,
): Promise<Rows[S] | undefined> =>
  within(database, [store], 'readonly', (transaction) =>
    answerOf<Rows[S] | undefined>(transaction.objectStore(store).get(key)),
  );

/** Writes one row over what is under its key. Resolves when the browser has taken it. */
export const putRow = <S extends StoreName>(database: Database, store: S, row: Rows[S]): Promise<void> =>
  within(database, [store], 'readwrite', (transaction) => {
    transaction.objectStore(store).put(row);
  });

/** Deletes the row under a key, or those of a range, unread. */
export const deleteRows = (
  database: Database,
  store: StoreName,
  keys: IDBValidKey | IDBKeyRange,
): Promise<void> =>
  within(database, [store], 'readwrite', (transaction) => {
    transaction.objectStore(store).delete(keys);
  });

// The answer to one request of IndexedDB, inside the transaction that it was asked in. Knows no table.

/** Its failure is the failure of the transaction, which says why. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
