/** Everything of this app is taken from this device. What is open elsewhere closes its connection by itself (journal/database.ts). */

import { DATABASE_NAME } from '../journal/database.ts';

const BLOCKED =
  'Another tab still holds what is stored here. Close all other tabs of Obelus: it is deleted as soon as they are gone.';

/**
 * Plans, runs, files, approvals, secrets and settings, and the app itself as it is kept for use offline. Resolves when all of
 * it is gone; whoever asked shows a new page then, for what this one still holds would be written again.
 * @param say hears what it waits for
 */
export async function deleteEverything(say: (sentence: string) => void): Promise<void> {
  await deleteDatabase(() => say(BLOCKED));
  localStorage.clear();
  sessionStorage.clear();
  if ('serviceWorker' in navigator)
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name);
}

const deleteDatabase = (onBlocked: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE_NAME);
    request.onblocked = onBlocked;
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('This browser did not delete it.'));
  });
