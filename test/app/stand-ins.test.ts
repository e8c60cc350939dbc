/** What stands in the place of calls that wait for a run: recorded where it is the same call, else made up, else nothing. */

import { expect, it } from 'vitest';
import { type LastRun, standInsOf } from '../../src/app/stand-ins.ts';
import { NO_DELEGATES } from '../../src/plan/delegates.ts';
import type { Call } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { call, planOf, READ, SUM } from '../preview/previewing.ts';

const GET = call('got', 'httpGet', { url: 'https://example.org/' });
const of = (calls: readonly Call[], last?: LastRun) =>
  standInsOf(planOf(calls), NO_DELEGATES, builtInTools, () => last);
const ran = (calls: readonly Call[], results: LastRun['results']): LastRun => ({
  plan: planOf(calls),
  results,
});

it('is what the last run recorded of the same call', () => {
  const last = ran([GET], { got: { status: 200 } });
  expect(of([{ ...GET, _description: 'Asks' }], last)).toEqual({
    got: { value: { status: 200 }, word: 'recorded' },
  });
});

it('is made up where the call is another than it was then', () => {
  const { got } = of([{ ...GET, url: 'https://example.org/other' }], ran([GET], { got: 1 }));
  expect(got?.word).toBe('sampled');
});

it('has what the plan reads inside it', () => {
  const asks = call('asked', 'tellMe');
  const { asked } = of([asks, call('n', 'countWords', { text: '†state.asked.answer' })]);
  expect(asked).toEqual({ value: { answer: '‹asked.answer›' }, word: 'sampled' });
});

it('is nothing where nothing is known, where a way is chosen, and for what computes', () => {
  const chooses = { ...GET, _outputPath: '†state.yes || †state.no' };
  expect(of([call('asked', 'tellMe'), chooses, SUM], ran([chooses, SUM], { got: 1, sums: 1 }))).toEqual({});
});

it('of a file that is read here is handed for nothing: the preview reads it', () => {
  expect(of([READ], ran([READ], { rows: [] })).rows).toEqual({ value: [], word: 'recorded' });
});

it('asks for no run where nothing waits for one', () => {
  const asked = () => {
    throw new Error('It was asked for.');
  };
  expect(standInsOf(planOf([SUM]), NO_DELEGATES, builtInTools, asked)).toEqual({});
});
