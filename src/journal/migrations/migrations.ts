/**
 * Every version of the database in order, and the way from any of them to today's. Each is tested on a database kept
 * from before it (test/journal/kept).
 */

import { tables } from './0001-tables.ts';
import { history } from './0002-history.ts';
import { large } from './0003-large.ts';
import { saves } from './0004-saves.ts';
import { receipts } from './0005-receipts.ts';
import { origins } from './0006-origins.ts';
import type { Migration } from './migration.ts';

export const MIGRATIONS: readonly Migration[] = [tables, history, large, saves, receipts, origins];

/** The browser counts in tens of ours: the first versions were written through a library that does. */
const PER_VERSION = 10;
export const VERSION_OF_TODAY = MIGRATIONS.length * PER_VERSION;

/**
 * Carries out every step that a database has not had yet.
 * @param transaction the one in which its version changes
 * @param from        its version as the browser counts; 0 where it is new
 */
export async function bringUpToDate(transaction: IDBTransaction, from: number): Promise<void> {
  for (const { version, stores, upgrade } of MIGRATIONS) {
    if (version * PER_VERSION <= from) continue;
    for (const [name, keys] of Object.entries(stores)) shape(transaction, name, keys);
    // A new database has no rows to bring along.
    if (from > 0) await upgrade?.(transaction);
  }
}

/** Gives a table its key, if it is new, and exactly these indexes. */
function shape(transaction: IDBTransaction, name: string, keys: string): void {
  const [key = '', ...indexes] = keys.split(', ');
  const { db } = transaction;
  const store = db.objectStoreNames.contains(name)
    ? transaction.objectStore(name)
    : db.createObjectStore(name, { keyPath: keyPath(key) });
  for (const index of [...store.indexNames]) if (!indexes.includes(index)) store.deleteIndex(index);
  for (const index of indexes) if (!store.indexNames.contains(index)) store.createIndex(index, index);
}

const keyPath = (key: string): string | string[] => (key.startsWith('[') ? key.slice(1, -1).split('+') : key);
