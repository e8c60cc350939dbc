/** What a newer version keeps on this device, read as far as this one knows its tables: nothing is written. */

import { DATABASE_NAME, Database, StorageFault } from './database.ts';
import { exportEverything } from './export.ts';

/**
 * All of it as one text. Rejects with what was thrown where it is for another reason that nothing could be opened.
 * @param fault what was thrown when it was opened
 */
export async function exportAsItIs(fault: unknown, name = DATABASE_NAME): Promise<string> {
  if (!(fault instanceof StorageFault) || fault.code !== 'storage-newer') throw fault;
  const database = await openAsItIs(name);
  try {
    return await exportEverything(database);
  } finally {
    database.close();
  }
}

/**
 * Opens what is there in the version that it has, a newer one too, to be read alone: what a person has here must not be out of
 * their hands because this code is older. Rejects with a StorageFault.
 */
async function openAsItIs(name: string): Promise<Database> {
  try {
    const connection = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      // There is none: this would make one without tables.
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const database = new Database(connection);
    connection.addEventListener('versionchange', () => database.close());
    return database;
  } catch (error) {
    throw new StorageFault(error);
  }
}
