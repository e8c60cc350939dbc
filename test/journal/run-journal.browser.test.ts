/** Journals of runs in a real IndexedDB: all of a batch or nothing, in order, and faults in words. */

import { afterEach, expect, test, vi } from 'vitest';
import type { RunRow } from '../../src/host/port.ts';
import { type Database, openDatabase, StorageFault } from '../../src/journal/database.ts';
import { runFiles } from '../../src/journal/files.ts';
import { runModels } from '../../src/journal/model-record.ts';
import { plans } from '../../src/journal/plans.ts';
import { type RunJournal, runJournal } from '../../src/journal/run-journal.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { eachHasItsOwn } from './fresh-database.ts';
import { rowsIn } from './rows.ts';

let name: string;
let database: Database;
let journal: RunJournal;

eachHasItsOwn((opened, called) => {
  name = called;
  database = opened;
  journal = runJournal(database);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const row = (lastSeq: number, more: Partial<RunRow> = {}): RunRow => ({
  runId: 'r',
  planId: 'p',
  title: 'A run',
  startedAt: 1,
  status: 'running',
  reason: null,
  lastSeq,
  open: 1,
  ...more,
});

const event = (seq: number, value: string = String(seq)): RunEvent => ({
  type: 'plan_step_completed',
  runId: 'r',
  seq,
  time: seq,
  call: 'a',
  attempt: 1,
  value,
});

/** The error that a promise ends with. */
const faultOf = async (promise: Promise<unknown>): Promise<StorageFault> => {
  const fault = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(StorageFault);
  return fault as StorageFault;
};

test('events come back in order, batch after batch, long values whole (R-16)', async () => {
  const long = 'x'.repeat(100_000);
  await journal.append(row(2), [event(1), event(2, long)], false);
  await journal.append(row(3), [event(3)], true);
  await journal.append(
    row(12),
    [4, 5, 6, 7, 8, 9, 10, 11, 12].map((seq) => event(seq)),
    false,
  );
  const events = await journal.events('r');
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(events[1]).toEqual(event(2, long));
});

test('another run whose id begins alike is not mixed in', async () => {
  await journal.append(row(1), [event(1)], false);
  await journal.append(row(1, { runId: 'r2' }), [{ ...event(1), runId: 'r2' }], false);
  expect((await journal.events('r')).map(({ runId }) => runId)).toEqual(['r']);
  expect(await journal.events('unknown')).toEqual([]);
});

test('a batch that cannot be written leaves nothing of itself behind (R-18)', async () => {
  await journal.append(row(2), [event(1), event(2)], false);
  const again = journal.append(row(9, { status: 'failed' }), [event(1), event(9, 'x'.repeat(40_000))], false);
  await expect(again).rejects.toMatchObject({ code: 'out-of-order' });
  expect(await journal.run('r')).toMatchObject({ lastSeq: 2, status: 'running' });
  expect(await rowsIn(database, 'values').all()).toHaveLength(0);
  expect((await journal.events('r')).map(({ seq }) => seq)).toEqual([1, 2]);
});

test('a batch during which the browser throws leaves nothing of itself behind either', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const fault = await faultOf(journal.append(row(1), [event(1)], false));
  expect(fault.code).toBe('storage-full');
  expect(fault.message).toContain('goes on where it stopped');
  expect(await journal.run('r')).toBeUndefined();
  await journal.append(row(1), [event(1)], false);
  expect(await journal.events('r')).toEqual([event(1)]);
});

test('a batch before a write is flushed to the disk, any other may be relaxed', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await journal.append(row(1), [event(1)], true);
  await journal.append(row(2), [event(2)], false);
  expect(transaction.mock.calls.map(([, , options]) => options?.durability)).toEqual(['strict', 'relaxed']);
});

test('a row is written with the batch that changes what it says, and at the end (R-14)', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await journal.append(row(1), [event(1)], false);
  await journal.append(row(2), [event(2)], false);
  await journal.append(row(3, { status: 'waiting' }), [event(3)], false);
  expect(put).toHaveBeenCalledTimes(2);
  expect(await journal.run('r')).toMatchObject({ status: 'waiting', lastSeq: 3, listedAt: 1 });
  await journal.append(row(4, { status: 'completed', open: 0 }), [event(4)], false);
  expect(await journal.run('r')).toMatchObject({ status: 'completed', lastSeq: 4, endedAt: 4 });
});

