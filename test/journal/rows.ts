/** A table's rows as tests read, damage and remove them, past the rooms that write them. */

import type { Database, Rows, StoreName } from '../../src/journal/database.ts';
import { answerOf, within } from '../../src/journal/transaction.ts';

export interface RowsOf<Row> {
  /** All of them, or those whose keys lie between, both ends among them. */
  all(between?: readonly [IDBValidKey, IDBValidKey]): Promise<Row[]>;
  keys(between: readonly [IDBValidKey, IDBValidKey]): Promise<IDBValidKey[]>;
  get(key: IDBValidKey): Promise<Row | undefined>;
  put(...rows: readonly Row[]): Promise<void>;
  delete(key: IDBValidKey): Promise<void>;
  clear(): Promise<void>;
}

export function rowsIn<S extends StoreName>(database: Database, name: S): RowsOf<Rows[S]> {
  const read = <T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    within(database, [name], 'readonly', (transaction) => answerOf(ask(transaction.objectStore(name))));
  const write = (ask: (store: IDBObjectStore) => void): Promise<void> =>
    within(database, [name], 'readwrite', (transaction) => ask(transaction.objectStore(name)));
  const range = (between?: readonly [IDBValidKey, IDBValidKey]) => between && IDBKeyRange.bound(...between);
  return {
    all: (between) => read((store) => store.getAll(range(between))),
    keys: (between) => read((store) => store.getAllKeys(range(between))),
    get: (key) => read((store) => store.get(key)),
    put: (...rows) =>
      write((store) => {
        for (const row of rows) store.put(row);
      }),
    delete: (key) => write((store) => void store.delete(key)),
    clear: () => write((store) => void store.clear()),
  };
}

/** Every table emptied; the database stays. */
export const emptied = (database: Database): Promise<void> => {
  const names = [...database.connection().objectStoreNames] as StoreName[];
  return within(database, names, 'readwrite', (transaction) => {
    for (const name of names) transaction.objectStore(name).clear();
  });
};
