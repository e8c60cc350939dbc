/** A run erased: all of it, its sub-runs with it, and nothing of its neighbours. */

import { afterEach, expect, test, vi } from 'vitest';
import type { RunRow } from '../../src/host/port.ts';
import type { Database } from '../../src/journal/database.ts';
import { runFiles } from '../../src/journal/files.ts';
import { runModels } from '../../src/journal/model-record.ts';
import { type RunJournal, runJournal } from '../../src/journal/run-journal.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { eachHasItsOwn } from './fresh-database.ts';
import { rowsIn } from './rows.ts';

const LONG = 'x'.repeat(40_000);

let database: Database;
let journal: RunJournal;

eachHasItsOwn((opened) => {
  database = opened;
  journal = runJournal(database);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A run with something in every table. */
async function keep(runId: string, more: Partial<RunRow> = {}): Promise<void> {
  const row: RunRow = {
    runId,
    planId: 'p',
    title: 'A run',
    startedAt: 1,
    status: 'completed',
    reason: 'goal_met',
    lastSeq: 2,
    open: 0,
    ...more,
  };
  const event = (seq: number, value: string): RunEvent => ({
    type: 'plan_step_completed',
    runId,
    seq,
    time: seq,
    call: 'a',
    attempt: 1,
    value,
  });
  await journal.append({ ...row, lastSeq: 1 }, [event(1, LONG)], false);
  await journal.append(row, [event(2, 'short')], false);
  await runFiles(database).put(runId, 'in.csv', new Blob(['a']), false);
  await runModels(database, runId).put('hash', { text: 'answer' });
}

/** How many rows of each table belong to the run. */
async function countsOf(runId: string): Promise<number[]> {
  const counts: number[] = [];
  for (const table of ['runs', 'batches', 'values', 'models'] as const) {
    counts.push((await rowsIn(database, table).all()).filter((row) => row.runId === runId).length);
  }
  return [...counts, (await rowsIn(database, 'files').all()).filter(({ owner }) => owner === runId).length];
}

const WHOLE = [1, 2, 1, 1, 1];
const NOTHING = [0, 0, 0, 0, 0];
const childOf = (runId: string): Partial<RunRow> => ({ parent: { runId, call: 'a' } });

test('a run is erased with its sub-runs at any depth, and its neighbours stay (R-41)', async () => {
  await keep('r');
  await keep('r.a.3', childOf('r'));
  await keep('r.a.3.b.0.7', childOf('r.a.3'));
  await keep('r2');
  await keep('q');
  expect(await journal.remove('r', 'free')).toBe('removed');
  for (const gone of ['r', 'r.a.3', 'r.a.3.b.0.7']) expect(await countsOf(gone)).toEqual(NOTHING);
  for (const kept of ['r2', 'q']) expect(await countsOf(kept)).toEqual(WHOLE);
});

test('a run whose id only begins like a sub-run of another stays (R-24)', async () => {
  await keep('r');
  await keep('r.a.3');
  await keep('r.a.3.b.4', childOf('r.a.3'));
  await journal.remove('r', 'free');
  expect(await countsOf('r.a.3')).toEqual(WHOLE);
  expect(await countsOf('r.a.3.b.4')).toEqual(WHOLE);
});

test('a run that goes on is erased only by who holds its lease (R-26)', async () => {
  await keep('r', { open: 1, status: 'running' });
  expect(await journal.remove('r', 'free')).toBe('going-on');
  expect(await countsOf('r')).toEqual(WHOLE);
  expect(await journal.remove('r', 'held')).toBe('removed');
  expect(await countsOf('r')).toEqual(NOTHING);
});

test('an ended run stays while a sub-run of it goes on (R-26)', async () => {
  await keep('r');
  await keep('r.a.3', { ...childOf('r'), open: 1 });
  expect(await journal.remove('r', 'free')).toBe('going-on');
  expect(await countsOf('r')).toEqual(WHOLE);
  expect(await countsOf('r.a.3')).toEqual(WHOLE);
});

test('a sub-run is not erased alone, whoever asks', async () => {
  await keep('r');
  await keep('r.a.3', childOf('r'));
  expect(await journal.remove('r.a.3', 'held')).toBe('sub-run');
  expect(await countsOf('r.a.3')).toEqual(WHOLE);
});

test('files that were there before the run are erased; an unknown run is no fault', async () => {
  await runFiles(database).put('r', 'in.csv', new Blob(['a']), false);
  expect(await journal.remove('r', 'free')).toBe('removed');
  expect(await journal.remove('r', 'free')).toBe('removed');
  expect(await countsOf('r')).toEqual(NOTHING);
});

test('where erasing fails half-way, all of the run is still there', async () => {
  await keep('r');
  const erase = IDBObjectStore.prototype.delete;
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name === 'models') throw new DOMException('The disk hiccuped', 'UnknownError');
    return erase.call(this, key);
  });
  await expect(journal.remove('r', 'free')).rejects.toMatchObject({ name: 'StorageFault' });
  expect(await countsOf('r')).toEqual(WHOLE);
});
