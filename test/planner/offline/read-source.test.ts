/** Which files a goal is about, and how they come together. */

import { expect, test } from 'vitest';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { parametersOf, planGoal } from './goals.ts';
import { dropped } from './typed-files.ts';

const file = (name: string, head: string) => ({ name, type: '', size: head.length, head });

const PRICES = [
  file('prices_2025.csv', 'sku,product,price\nA1,Rake,10\nB2,Hose,20\nC3,Pot,5\n'),
  file('prices_2026.csv', 'sku,product,price\nA1,Rake,11\nC3,Pot,6\nD4,Lamp,30\n'),
];

test('a text with semicolons that is called a workbook is read as what it is', async () => {
  const text = 'name;fee\nAnna;12\nBen;9\nCem;12\n';
  const profile = await profileOf(new TextEncoder().encode(text), 'fees.xlsx');
  const made = await planGoal('total fee', { files: [{ ...file('fees.xlsx', text), profile }] });
  expect(made.tools).toEqual(['readCsv', 'groupRows']);
});

test.each([
  ['Which customers never ordered anything?', 'customers.csv'],
  ['customers without orders', 'customers.csv'],
  ['orders whose customer is not in the customers list', 'orders.csv'],
])('%s: rows without a partner', async (goal, left) => {
  const made = await planGoal(goal, { files: dropped('orders.csv', 'customers.csv') });
  expect(made.tools).toEqual(['readCsv', 'readCsv', 'joinRows']);
  expect(parametersOf(made, 'joinRows')).toMatchObject({ how: 'onlyLeft', on: 'customer_id' });
  expect(made.calls[0]).toMatchObject({ file: left });
});

test.each([
  ['What is new in the 2026 list?', 'prices_2026.csv'],
  ['Products in the 2025 list but no longer in 2026', 'prices_2025.csv'],
])('%s: a year tells files apart where no row has a date', async (goal, left) => {
  const made = await planGoal(goal, { files: PRICES });
  expect(parametersOf(made, 'joinRows')).toMatchObject({ how: 'onlyLeft' });
  expect(made.calls[0]).toMatchObject({ file: left });
});

test('columns of other names are one where they hold the same cells', async () => {
  const files = [
    file('bills.csv', 'bill,Kunde,amount\n1,Alp AG,10\n2,Bau KG,20\n3,Café Eck,5\n4,Alp AG,7\n'),
    file('firms.csv', 'Firma,town\nAlp AG,Ulm\nBau KG,Bonn\nCafé Eck,Ulm\n'),
  ];
  const made = await planGoal('total amount per town', { files });
  expect(parametersOf(made, 'joinRows')).toMatchObject({ on: 'Kunde', rightOn: 'Firma' });
});

test('a "not" before a cell is a condition, and no missing partner', async () => {
  const made = await planGoal('orders that are not paid, with the country of the customer', {
    files: dropped('orders.csv', 'customers.csv'),
  });
  expect(made.calls.some(({ how }) => how === 'onlyLeft')).toBe(false);
});
