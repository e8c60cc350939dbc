import { expect, test } from 'vitest';
import type { PlanInput } from '../../src/plan/input-schema.ts';
import { columnsFor, columnsOf, fitRow } from '../../src/run/fit-rows.ts';

const inputs = (schemas: Record<string, string>): PlanInput[] =>
  Object.entries(schemas).map(([name, type]) => ({ name, schema: { type }, required: true }));

test('a column goes to the input of its name, else to one of a name like it, and once', () => {
  const own = inputs({ order_no: 'string', amount: 'number', Amount: 'number' });
  expect([...columnsFor(own, ['Order No.', 'Amount', 'other'])]).toEqual([
    ['Amount', 'Amount'],
    ['order_no', 'Order No.'],
  ]);
  expect(columnsFor(own, ['…']).size).toBe(0);
});

test('a cell becomes what its input wants where that is the same thing, and stays what it is otherwise', () => {
  const own = inputs({ no: 'string', n: 'number', paid: 'boolean', list: 'array' });
  const fitted = (row: Record<string, string | number>) =>
    fitRow(row, own, columnsFor(own, columnsOf([row])));
  expect(fitted({ no: 7, n: '1.50', paid: 'Yes', list: '[1]' })).toEqual({
    no: '7',
    n: 1.5,
    paid: true,
    list: [1],
  });
  expect(fitted({ n: '1,50', paid: 'perhaps', list: '{}' })).toEqual({
    n: '1,50',
    paid: 'perhaps',
    list: '{}',
  });
  expect(fitted({ no: '', n: '0x10', more: '' })).toEqual({ n: '0x10', more: '' });
});

test('a column that is called as an object has names by itself is a column like any', () => {
  const row = JSON.parse('{"__proto__": "x", "constructor": "y"}');
  const own = fitRow(row, [], new Map());
  expect(Object.keys(own)).toEqual(['__proto__', 'constructor']);
});