test('a row that another tab wrote in between is written again', async () => {
  await journal.append(row(1), [event(1)], false);
  await runJournal(database).append(row(2, { status: 'waiting' }), [event(2)], false);
  await journal.append(row(3), [event(3)], false);
  expect(await journal.run('r')).toMatchObject({ status: 'running', lastSeq: 3 });
});

test('a value that changes its size class in a second attempt leaves nothing stale behind (R-16, R-17)', async () => {
  const long = 'x'.repeat(40_000);
  await journal.append(row(3), [event(1, long), event(2, 'short'), event(3, long)], false);
  expect(await journal.events('r')).toEqual([event(1, long), event(2, 'short'), event(3, long)]);
  await journal.remove('r', 'held');
  await journal.append(row(1), [event(1, 'short')], false);
  expect(await journal.events('r')).toEqual([event(1, 'short')]);
});

test('a row whose batch could not be written is written with the next one', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await faultOf(journal.append(row(1), [event(1)], false));
  await journal.append(row(1), [event(1)], false);
  expect(await journal.run('r')).toMatchObject({ lastSeq: 1 });
});

test('a run that a person stopped or discarded is not open any more, and its record is kept (R-46)', async () => {
  await journal.append(row(1), [event(1)], false);
  await journal.append(row(1, { runId: 's' }), [{ ...event(1), runId: 's' }], false);
  expect((await journal.open()).map(({ runId }) => runId).sort()).toEqual(['r', 's']);
  const stop: RunEvent = { type: 'plan_aborted', runId: 's', seq: 2, time: 2, reason: 'aborted' };
  const stopped = row(2, { runId: 's', open: 0, status: 'aborted', reason: 'aborted' });
  await journal.append(stopped, [stop], false);
  expect((await journal.open()).map(({ runId }) => runId)).toEqual(['r']);
  expect(await journal.events('s')).toEqual([{ ...event(1), runId: 's' }, stop]);
  await journal.discard('r');
  expect(await journal.open()).toEqual([]);
  expect(await journal.run('r')).toMatchObject({ status: 'aborted', reason: 'discarded' });
  expect((await journal.events('r'))[0]).toEqual(event(1));
});

test('a journal that cannot be read now is a storage fault, so that no run is discarded for it', async () => {
  await journal.append(row(1), [event(1)], false);
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('The disk hiccuped', 'UnknownError');
  });
  await faultOf(journal.events('r'));
});

test('a database of a newer version is refused in words and left alone', async () => {
  database.close();
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(name, 990);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });
  const fault = await faultOf(openDatabase(name));
  expect(fault.code).toBe('storage-newer');
  expect(fault.message).toContain('newer Obelus');
});

test('a browser that denies storage is told apart from one that fails', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const fault = await faultOf(openDatabase(`${name}-denied`));
  expect(fault.code).toBe('storage-denied');
  expect(fault.message).toContain('exported');
});

test('files of a run are kept by name, and another run has none of them', async () => {
  const files = runFiles(database);
  await files.put('r', 'ä†.csv', new Blob(['one']), false);
  await files.put('r', 'out.md', new Blob(['two']), true);
  expect((await files.names('r')).sort()).toEqual(['out.md', 'ä†.csv']);
  expect(await (await files.get('r', 'ä†.csv'))?.text()).toBe('one');
  expect(await files.names('s')).toEqual([]);
  expect(await files.get('s', 'out.md')).toBeUndefined();
});

test('a model answer is found under its hash, in its own run only', async () => {
  await runModels(database, 'r').put('hash', { text: 'hello' });
  expect(await runModels(database, 'r').get('hash')).toEqual({ text: 'hello' });
  expect(await runModels(database, 's').get('hash')).toBeUndefined();
});

test('plans are listed newest first and come back as they were kept', async () => {
  const kept = (id: string, savedAt: number) => ({
    plan: { format: 'obelus/plan' as const, version: 1 as const, id, calls: [] },
    revision: 3,
    input: { a: 1 },
    approval: null,
    savedAt,
    conflicts: [],
    save: id,
    tab: 't',
  });
  await plans(database).save(kept('old', 1), null);
  await plans(database).save(kept('new', 2), null);
  expect((await plans(database).list()).map(({ id }) => id)).toEqual(['new', 'old']);
  expect(await plans(database).get('old')).toMatchObject(kept('old', 1));
  await plans(database).remove('old');
  expect(await plans(database).get('old')).toBeUndefined();
});
