import { expect, test } from 'vitest';
import type { Plan } from '../../../src/plan/document.ts';
import { planGoal } from './goals.ts';
import { dropped } from './typed-files.ts';

/** As after another file was put in a file's place: one call behind the read names its columns as the plan does. */
const SWAPPED = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [
    { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' },
    {
      _id: 'named',
      _tool: 'selectColumns',
      rows: '†state.sales',
      columns: [
        { column: 'date', as: 'day' },
        { column: 'region', as: 'shop' },
        { column: 'amount', as: 'paid' },
        'product',
      ],
      _outputPath: '†state.named',
    },
    {
      _id: 'group',
      _tool: 'groupRows',
      rows: '†state.named',
      by: 'shop',
      column: 'paid',
      aggregate: 'sum',
      _outputPath: '†state.totals',
    },
  ],
  output: '†state.totals',
} as unknown as Plan;

const change = (sentence: string) =>
  planGoal(sentence, { files: dropped('sales.csv'), change: { plan: SWAPPED, selected: [] } });

test.each([
  ['per month as well', { by: ['shop', { column: 'day', part: 'month' }] }],
  ['by date instead', { by: [{ column: 'day', part: 'day' }] }],
  ['instead by product', { by: 'product' }],
])('"%s" names behind the renaming what the plan calls the column there', async (sentence, expected) => {
  const { calls } = await change(sentence);
  expect(calls.find(({ _id }) => _id === 'group')).toMatchObject(expected);
  expect(JSON.stringify(calls.find(({ _id }) => _id === 'group'))).not.toContain('date');
});

test('what is put before it names the file’s own', async () => {
  const { calls } = await change('only the rows of the year 2026');
  const keep = calls.find(({ _tool }) => _tool === 'filterRows');
  expect(keep).toMatchObject({ rows: '†state.sales', column: 'date' });
});
