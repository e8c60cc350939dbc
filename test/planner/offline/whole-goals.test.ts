/** Goals read whole: conditions, decisions, one for each, several files, other languages – and what stands open. */

import { expect, test } from 'vitest';
import { parametersOf, planGoal } from './goals.ts';
import { dropped } from './typed-files.ts';

const plan = (goal: string, ...files: string[]) => planGoal(goal, { files: dropped(...files) });

test.each([
  ['Summiere amount je region', 'total amount'],
  ['Somme de amount par region', 'total amount'],
  ['Suma de amount por region', 'total amount'],
  ['Somma di amount per region', 'total amount'],
])('%s', async (goal, as) => {
  expect(parametersOf(await plan(goal, 'sales.csv'), 'groupRows')).toMatchObject({ by: 'region', as });
});

test('a German goal is described in German, from the parameters', async () => {
  const { calls } = await plan('Nur North, dann Summe von amount je product', 'sales.csv');
  expect(calls.map(({ _description }) => _description)).toEqual([
    'sales.csv lesen',
    'Zeilen behalten, in denen gilt: region ist North',
    'Summe (amount) je product',
  ]);
});

test('and, or and not are conditions of one filter', async () => {
  const made = await plan('North or South, without Pens, over 100', 'sales.csv');
  expect(parametersOf(made, 'filterRows')?.conditions).toEqual([
    { column: 'region', operator: 'oneOf', value: ['North', 'South'] },
    { column: 'product', operator: 'notEquals', value: 'Pen' },
    { column: 'amount', operator: 'greaterThan', value: 100 },
  ]);
});

test('a condition is a decision with two ways out that join', async () => {
  const made = await plan('If the total amount is over 500 note "good", otherwise note "bad"', 'sales.csv');
  expect(made.tools).toEqual(['readCsv', 'groupRows', 'decide', 'note', 'note']);
  expect(parametersOf(made, 'decide')).toMatchObject({ operator: 'greaterThan', compareTo: 500 });
  expect(made.calls.slice(3).map(({ _after }) => _after)).toEqual([
    '†state.decide1.yes',
    '†state.decide1.no',
  ]);
  expect(made.output).toBe('†state.note || †state.note_2');
});

test('for each makes a part for each value that the file has', async () => {
  const { calls } = await plan('For each region save a csv file', 'sales.csv');
  expect(calls.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))).toEqual([
    'North.csv',
    'South.csv',
    'East.csv',
    'West.csv',
  ]);
});

test('an address beside a file is fetched, and where something is to be sent it stands open', async () => {
  const made = await plan(
    'Get http://127.0.0.1:8080/rates, read sales.csv, total the amount by region and save it as totals.csv',
    'sales.csv',
  );
  expect(made.tools).toEqual(['httpGet', 'readCsv', 'groupRows', 'saveFile']);
  expect(parametersOf(made, 'httpGet')).toEqual({ url: 'http://127.0.0.1:8080/rates' });
  const sent = await plan('Total the amount by region and post it to https://a.example/in', 'sales.csv');
  expect(new Set(sent.tools)).toEqual(new Set(['readCsv', 'groupRows', 'open']));
  expect(sent.calls.map(({ _description }) => _description)).toContain('https://a.example/in');
});

test('columns of two files are joined by the column that fits', async () => {
  const made = await plan('total per country', 'orders.csv', 'customers.csv');
  expect(parametersOf(made, 'joinRows')).toMatchObject({ on: 'customer_id' });
  expect(parametersOf(made, 'groupRows')).toMatchObject({ by: 'country', column: 'total' });
});

test('what no call does stands as an open step, with its words', async () => {
  const made = await plan('Send the total amount per region to my boss', 'sales.csv');
  expect(made.calls.at(-1)).toMatchObject({ _tool: 'open', _description: 'Send' });
  expect(made.unusedWords).toContain('Send');
});
