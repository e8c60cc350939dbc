/** A database that a newer version wrote: nothing is written to it, and what is in it can be taken out. */

import { afterEach, expect, test } from 'vitest';
import { exportAsItIs } from '../../src/journal/as-it-is.ts';
import { openDatabase, StorageFault } from '../../src/journal/database.ts';
import { importArchive } from '../../src/journal/import.ts';
import { VERSION_OF_TODAY } from '../../src/journal/migrations.ts';
import { plans } from '../../src/journal/plans.ts';
import { deleteDatabase } from './fresh-database.ts';

const NAMES = ['newer', 'after-newer'];
afterEach(async () => {
  for (const name of NAMES) await deleteDatabase(name);
});

const PLAN = { format: 'obelus/plan', version: 1, id: 'p', title: 'Mine', calls: [] } as const;

/** As a build to come would leave it: another table, another version. */
const raised = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION_OF_TODAY + 10);
    request.onupgradeneeded = () => request.result.createObjectStore('of-the-future');
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });

test('is refused in words, opens for an export, and what that holds is taken in by this version', async () => {
  const before = await openDatabase('newer');
  const kept = { plan: PLAN, revision: 1, input: {}, approval: null, savedAt: 5, conflicts: [] };
  await plans(before).save({ ...kept, save: 's', tab: 't' }, null);
  before.close();
  await raised('newer');
  const fault = await openDatabase('newer').catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(StorageFault);
  expect(String(fault)).toContain('newer Obelus');
  const text = await exportAsItIs(fault, 'newer');
  const after = await openDatabase('after-newer');
  expect(await importArchive(after, text, 9)).toEqual({ ok: true, value: { plans: 1, runs: 0 } });
  expect((await plans(after).get('p'))?.plan.title).toBe('Mine');
  after.close();
});

test('what could not be opened for another reason is not opened in this way either', async () => {
  await expect(exportAsItIs(new Error('It is denied.'), 'newer')).rejects.toThrow('It is denied.');
});
