/** What is offered for a file follows from its columns. */

import { expect, it } from 'vitest';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { offersOf, offersOfAll } from '../../src/tools/offers.ts';

const offers = async (text: string, name: string) =>
  offersOf(await profileOf(new TextEncoder().encode(text), name));

it('a table with groups, figures and days is summed by each', async () => {
  const text = 'order_id,shop,paid,when\n1,A,2.5,2026-01-02\n2,B,3,2026-02-03\n3,A,4,2026-02-04\n';
  expect(await offers(text, 'orders.csv')).toEqual([
    'Sum paid by shop in orders.csv and draw a bar chart',
    'Show the 10 rows with the highest paid in orders.csv',
    'Sum paid per month of when in orders.csv',
    'Keep the rows of orders.csv where shop is A',
  ]);
});

it('what rows are called by is no figure, whatever it is called, and no more are years', async () => {
  const rows = [1000, 1001, 1002, 1003, 1004].map(
    (one, at) => `${one},${at % 2 ? 2024 : 2025},P,${9 - at * at}`,
  );
  const all = await offers(`order,season,product,qty\n${rows.join('\n')}\n`, 'o.csv');
  expect(all[0]).toBe('Show the 10 rows with the highest qty in o.csv');
  expect(all.join()).not.toMatch(/order|season/u);
});

it('one without figures is counted, one without groups is not grouped', async () => {
  expect(await offers('name,team\nAda,X\nBob,Y\nCy,X\n', 'people.csv')).toEqual([
    'Count the rows of people.csv by team',
    'Keep the rows of people.csv where team is X',
    'Remove duplicate rows from people.csv',
  ]);
  for (const one of await offers('name,age\nAda,36\nBob,41\n', 'a.csv')) expect(one).not.toContain(' by ');
});

it('one whose rows come twice is first offered without them', async () => {
  const rows = 'id,shop,paid\n1,A,2\n2,B,3\n2,B,3\n';
  expect((await offers(rows, 'shops.csv'))[0]).toBe('Remove duplicate rows from shops.csv');
  expect((await offers(`${rows}2,B,4\n`.replace('2,B,3\n2,B,3\n', '2,B,3\n'), 'shops.csv'))[0]).toMatch(
    /^Sum paid/u,
  );
});

it('of the lists of a JSON file the one that most can be asked of is offered', async () => {
  const lines = [
    { sku: 'a', qty: 2 },
    { sku: 'b', qty: 1 },
    { sku: 'a', qty: 5 },
  ];
  const orders = JSON.stringify({
    orders: [
      { id: 1, customer: { name: 'Ada' }, lines },
      { id: 2, customer: { name: 'Bo' }, lines },
    ],
  });
  expect((await offers(orders, 'shop.json'))[0]).toBe('Sum qty by sku in shop.json and draw a bar chart');
});

it('a short text is not summarised, and what can’t be used is offered nothing', async () => {
  expect(await offers('Two words.', 'a.txt')).not.toContain('Summarize a.txt');
  expect(await offers('word '.repeat(100), 'a.txt')).toContain('Summarize a.txt');
  expect(await offers('', 'a.csv')).toEqual([]);
});

it('two tables are first of all put together, and three are not', async () => {
  const file = (name: string, text: string) => profileOf(new TextEncoder().encode(text), name);
  const orders = await file('orders.csv', 'id,customer,paid\n1,2,5\n2,1,6\n');
  const customers = await file('customers.csv', 'id,name\n1,Ada\n2,Bob\n');
  const notes = await file('notes.txt', 'Two words.');
  expect(offersOfAll([orders, notes, customers])[0]).toBe('Put orders.csv and customers.csv together');
  for (const files of [[orders], [orders, notes], [orders, customers, orders]])
    expect(offersOfAll(files).join()).not.toContain('together');
});
