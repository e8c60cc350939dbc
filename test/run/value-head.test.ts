/** What a card can show of a value: by its shape, small however large it is, and never wrong about how much there is. */

import { expect, it } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { valueHead } from '../../src/run/value-head.ts';

it('of rows: how many, how many columns, and the first of both', () => {
  const rows = Array.from({ length: 1204 }, (_, i) => ({
    day: `d${i}`,
    amount: i / 3,
    paid: true,
    note: 'x',
  }));
  expect(valueHead(rows)).toEqual({
    as: 'rows',
    rows: 1204,
    columns: 4,
    names: ['day', 'amount', 'paid'],
    cells: [
      ['d0', '0', 'yes'],
      ['d1', '0.3333', 'yes'],
      ['d2', '0.6667', 'yes'],
    ],
    numeric: [false, true, false],
  });
});

it('of rows of several shapes, which lack what they lack', () => {
  const head = valueHead([{ a: 1 }, { b: null, a: 2 }]);
  expect(head).toMatchObject({
    columns: 2,
    names: ['a', 'b'],
    cells: [
      ['1', ''],
      ['2', ''],
    ],
  });
});

it('of a column called as what every object has, nothing that is not in the row', () => {
  expect(valueHead([{ a: 1 }, { constructor: 'x' }])).toMatchObject({
    names: ['a', 'constructor'],
    cells: [
      ['1', ''],
      ['', 'x'],
    ],
  });
});

it.each<[Json, object]>([
  [[3, 'a', null, [1], { x: 1 }], { as: 'list', items: 5, first: ['3', 'a', '', '1 items'] }],
  [[], { as: 'list', items: 0, first: [] }],
  [
    { a: 1, b: [{ c: 2 }] },
    {
      as: 'fields',
      count: 2,
      first: [
        ['a', '1'],
        ['b', '1 rows'],
      ],
    },
  ],
  [{}, { as: 'fields', count: 0, first: [] }],
  ['two words', { as: 'text', characters: 9, text: 'two words' }],
  [12.4166666666667, { as: 'one', text: '12.42' }],
  [false, { as: 'one', text: 'no' }],
  [null, { as: 'one', text: '' }],
])('of %j', (value, head) => {
  expect(valueHead(value)).toEqual(head);
});

it('of bars: those of one place together, as they are drawn', () => {
  const data = [
    { month: '2026-01', payee: 'Lidl', v: 1 },
    { month: '2026-01', payee: 'Rewe', v: 3 },
    { month: '2026-02', payee: 'Lidl', v: 2 },
  ];
  const bars = { kind: 'chart', mark: 'bar', x: 'month', y: 'v', color: 'payee', title: '', data };
  expect(valueHead(bars)).toMatchObject({ points: [1, 0.5], of: 2 });
  expect(valueHead({ ...bars, mark: 'line' })).toMatchObject({ of: 3 });
});

it('of a chart: where its points stand, negative ones as well', () => {
  const data = [
    { m: 'a', v: -5 },
    { m: 'b', v: 0 },
    { m: 'c', v: 5 },
  ];
  expect(valueHead({ kind: 'chart', mark: 'bar', x: 'm', y: 'v', title: '', data })).toEqual({
    as: 'chart',
    title: 'v by m',
    mark: 'bar',
    points: [0, 0.5, 1],
    zero: 0.5,
    of: 3,
  });
  // What only calls itself a chart is shown as what it is.
  expect(valueHead({ kind: 'chart', mark: 'bar', data: 7 })).toMatchObject({ as: 'fields' });
});

it('is small, whatever the value is', () => {
  const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`c${i}`, 'y'.repeat(10_000)]));
  const text = 'x'.repeat(5_000_000);
  for (const value of [[wide, wide], wide, text, Array.from({ length: 1000 }, () => text)])
    expect(JSON.stringify(valueHead(value as Json)).length).toBeLessThan(1500);
  expect(valueHead([wide])).toMatchObject({ columns: 1000 });
});
