/** What a card can show of a value: by its shape, small however large it is, and never wrong about how much there is. */

import { expect, it } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { LargeValue } from '../../src/run/large-value.ts';
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
  [[3, 'a', null, [1], { x: 1 }], { as: 'list', items: 5, first: ['3', 'a', '', '1 item'] }],
  [[], { as: 'list', items: 0, first: [] }],
  [
    { a: 1, b: [{ c: 2 }], c: { d: 1, e: 2 }, f: { kind: 'chart', mark: 'bar', x: 'a', y: 'b', data: [] } },
    {
      as: 'fields',
      count: 4,
      first: [
        ['a', '1'],
        ['b', '1 row'],
        ['c', '2 fields'],
        ['f', 'a chart'],
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
  expect(valueHead(bars)).toMatchObject({ lines: [[1, 0.5]], of: 2 });
});

it('of lines: each series by itself, over the same places', () => {
  const data = [
    { day: '2026-01-03', region: 'South', v: 4 },
    { day: '2026-01-01', region: 'South', v: 2 },
    { day: '2026-01-01', region: 'North', v: 1 },
    { day: '2026-01-02', region: 'North', v: 3 },
  ];
  const lines = { kind: 'chart', mark: 'line', x: 'day', y: 'v', color: 'region', title: '', data };
  const drawn = [
    [0.25, 0.75, null],
    [0.5, null, 1],
  ];
  expect(valueHead(lines)).toMatchObject({ lines: drawn, of: 3, ofLines: 2 });
  expect(valueHead({ ...lines, color: undefined } as unknown as Json)).toMatchObject({
    lines: [[1, 0.5, 0.25, 0.75]],
    of: 4,
  });
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
    lines: [[0, 0.5, 1]],
    zero: 0.5,
    of: 3,
    ofLines: 1,
  });
  // What only calls itself a chart is shown as what it is.
  expect(valueHead({ kind: 'chart', mark: 'bar', data: 7 })).toMatchObject({ as: 'fields' });
});

it('of what is kept apart: how much there is, and not how much of it is here', () => {
  const apart = (kind: 'text' | 'object', head: Json) =>
    valueHead(
      new LargeValue({ ref: 'r/1.0', size: 2_000_000, kind, count: 1_900_000, head }) as unknown as Json,
    );
  expect(apart('text', 'begins')).toMatchObject({ as: 'text', characters: 1_900_000 });
  expect(apart('object', { a: 1 })).toMatchObject({ as: 'fields', count: 1_900_000 });
  const picture = apart('text', `data:image/png;base64,${'A'.repeat(100)}`);
  expect(picture).toEqual({ as: 'picture', bytes: 1_424_983, src: '' });
});

it('of pixels: the picture, where it is small; of what draws by rules of its own its text', () => {
  const src = `data:image/png;base64,${'A'.repeat(400)}`;
  expect(valueHead(src)).toEqual({ as: 'picture', bytes: 300, src });
  expect(valueHead({ a: src })).toMatchObject({ first: [['a', 'a picture']] });
  expect(valueHead(`${src}${'A'.repeat(20_000)}`)).toEqual({ as: 'picture', bytes: 15_300, src: '' });
  for (const text of ['data:image/svg+xml;base64,AAAA', `${src}" onerror="`, 'https://example.org/a.png'])
    expect(valueHead(text)).toMatchObject({ as: 'text' });
});

it('is small, whatever the value is', () => {
  const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`c${i}`, 'y'.repeat(10_000)]));
  const text = 'x'.repeat(5_000_000);
  for (const value of [[wide, wide], wide, text, Array.from({ length: 1000 }, () => text)])
    expect(JSON.stringify(valueHead(value as Json)).length).toBeLessThan(1500);
  expect(valueHead([wide])).toMatchObject({ columns: 1000 });
});
