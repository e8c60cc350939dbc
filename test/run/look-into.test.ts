/** What forms offer of a value: right, bounded, and said where it is not all. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { LISTED_CELLS, lookInto } from '../../src/run/look-into.ts';

const SALES: Json = [
  { region: 'North', amount: 120, paid: true, note: null },
  { region: 'South', amount: 80, paid: false, note: 'late' },
  { region: 'North', amount: 5, paid: true, note: 7 },
];

test('the columns of a table have their types, the fields of an object too', () => {
  expect(lookInto(SALES, { path: [] })).toEqual({
    items: 3,
    fields: [
      { name: 'region', type: 'text' },
      { name: 'amount', type: 'number' },
      { name: 'paid', type: 'yes or no' },
      { name: 'note', type: 'mixed' },
    ],
  });
  expect(lookInto({ orders: SALES, n: 1 }, { path: [] })?.fields).toEqual([
    { name: 'orders', type: 'list', inside: lookInto(SALES, { path: [] })?.fields },
    { name: 'n', type: 'number' },
  ]);
});

test('a field of one row has the type of its column', () => {
  const rows: Json = [
    { code: null, sum: 1 },
    { code: 'A', sum: 'none', other: 1 },
  ];
  expect(lookInto({ rows }, { path: ['rows', 0] })?.fields).toEqual([
    { name: 'code', type: 'text' },
    { name: 'sum', type: 'mixed' },
  ]);
});

test('a place in it is looked into; none that is not there, and none of a prototype', () => {
  expect(lookInto({ orders: SALES }, { path: ['orders', 1] })?.fields.map(({ name }) => name)).toEqual([
    'region',
    'amount',
    'paid',
    'note',
  ]);
  expect(lookInto({ orders: SALES }, { path: ['orders', 9] })).toBeUndefined();
  expect(lookInto({}, { path: ['constructor'] })).toBeUndefined();
});

test('values are counted, the most frequent first, those that begin with what is typed before those that hold it', () => {
  const counts = (typed?: string) => lookInto(SALES, { path: [], column: 'region', typed })?.counts;
  expect(counts()).toEqual({
    cells: [
      { value: 'North', count: 2 },
      { value: 'South', count: 1 },
    ],
    fitting: 2,
    distinct: 2,
    isCut: false,
  });
  expect(counts('so')?.cells).toEqual([{ value: 'South', count: 1 }]);
  expect(counts('h')).toMatchObject({ fitting: 2, distinct: 2 });
  const names = ['Ruth', 'thea', 'Theo'].map((name) => ({ name }));
  expect(
    lookInto(names, { path: [], column: 'name', typed: 'th' })?.counts?.cells.map(({ value }) => value),
  ).toEqual(['thea', 'Theo', 'Ruth']);
});

test('nothing empty, nested or too long is a value to choose; what was left out is said', () => {
  const rows: Json = [{ a: '' }, { a: null }, {}, { a: [1] }, { a: 'x'.repeat(500) }, { a: 'y' }];
  expect(lookInto(rows, { path: [], column: 'a' })?.counts).toEqual({
    cells: [{ value: 'y', count: 1 }],
    fitting: 1,
    distinct: 1,
    isCut: true,
  });
});

test('of ten thousand values a few are listed, and any can be found by typing', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: `c${at}` }));
  const all = lookInto(rows, { path: [], column: 'id' })?.counts;
  expect(all).toMatchObject({ fitting: 10_000, distinct: 10_000, isCut: false });
  expect(all?.cells).toHaveLength(LISTED_CELLS);
  const one = lookInto(rows, { path: [], column: 'id', typed: 'c9876' })?.counts;
  expect(one?.cells).toEqual([{ value: 'c9876', count: 1 }]);
});

test('the counts of all values add up to the rows that have one', () => {
  const cell = fc.oneof(
    fc.constantFrom('a', 'b', 'c', '', null),
    fc.integer({ min: 0, max: 3 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ x: cell }), { maxLength: 60 }), (rows) => {
      const counts = lookInto(rows as Json, { path: [], column: 'x' })?.counts;
      const filled = rows.filter(({ x }) => x !== '' && x !== null).length;
      expect(counts?.cells.reduce((sum, { count }) => sum + count, 0)).toBe(filled);
    }),
  );
});
