/** Runs that begin with the results of another (docs/decisions/0008). */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Fork } from '../../src/run/messages.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { rowsIn } from '../journal/rows.ts';
import { journalled } from './journalled.ts';
import { get, planOf, put } from './plans.ts';
import { approved, closeTabs, hashOf, openTab, type Tab } from './tab.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const PLAN = planOf(
  [get('a'), put('b', 'x * 2', { values: { x: '†state.a.data.n' } }), get('c', { _after: '†state.b' })],
  { output: '†state.b' },
);

/** A run of the plan that has ended, and in which `a` came to n = 4. */
async function endedRun(tab: Tab, plan: Plan = PLAN): Promise<string> {
  const runId = await tab.run(plan, { runId: 'source' });
  tab.answer(await tab.sent(0), { body: '{"n":4}' });
  tab.answer(await tab.sent(1));
  await tab.event(runId, 'plan_completed');
  return runId;
}

const fork = (more: Partial<Fork>): Fork => ({ runId: 'source', cleared: [], values: {}, ...more });

test('a fork runs again what was cleared, takes the rest over, and leaves the old run as it was', async () => {
  const tab = openTab();
  const source = await endedRun(tab);
  const before = (await journalled(source)).events;
  const runId = await tab.run(PLAN, { runId: 'again', fork: fork({ call: 'c', cleared: ['c'] }) });
  const again = await tab.sent(2);
  expect(again.url).toBe('https://outside.test/c');
  tab.answer(again);
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 8 });
  expect(await tab.event(runId, 'plan.commit')).toMatchObject({ forkOf: { runId: source, call: 'c' } });
  expect(await tab.event(runId, 'plan_step_memoized', 'a')).toBeDefined();
  expect(tab.asked).toHaveLength(3);
  expect((await journalled(source)).events).toEqual(before);
});

test('a value that a person changed is taken in the place of the recorded one', async () => {
  const tab = openTab();
  await endedRun(tab);
  const value = { status: 200, type: 'application/json', text: '{"n":50}', data: { n: 50 } };
  // Whoever signed the plan has not signed this value (L-76).
  const given = { runId: 'other', fork: fork({ cleared: ['b', 'c'], values: { a: value } }) };
  await expect(tab.run(PLAN, given)).rejects.toMatchObject({ code: 'not-approved' });
  const part = { starts: new Set(['b', 'c']), given: { a: value } };
  await approved(PLAN, {}, part);
  const runId = await tab.run(PLAN, { ...given, hash: hashOf(PLAN, {}, part) });
  expect(await tab.event(runId, 'plan_step_memoized', 'a')).toMatchObject({ via: 'person' });
  tab.answer(await tab.sent(2));
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ output: 100 });
});

test('a fork has the files that the other run was given and made', async () => {
  const tab = openTab();
  const file = new Blob(['region,sum\nNorth,1\n'], { type: 'text/csv' });
  await tab.request({ kind: 'put-file', runId: 'source', name: 'sales.csv', file });
  const plan = planOf([
    { _id: 'made', _tool: 'saveFile', name: 'out.txt', content: 'made', _outputPath: '†state.made' },
    { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' },
  ]);
  await tab.run(plan, { runId: 'source' });
  await tab.event('source', 'plan_completed');
  const runId = await tab.run(plan, { runId: 'copy', fork: fork({ call: 'read', cleared: ['read'] }) });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed' });
  await tab.request({ kind: 'discard-run', runId: 'source' });
  const database = await openDatabase();
  expect(
    await rowsIn(database, 'files').keys([
      ['copy', ''],
      ['copy', '\uffff'],
    ]),
  ).toEqual([
    ['copy', 'out.txt'],
    ['copy', 'sales.csv'],
  ]);
  database.close();
});

test('a fork of an unknown or damaged run, of another plan or unknown calls is refused, and nothing is kept', async () => {
  const tab = openTab();
  await endedRun(tab);
  const start = (more: Partial<Fork>, plan: Plan = PLAN) => tab.run(plan, { runId: 'no', fork: fork(more) });
  await expect(start({ runId: 'nowhere' })).rejects.toMatchObject({ code: 'unknown-run' });
  await expect(start({}, planOf([get('z')]))).rejects.toMatchObject({
    code: 'not-that-plan',
    message: expect.stringContaining('results fit no other'),
  });
  await expect(start({ cleared: ['z'] })).rejects.toMatchObject({
    code: 'cannot-fork',
    message: 'The plan of that run has no call "z".',
  });
  await expect(tab.run(PLAN, { runId: 'no', hash: 'f'.repeat(64), fork: fork({}) })).rejects.toMatchObject({
    code: 'not-approved',
  });
  const database = await openDatabase();
  await rowsIn(database, 'batches').delete(['source', 1]);
  database.close();
  await expect(start({})).rejects.toMatchObject({
    code: 'plan-missing',
    message: expect.stringContaining('damaged'),
  });
  expect((await journalled('no')).kept).toBe(0);
});
