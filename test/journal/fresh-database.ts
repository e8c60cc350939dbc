/** Databases of the tests' own, and the app's gone, as on the first day. */

import { afterEach, beforeEach } from 'vitest';
import { DATABASE_NAME, type Database, openDatabase } from '../../src/journal/database.ts';

/** Waits for connections of killed workers to go, without a word. */
export const deleteDatabase = (name = DATABASE_NAME): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

/** Each test of the file has a database that nobody had before it and nobody has after it. */
export function eachHasItsOwn(begins: (database: Database, name: string) => void): void {
  let own: { readonly name: string; readonly database: Database };
  beforeEach(async () => {
    const name = `test-${crypto.randomUUID()}`;
    own = { name, database: await openDatabase(name) };
    begins(own.database, name);
  });
  afterEach(async () => {
    own.database.close();
    await deleteDatabase(own.name);
  });
}
