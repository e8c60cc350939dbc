/** What a planner goes by that writes the rest of a run's plan: files as they are, and a trial that does nothing again. */

import { expect, it } from 'vitest';
import { type FilePool, NoThreads } from '../../src/activities/pool.ts';
import type { Call } from '../../src/plan/document.ts';
import { replanGround } from '../../src/preview/replan-ground.ts';
import type { ReplanRequest } from '../../src/run/replan.ts';
import { planOf, READ, SALES, SUM } from './previewing.ts';

const none = () => Promise.reject(new NoThreads('none here'));
const pool: FilePool = { compute: none, look: none, profile: none, close: () => {} };

/** @param result of the call that read the file, where it is done */
function asked(
  calls: readonly Call[],
  result: ReplanRequest['history'][number]['result'],
  more: Partial<ReplanRequest> = {},
): ReplanRequest {
  const history = [{ call: READ, status: 'completed' as const, ...(result === undefined ? {} : { result }) }];
  return {
    ...{ cause: 'failure', goal: 'Sum', plan: planOf(calls), files: ['sales.csv'], input: {} },
    ...{ history, lastError: 'It broke.' },
    ...more,
  };
}

const around = (files: Readonly<Record<string, string>>) => ({
  ...{ pool, now: () => 0, signal: new AbortController().signal },
  read: async (name: string) => {
    if (!Object.hasOwn(files, name)) throw new Error('There is none.');
    return new Blob([files[name] ?? '']);
  },
});

const ROWS = [{ region: 'East', amount: 7 }];
const WRONG = { ...SUM, column: 'amont' };

it('tells of the files that are there how they are built and how they begin, and of no other', async () => {
  const request = asked([READ, SUM], ROWS, { files: ['sales.csv', 'gone.csv', 'empty.csv'] });
  const { files } = await replanGround(request, around({ 'sales.csv': SALES, 'empty.csv': '' }));
  expect(files).toMatchObject([{ name: 'sales.csv', size: SALES.length, head: SALES }]);
  expect(files[0]?.profile.tables[0]?.columns.map(({ name }) => name)).toEqual(['region', 'amount']);
});

it('tries what follows on what was done: that is not done again', async () => {
  const { tryPlan } = await replanGround(asked([READ, SUM], ROWS), around({ 'sales.csv': SALES }));
  const trial = await tryPlan?.(planOf([READ, SUM], { output: '†state.sums' }));
  expect(trial?.output).toEqual([{ region: 'East', sum: 7 }]);
  const wrong = await tryPlan?.(planOf([READ, WRONG]));
  expect(wrong?.calls.get('sums')).toMatchObject({ status: 'failed' });
});

it('of a result that is only there as its head it reads the file', async () => {
  const request = asked([READ, SUM], ROWS);
  const history = request.history.map((one) => ({ ...one, isHead: true as const }));
  const { tryPlan } = await replanGround({ ...request, history }, around({ 'sales.csv': SALES }));
  expect((await tryPlan?.(planOf([READ, SUM], { output: '†state.sums' })))?.output).toEqual([
    { region: 'North', sum: 125 },
    { region: 'South', sum: 80 },
  ]);
});

it('tries nothing where each instance has an input of its own', async () => {
  const { input: _, ...request } = asked([READ], ROWS);
  expect(await replanGround(request, around({ 'sales.csv': SALES }))).not.toHaveProperty('tryPlan');
});
