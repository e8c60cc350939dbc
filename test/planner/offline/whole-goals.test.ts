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
  const open = made.calls.filter(({ _tool }) => _tool === 'open').map(({ _description }) => _description);
  expect(open).toContain('Send');
  expect(made.unusedWords).toContain('Send');
});

test.each([
  ['Amount adjusted for inflation per region', 'sales.csv', 'inflation'],
  ['How is Bob doing?', 'employees.csv', 'doing'],
])('%s: what is not understood stands open, and no other value is delivered', async (goal, file, word) => {
  const made = await plan(goal, file);
  const said = made.calls.filter(({ _tool }) => _tool === 'open').map(({ _description }) => _description);
  expect(`${said.join(' ')} ${made.failure?.message ?? ''}`).toContain(word);
});

test('neither and nor leave out both', async () => {
  const made = await plan('Total amount of neither Pen nor Desk', 'sales.csv');
  expect(parametersOf(made, 'filterRows')).toMatchObject({ operator: 'notOneOf', value: ['Pen', 'Desk'] });
});

test('a figure that is compared is of the column that it named', async () => {
  const made = await plan('Categories whose average price is over 50', 'products.csv');
  expect(made.inputSchema).toBeUndefined();
  expect(parametersOf(made, 'filterRows')).toMatchObject({
    column: 'average price',
    operator: 'greaterThan',
  });
});

test('a share in the number of rows is a share', async () => {
  const made = await plan('Share of each category in the number of products, in percent', 'products.csv');
  expect(JSON.stringify(parametersOf(made, 'groupRows'))).toContain('percent');
});

test('a number is compared with the column behind it before one that another condition took', async () => {
  const made = await plan('Products with a price over 10 but more than 3 stock', 'products.csv');
  expect(parametersOf(made, 'filterRows')?.conditions).toMatchObject([
    { column: 'price', operator: 'greaterThan', value: 10 },
    { column: 'stock', operator: 'greaterThan', value: 3 },
  ]);
});
