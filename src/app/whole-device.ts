/** All that is on this device at once: as a file, out of one, and deleted. Fetched when it is asked for. */

import { exportAsItIs } from '../journal/as-it-is.ts';
import { DATABASE_NAME } from '../journal/database.ts';
import { counted } from '../ui/words.ts';
import { download } from './export-plan.ts';
import { LASTING_DATABASE } from './lasting-rows.ts';
import type { Storage } from './storage.ts';

/** Longer files are refused before they are read: they would not fit in memory twice. */
const MAX_ARCHIVE_BYTES = 500_000_000;

type Opening = () => Promise<Storage>;

export async function exportEverything(storage: Opening): Promise<void> {
  const text = (await storage()).exportEverything();
  // Of a newer version, which this one must not write to: what a person has here is not out of their hands for it.
  download('obelus-everything.json', await text.catch((fault: unknown) => exportAsItIs(fault)));
}

/** What became of it, as a sentence. @param own the person says that it is a backup of theirs */
export async function importEverything(
  storage: Opening,
  refresh: () => Promise<unknown>,
  file: File,
  own: boolean,
): Promise<string> {
  if (file.size > MAX_ARCHIVE_BYTES) return `${file.name} is larger than 500 MB and was not read.`;
  const taken = await (await storage()).importEverything(await file.text(), {
    name: file.name,
    ...(own ? { own } : {}),
  });
  if (!taken.ok) return taken.error;
  await refresh();
  const { plans, runs } = taken.value;
  return `Added ${counted(plans, 'plan')} and ${counted(runs, 'run')}. What was here already stayed as it was.`;
}

const BLOCKED =
  'Another tab still holds what is stored here. Close all other tabs of Obelus: it is deleted as soon as they are gone.';

/**
 * Plans, runs, files, approvals, secrets and settings, and the app itself as it is kept for use offline. What is open
 * in other tabs closes its connection by itself (journal/database.ts). A new page is shown when all of it is gone: what this
 * one still holds would be written again.
 * @param say hears what it waits for
 */
export async function deleteEverything(say: (sentence: string) => void): Promise<string> {
  for (const name of [DATABASE_NAME, LASTING_DATABASE]) await deleteDatabase(name, () => say(BLOCKED));
  localStorage.clear();
  sessionStorage.clear();
  if ('serviceWorker' in navigator)
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name);
  location.reload();
  return 'All of it is deleted.';
}

const deleteDatabase = (name: string, onBlocked: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onblocked = onBlocked;
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('This browser did not delete it.'));
  });
