/** The app's database gone, as on the first day. Waits for connections of killed workers to go, without a word. */

import { DATABASE_NAME } from '../../src/journal/database.ts';

export const deleteDatabase = (name = DATABASE_NAME): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
