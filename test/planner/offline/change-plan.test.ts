import { expect, test } from 'vitest';
import { FORMAT, type Plan, VERSION } from '../../../src/plan/document.ts';
import { planGoal } from './goals.ts';
import { dropped } from './typed-files.ts';

const TOTALS: Plan = {
  format: FORMAT,
  version: VERSION,
  id: 'p',
  mode: 'lazy',
  calls: [
    { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' },
    {
      _id: 'group',
      _tool: 'groupRows',
      rows: '†state.sales',
      by: 'region',
      column: 'amount',
      aggregate: 'sum',
      _outputPath: '†state.totals',
    },
  ],
  output: '†state.totals',
} as Plan;

const change = (sentence: string, plan = TOTALS) =>
  planGoal(sentence, { files: dropped('sales.csv'), change: { plan, selected: [] } });

test.each([
  ['instead by product', { by: 'product' }],
  ['lieber nach product', { by: 'product' }],
  ['take the average instead of the sum', { aggregate: 'mean' }],
  ['per month as well', { by: ['region', { column: 'date', part: 'month' }] }],
])('"%s" changes the group and keeps its id', async (sentence, expected) => {
  const { calls } = await change(sentence);
  expect(calls.map(({ _id }) => _id)).toEqual(['read', 'group']);
  expect(calls[1]).toMatchObject(expected);
});

test('a condition goes before what it narrows, and is read instead of it', async () => {
  const { calls, output } = await change('only North');
  expect(calls.map(({ _tool }) => _tool)).toEqual(['readCsv', 'filterRows', 'groupRows']);
  expect(calls[1]).toMatchObject({ rows: '†state.sales', column: 'region', value: 'North' });
  expect(calls[2]).toMatchObject({ _id: 'group', rows: '†state.filterRows' });
  expect(output).toBe('†state.totals');
});

test('a chart and a file are put at the end', async () => {
  const charted = await change('as a line chart');
  expect(charted.calls.at(-1)).toMatchObject({ x: 'region', y: 'sum', mark: 'line' });
  expect(charted.output).toBe('†state.makeChart');
  const saved = await change('save it as totals.xlsx');
  expect(saved.calls.at(-1)).toMatchObject({ name: 'totals.xlsx', content: '†state.totals' });
});

test('what it does not understand leaves the plan and says so', async () => {
  const { calls, failure } = await change('send it to Slack');
  expect(calls).toEqual([]);
  expect(failure?.message).toContain('send it to Slack');
});
