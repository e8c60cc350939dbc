/** Ended runs made small and old ones erased, while those that go on keep all that a resume needs. */

import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../../src/journal/database.ts';
import { runFiles } from '../../src/journal/files.ts';
import { runModels } from '../../src/journal/model-record.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import { tidy } from '../../src/journal/tidy.ts';
import { eachHasItsOwn } from './fresh-database.ts';
import { emptied, rowsIn } from './rows.ts';
import { completed, keepRun, PLAN, rowOf } from './some-runs.ts';

const LONG = 'x'.repeat(40_000);
/** Before every run's end: retention erases none. */
const NEVER = 0;

let database: Database;

eachHasItsOwn((opened) => {
  database = opened;
});

afterEach(() => {
  vi.restoreAllMocks();
});

const batchesOf = async (runId: string): Promise<number> =>
  (await rowsIn(database, 'batches').all()).filter((row) => row.runId === runId).length;

const childOf = (runId: string) => ({ parent: { runId, call: 'a' } });

test('an ended run lies in one row with the same events, long values whole (R-26)', async () => {
  const bodies = [completed('a', LONG), completed('b', 'two'), completed('c', 'three')];
  const events = await keepRun(database, rowOf('r'), bodies, [1, 1, 1]);
  expect(await batchesOf('r')).toBe(4);
  expect(await tidy(database, NEVER)).toEqual({ packed: 1, removed: 0 });
  expect(await batchesOf('r')).toBe(1);
  expect(await runJournal(database).events('r')).toEqual(events);
});

test('a journal too long for one row lies in as few as it takes, in order', async () => {
  const bodies = Array.from({ length: 70 }, () => completed('a', 'y'.repeat(30_000)));
  const events = await keepRun(database, rowOf('r'), bodies, Array(71).fill(1));
  await tidy(database, NEVER);
  expect(await batchesOf('r')).toBe(3);
  expect(await runJournal(database).events('r')).toEqual(events);
});

test('what a model answered is dropped once nothing can ask for it again, files stay (R-20)', async () => {
  await keepRun(database, rowOf('r'), [completed('a', '1')]);
  await keepRun(database, rowOf('open', { open: 1 }), [completed('a', '1')]);
  await tidy(database, NEVER);
  expect(await runModels(database, 'r').get('hash')).toBeUndefined();
  expect(await runModels(database, 'open').get('hash')).toEqual({ text: 'answer' });
  expect(await runFiles(database).names('r')).toEqual(['in.csv']);
});

test('a row tells how the calls of its run ended, as the last revision has them', async () => {
  await keepRun(database, rowOf('r'), [
    completed('a', '1'),
    { type: 'plan_step_failed', call: 'b', attempt: 1, code: 'tool-error', message: 'No.' },
    { type: 'plan_step_skipped', call: 'c', because: 'failure' },
    completed('gone', '1'),
    { type: 'plan_step_failed', call: 'a', attempt: 1, code: 'tool-error', message: 'No.' },
    completed('a', '1'),
    { type: 'plan.commit', revision: 2, plan: PLAN },
  ]);
  await tidy(database, NEVER);
  expect((await runJournal(database).run('r'))?.counts).toEqual({
    calls: 3,
    completed: 1,
    failed: 1,
    skipped: 1,
  });
});

test('a second time there is nothing left to do', async () => {
  await keepRun(database, rowOf('r'), [completed('a', LONG)], [1]);
  await tidy(database, NEVER);
  const rows = await rowsIn(database, 'batches').all();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  expect(await tidy(database, NEVER)).toEqual({ packed: 0, removed: 0 });
  expect(transaction.mock.calls.filter(([, mode]) => mode === 'readwrite')).toEqual([]);
  expect(await rowsIn(database, 'batches').all()).toEqual(rows);
});

test('runs that ended before the time are erased with their sub-runs, later ones stay (R-45)', async () => {
  // Their events begin at 100, one a millisecond.
  await keepRun(database, rowOf('old'), [completed('a', '1')]);
  await keepRun(database, rowOf('old.a.2', childOf('old')), [completed('a', '1'), completed('b', '1')]);
  await keepRun(database, rowOf('new'), [completed('a', '1'), completed('b', '1')]);
  expect(await tidy(database, 102)).toEqual({ packed: 1, removed: 1 });
  expect((await rowsIn(database, 'runs').all()).map(({ runId }) => runId)).toEqual(['new']);
  expect((await rowsIn(database, 'files').all()).map(({ owner }) => owner)).toEqual(['new']);
});

test('an old run with a write in doubt stays, its own or a sub-run’s, and is only packed (L-41)', async () => {
  await keepRun(database, rowOf('own', { doubts: 1 }), [completed('a', '1')]);
  await keepRun(database, rowOf('above'), [completed('a', '1')]);
  await keepRun(database, rowOf('above.a.2', { ...childOf('above'), doubts: 2 }), [completed('a', '1')]);
  await keepRun(database, rowOf('settled'), [completed('a', '1')]);
  expect(await tidy(database, Number.MAX_SAFE_INTEGER)).toEqual({ packed: 2, removed: 1 });
  expect((await rowsIn(database, 'runs').all()).map(({ runId }) => runId).sort()).toEqual([
    'above',
    'above.a.2',
    'own',
  ]);
});

