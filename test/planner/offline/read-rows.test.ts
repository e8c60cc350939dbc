/** What is computed: figures, groups, ranks, orders, columns – read from goals in the words people use for them. */

import { expect, test } from 'vitest';
import { parametersOf, planGoal } from './goals.ts';
import { dropped } from './typed-files.ts';

const plan = (goal: string, ...files: string[]) => planGoal(goal, { files: dropped(...files) });

test.each([
  ['highest and lowest price per category', 'products.csv', ['max price', 'min price']],
  [
    'average, highest and lowest Salary by Department',
    'employees.csv',
    ['average Salary', 'max Salary', 'min Salary'],
  ],
  [
    'number of sales, sum and largest amount per region',
    'sales.csv',
    ['count', 'total amount', 'max amount'],
  ],
])('%s: extremes beside figures are figures', async (goal, file, names) => {
  const figures = parametersOf(await plan(goal, file), 'groupRows')?.figures as { as: string }[];
  expect(figures.map(({ as }) => as).toSorted()).toEqual(names.toSorted());
});

test.each([
  ['total amount per region, highest on top', true],
  ['total amount per region, most first', true],
  ['Summe von amount je region, kleinste zuerst', false],
])('%s: an order, and nothing is left out', async (goal, down) => {
  const sort = parametersOf(await plan(goal, 'sales.csv'), 'sortRows');
  expect(sort).toMatchObject({ column: 'total amount' });
  expect(sort?.direction).toBe(down ? 'descending' : undefined);
  expect(sort?.limit).toBeUndefined();
});

test('two keys of an order, each its own way', async () => {
  const made = await plan('sort sales.csv by region and then by amount descending', 'sales.csv');
  expect(made.tools).toEqual(['readCsv', 'sortRows']);
  expect(parametersOf(made, 'sortRows')).toMatchObject({
    column: 'region',
    thenBy: [{ column: 'amount', direction: 'descending' }],
  });
});

test('the first so many of an order are of that order', async () => {
  const made = await plan('sort employees.csv by Name and show the first 2', 'employees.csv');
  expect(parametersOf(made, 'sortRows')).toMatchObject({ column: 'Name', limit: 2 });
});

test('the second highest is the last of the first two', async () => {
  const { calls } = await plan('second highest Salary', 'employees.csv');
  expect(calls.slice(1)).toMatchObject([
    { column: 'Salary', direction: 'descending', limit: 2 },
    { column: 'Salary', limit: 1 },
  ]);
});

test('a figure of the most expensive ones is of those alone', async () => {
  const made = await plan('average price of the three most expensive products', 'products.csv');
  expect(made.tools).toEqual(['readCsv', 'sortRows', 'groupRows']);
  expect(parametersOf(made, 'sortRows')).toMatchObject({ column: 'price', limit: 3 });
});

test('duplicates by a column keep every column', async () => {
  const made = await plan('Remove duplicates by region', 'sales.csv');
  expect(made.tools).toEqual(['readCsv', 'removeDuplicates']);
  expect(parametersOf(made, 'removeDuplicates')).toMatchObject({ columns: ['region'] });
});

test('one column for each unit of another is of the totals of a group', async () => {
  const made = await plan('price per stock for each category', 'products.csv');
  expect(made.tools).toEqual(['readCsv', 'groupRows', 'addColumn']);
  expect(parametersOf(made, 'addColumn')).toMatchObject({ expression: 'total_price / total_stock' });
});

test('when something was first is the first day', async () => {
  const made = await plan('when was the first order?', 'orders.csv');
  expect(parametersOf(made, 'groupRows')).toMatchObject({ column: 'order_date', aggregate: 'min' });
});

test('groups that have so many rows', async () => {
  const made = await plan('regions with at least 2 sales', 'sales.csv');
  expect(parametersOf(made, 'groupRows')).toMatchObject({ by: 'region', aggregate: 'count' });
  expect(parametersOf(made, 'filterRows')).toMatchObject({ column: 'count', operator: 'atLeast', value: 2 });
});

test('how many different ones there are of each group', async () => {
  const made = await plan('how many different products per region', 'sales.csv');
  expect(parametersOf(made, 'groupRows')).toMatchObject({
    by: 'region',
    column: 'product',
    aggregate: 'distinct',
  });
});

test('days between two columns of dates, however they are joined', async () => {
  const head = 'invoice,ordered,paid\nA,2026-01-02,2026-01-09\nB,2026-02-01,2026-02-20\n';
  const made = await planGoal('how many days from ordered to paid for each invoice', {
    files: [{ name: 'invoices.csv', type: '', size: head.length, head }],
  });
  expect(String(parametersOf(made, 'addColumn')?.expression ?? '')).toMatch(/^daysBetween\(/u);
});

test('a column in the middle of a sentence is not what is shown', async () => {
  const made = await plan('all orders nobody has a status for', 'orders.csv');
  expect(made.tools).not.toContain('selectColumns');
});
