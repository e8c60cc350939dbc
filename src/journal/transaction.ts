/**
 * IndexedDB itself, where Dexie is too slow or has no word for it: ranges deleted without being read, durability for
 * one transaction. Knows no table's meaning.
 */

import { Dexie } from 'dexie';
import { StoreFault } from '../host/port.ts';
import { type Database, StorageFault } from './database.ts';

export type StoreName = 'plans' | 'runs' | 'batches' | 'values' | 'large' | 'files' | 'models';

/** The answer to one request. Its failure is the failure of the transaction, which says why. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

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
    // A newer tab has closed it: the browser would only say that null has no transactions.
    if (!database.isOpen()) throw new Dexie.DatabaseClosedError();
    const begun = database.backendDB().transaction([...stores], mode, { durability });
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
