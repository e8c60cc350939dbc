/** The list of runs and the room they take: told from rows, without reading what is in the journals. */

import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../../src/journal/database.ts';
import { planFiles, runFiles } from '../../src/journal/files.ts';
import { listRuns, subRunsOf } from '../../src/journal/history.ts';
import { plans } from '../../src/journal/plans.ts';
import { bytesOfRun, storedBytes } from '../../src/journal/stored-bytes.ts';
import { tidy } from '../../src/journal/tidy.ts';
import { eachHasItsOwn } from './fresh-database.ts';
import { completed, keepRun, PLAN, rowOf } from './some-runs.ts';

let database: Database;

eachHasItsOwn((opened) => {
  database = opened;
});

afterEach(() => {
  vi.restoreAllMocks();
});

const listed = async (): Promise<string[]> => (await listRuns(database)).map(({ runId }) => runId);

async function keepSome(): Promise<void> {
  const some = [
    rowOf('a', { startedAt: 1, title: 'Weekly sales report' }),
    rowOf('b', { startedAt: 2, title: 'Sales of the north', status: 'failed', reason: 'call_failed' }),
    rowOf('c', { startedAt: 2, title: 'Weekly post', planId: 'q', status: 'running', open: 1 }),
    rowOf('d', { startedAt: 3, title: 'A letter', planId: 'q' }),
  ];
  for (const row of some) await keepRun(database, row, []);
  await keepRun(database, rowOf('d.a.1', { startedAt: 4, parent: { runId: 'd', call: 'a' } }), []);
}

test('runs are listed newest first, and sub-runs with their parent (R-25, R-41)', async () => {
  await keepSome();
  expect(await listed()).toEqual(['d', 'c', 'b', 'a']);
  expect((await subRunsOf(database, 'd')).map(({ runId }) => runId)).toEqual(['d.a.1']);
});

test('listing reads no batch', async () => {
  await keepSome();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await listed();
  expect(transaction.mock.calls.map(([stores]) => stores)).toEqual([['runs']]);
});

test('the room is told by kind, and tidying does not change what is told of values and files', async () => {
  const saved = { savedAt: 1, conflicts: [], save: 'one', tab: 't' };
  await plans(database).save({ plan: PLAN, revision: 1, input: {}, approval: null, ...saved }, null);
  await planFiles(database).put('p', 'a.csv', new Blob(['x'.repeat(1_000)]));
  await keepRun(
    database,
    rowOf('r'),
    [completed('a', 'x'.repeat(50_000)), completed('b', 'y'.repeat(500))],
    [1],
  );
  const before = await storedBytes(database);
  expect(before.values).toBe(50_002);
  expect(before.files).toBe(1_001);
  expect(before.plans).toBe(JSON.stringify(PLAN).length);
  expect(before.runs).toBeGreaterThan(900);
  await tidy(database, 0);
  const after = await storedBytes(database);
  expect(after).toMatchObject({ values: before.values, files: before.files, plans: before.plans });
  // The model's answer is gone.
  expect(before.runs - after.runs).toBeGreaterThan(10);
});

test('the room of one run is that of its sub-runs and files too, and of no neighbour', async () => {
  await keepRun(database, rowOf('r'), [completed('a', '1')]);
  const alone = await bytesOfRun(database, 'r');
  await keepRun(database, rowOf('r.a.2', { parent: { runId: 'r', call: 'a' } }), [
    completed('a', 'x'.repeat(50_000)),
  ]);
  await keepRun(database, rowOf('r2'), [completed('a', 'x'.repeat(90_000))]);
  await runFiles(database).put('r', 'made.md', new Blob(['x'.repeat(7_000)]), true);
  const all = await bytesOfRun(database, 'r');
  expect(all - alone).toBeGreaterThan(57_000);
  expect(all - alone).toBeLessThan(59_000);
});
