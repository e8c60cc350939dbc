/** A disk that is really full: the browser's own quota, made small. Runs stop whole, can be exported, and go on. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { type Database, openDatabase, StorageFault } from '../../src/journal/database.ts';
import { exportRun } from '../../src/journal/export.ts';
import { importArchive } from '../../src/journal/import.ts';
import { type RunJournal, runJournal } from '../../src/journal/run-journal.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { get, planOf } from '../executor/plans.ts';
import { closeTabs, openTab } from '../executor/tab.ts';
import { deleteDatabase } from './fresh-database.ts';
import { completed, eventsOf, keepRun, rowOf } from './some-runs.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The types of a CDP session that Vitest declares have no commands in them. */
const browser = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };

const setQuota = (quotaSize?: number): Promise<unknown> =>
  browser.send('Storage.overrideQuotaForOrigin', {
    origin: location.origin,
    ...(quotaSize === undefined ? {} : { quotaSize }),
  });

/** Room for so many bytes more than are used. */
async function leaveRoom(bytes: number): Promise<void> {
  const { usage = 0 } = await navigator.storage.estimate();
  await setQuota(usage + bytes);
}

/** Some 400 kB, random, so that the browser can't make it smaller. */
const longText = (): string => Array.from({ length: 11_000 }, () => crypto.randomUUID()).join('');

let name: string;
let database: Database;
let journal: RunJournal;

beforeEach(async () => {
  // The browser remembers for up to 30 s how much room a database had: what earlier tests wrote must be gone from its
  // memory too, and each test makes the room small before it writes anything.
  await browser.send('Storage.clearDataForOrigin', { origin: location.origin, storageTypes: 'indexeddb' });
  name = `test-${crypto.randomUUID()}`;
  // The clearing closes what is opened while it is not quite done, and does not say when it is.
  database = await vi.waitFor(() => openDatabase(name), { timeout: 10_000 });
  journal = runJournal(database);
});

afterEach(async () => {
  await setQuota();
  closeTabs();
  database.close();
  await deleteDatabase(name);
});

/** Appends events of 400 kB until there is no room. */
async function fill(runId: string): Promise<{ kept: RunEvent[]; fault: unknown }> {
  const kept = await keepRun(database, rowOf(runId, { open: 1, status: 'running' }), []);
  for (let n = 0; n < 50; n++) {
    const event = { ...eventsOf(runId, [completed('a', longText())])[0]!, seq: kept.length + 1 };
    const row = rowOf(runId, { open: 1, status: 'running', lastSeq: event.seq });
    const fault = await journal.append(row, [event], false).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (fault !== undefined) return { kept, fault };
    kept.push(event);
  }
  throw new Error('50 events of 400 kB were kept in a room of 4 MB.');
}

test('a batch for which there is no room is refused in words, and every batch before it is whole', async () => {
  await leaveRoom(3_000_000);
  const { kept, fault } = await fill('r');
  expect(fault).toBeInstanceOf(StorageFault);
  expect(fault).toMatchObject({
    code: 'storage-full',
    message: expect.stringContaining('goes on where it stopped'),
  });
  expect(await journal.events('r')).toEqual(kept);
});

test('what is there can be exported from a full disk, and taken in elsewhere', async () => {
  await leaveRoom(3_000_000);
  const { kept } = await fill('r');
  const text = await exportRun(database, 'r');
  await setQuota();
  const elsewhere = await openDatabase(`${name}-elsewhere`);
  await importArchive(elsewhere, text, 9);
  expect((await runJournal(elsewhere).events('r')).slice(0, -1)).toEqual(kept);
  elsewhere.close();
  await deleteDatabase(`${name}-elsewhere`);
});

test('an old run can be erased from a full disk, and then the other goes on', async () => {
  await leaveRoom(4_000_000);
  const before = await keepRun(database, rowOf('old'), [
    completed('a', longText()),
    completed('b', longText()),
  ]);
  expect(before).toHaveLength(3);
  const { kept } = await fill('r');
  expect(await journal.remove('old', 'free')).toBe('removed');
  await leaveRoom(3_000_000);
  const next = { ...eventsOf('r', [completed('b', 'more')])[0]!, seq: kept.length + 1 };
  await journal.append(rowOf('r', { open: 1, status: 'running', lastSeq: next.seq }), [next], true);
  expect(await journal.events('r')).toEqual([...kept, next]);
});

test('a run in the worker stops on a full disk with a sentence and goes on once there is room', async () => {
  await leaveRoom(1_200_000);
  const tab = openTab();
  const calls = [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
    get(`a${n}`, n === 0 ? {} : { _after: `†state.a${n - 1}` }),
  );
  const runId = await tab.run(planOf(calls, { policy: { maxSteps: 20 } }));
  const said = () => tab.heard.find((message) => message.kind === 'storage-fault');
  for (let n = 0; n < calls.length; n++) {
    const asked = await tab.until(() => tab.asked[n] ?? said());
    if ('code' in asked) break;
    tab.answer(asked as (typeof tab.asked)[number], { type: 'text/plain', body: longText() });
  }
  const fault = await tab.until(said);
  expect(fault).toMatchObject({ runId, code: 'storage-full' });
  const done = tab.events(runId).filter((event) => event.type === 'plan_step_completed').length;
  expect(done).toBeLessThan(calls.length);
  tab.kill();

  await setQuota();
  const next = openTab();
  await next.request({ kind: 'resume-all' });
  for (let n = 0; n < calls.length - done; n++) next.answer(await next.sent(n));
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed' });
  // What was kept before the disk was full is not asked for again.
  expect(next.asked).toHaveLength(calls.length - done);
});