test('a sub-run that ended long ago stays with a parent that ended lately, or goes on (R-26)', async () => {
  await keepRun(database, rowOf('late'), [completed('a', '1'), completed('b', '1'), completed('c', '1')]);
  await keepRun(database, rowOf('late.a.2', childOf('late')), []);
  await keepRun(database, rowOf('open', { open: 1 }), [completed('a', '1')]);
  await keepRun(database, rowOf('open.a.2', childOf('open')), []);
  await tidy(database, 103);
  expect((await rowsIn(database, 'runs').all()).map(({ runId }) => runId).sort()).toEqual([
    'late',
    'late.a.2',
    'open',
    'open.a.2',
  ]);
});

test('an ended run whose sub-run goes on is neither packed nor erased (R-26)', async () => {
  await keepRun(database, rowOf('r'), [completed('a', '1')], [1]);
  await keepRun(database, rowOf('r.a.2', { ...childOf('r'), open: 1 }), [completed('a', '1')], [1]);
  const before = await rowsIn(database, 'batches').all();
  await tidy(database, Number.MAX_SAFE_INTEGER);
  expect(await rowsIn(database, 'batches').all()).toEqual(before);
  expect(await rowsIn(database, 'models').all()).toHaveLength(2);
});

test('a journal that can not be read is left as it is, and the others are tidied', async () => {
  await keepRun(database, rowOf('bad'), [completed('a', '1'), completed('b', '1')], [1, 1]);
  await rowsIn(database, 'batches').put({ runId: 'bad', first: 2, events: '[{' });
  await keepRun(database, rowOf('good'), [completed('a', '1')], [1]);
  expect(await tidy(database, NEVER)).toEqual({ packed: 1, removed: 0 });
  expect(await batchesOf('bad')).toBe(3);
  expect(await batchesOf('good')).toBe(1);
});

test('a kill in the middle leaves each run as it was or as it is to be', async () => {
  const events = await keepRun(database, rowOf('r'), [completed('a', '1'), completed('b', '1')], [1, 1]);
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === 'runs') throw new DOMException('killed', 'AbortError');
    return put.apply(this, args);
  });
  await expect(tidy(database, NEVER)).rejects.toMatchObject({ name: 'StorageFault' });
  expect(await batchesOf('r')).toBe(3);
  vi.restoreAllMocks();
  await tidy(database, NEVER);
  expect(await runJournal(database).events('r')).toEqual(events);
});

test('whatever runs there are, tidying changes no event of one that stays and nothing of one that goes on', async () => {
  const value = fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    { weight: 1, arbitrary: fc.constant(LONG) },
    { weight: 1, arbitrary: fc.constant('†'.repeat(200_000)) },
  );
  const bodies = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), value), { maxLength: 12 });
  const aRun = fc.record({
    bodies,
    sizes: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }),
    open: fc.constantFrom<0 | 1>(0, 1),
    below: fc.array(fc.constantFrom<0 | 1>(0, 1), { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRun, { maxLength: 4 }),
      fc.integer({ min: 99, max: 114 }),
      async (some, before) => {
        await emptied(database);
        const kept = new Map<string, { events: unknown; isActive: boolean }>();
        for (const [n, { bodies: pairs, sizes, open, below }] of some.entries()) {
          const facts = pairs.map(([call, text]) => completed(call, text));
          const isActive = open === 1 || below.includes(1);
          const runId = `r${n}`;
          kept.set(runId, {
            isActive,
            events: await keepRun(database, rowOf(runId, { open }), facts, sizes),
          });
          for (const [at, isOpen] of below.entries()) {
            const id = `${runId}.a.${at}`;
            const row = rowOf(id, { ...childOf(runId), open: isOpen });
            kept.set(id, { isActive, events: await keepRun(database, row, facts.slice(0, 3), sizes) });
          }
        }
        const rawOf = async (runId: string) => [
          await rowsIn(database, 'runs').get(runId),
          (await rowsIn(database, 'batches').all()).filter((row) => row.runId === runId),
          (await rowsIn(database, 'values').all()).filter((row) => row.runId === runId),
          await rowsIn(database, 'models').get([runId, 'hash']),
        ];
        const active = [...kept].filter(([, { isActive }]) => isActive).map(([runId]) => runId);
        const raw = new Map(await Promise.all(active.map(async (id) => [id, await rawOf(id)] as const)));
        await tidy(database, before);
        for (const [runId, bytes] of raw) expect(await rawOf(runId)).toEqual(bytes);
        for (const { runId } of await rowsIn(database, 'runs').all()) {
          expect(await runJournal(database).events(runId)).toEqual(kept.get(runId)!.events);
        }
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);
