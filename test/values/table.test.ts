import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { type Arrangement, AS_THEY_ARE, arranged } from '../../src/values/arrange.ts';
import { isoOf, secondsOf } from '../../src/values/days.ts';
import { figuresOf } from '../../src/values/figures.ts';
import { cellOf, type Table, tableOf } from '../../src/values/table.ts';

/** Drives it to its end without a pause. */
function ended<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
const table = (items: readonly Json[]): Table => ended(tableOf(items));
const shown = (items: readonly Json[], by: Partial<Arrangement>): Json[] => {
  const all = table(items);
  const order = ended(arranged(all, { ...AS_THEY_ARE, ...by }));
  return order ? [...order].map((at) => items[at] as Json) : [...items];
};
const figures = (items: readonly Json[], column = 0) => ended(figuresOf(table(items), column, null));

const ORDERS = [
  { id: 'A10', amount: '1.249,50', day: '03.02.2026', note: null },
  { id: 'A9', amount: '80,00', day: '27.01.2026', note: 'later' },
  { id: 'B1', amount: ' ', day: '31.12.2025', note: '' },
  { id: 'a2', amount: '90,00', day: '', note: 'Later' },
];

describe('a table', () => {
  it('has a column for each name, in the order in which they are first met', () => {
    const { columns, isNamed } = table([{ b: 1 }, { a: 'x', b: 2 }]);
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['b', 'number'],
      ['a', 'text'],
    ]);
    expect(isNamed).toBe(true);
  });

  it('of a list that holds no rows has one column', () => {
    expect(table([3, 'x', { a: 1 }]).columns).toHaveLength(1);
    expect(table([3, 4]).columns[0]?.type).toBe('number');
    expect(table([]).items).toEqual([]);
  });

  it('reads no cell off a prototype', () => {
    expect(cellOf({}, 'constructor', true)).toBeNull();
    expect(table([JSON.parse('{"__proto__": 4}') as Json]).columns[0]).toMatchObject({ name: '__proto__' });
  });
});

describe('an arrangement', () => {
  it('sorts numbers and days by what they say in the writing of their file, and what says nothing after them', () => {
    const ids = (column: number, descending = false) =>
      shown(ORDERS, { sort: { column, descending } }).map((row) => (row as { id: string }).id);
    expect(ids(1)).toEqual(['A9', 'a2', 'A10', 'B1']);
    expect(ids(1, true)).toEqual(['A10', 'a2', 'A9', 'B1']);
    expect(ids(2)).toEqual(['B1', 'A9', 'A10', 'a2']);
    expect(ids(2, true)).toEqual(['A10', 'A9', 'B1', 'a2']);
    expect(ids(0)).toEqual(['a2', 'A9', 'A10', 'B1']);
  });

  it('is that of a stable sort, whatever the numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 5_000 }),
        fc.boolean(),
        (of, down) => {
          const items = of.map((n, at) => ({ n, at }));
          const wanted = [...items].sort((a, b) => (down ? b.n - a.n : a.n - b.n));
          expect(shown(items, { sort: { column: 0, descending: down } })).toEqual(wanted);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('keeps the rows for which all conditions hold, and that hold what is searched', () => {
    const kept = (by: Partial<Arrangement>) => shown(ORDERS, by).map((row) => (row as { id: string }).id);
    expect(kept({ filters: [{ column: 1, how: 'least', text: '90' }] })).toEqual(['A10', 'a2']);
    expect(kept({ filters: [{ column: 1, how: 'is', text: '1249,5' }] })).toEqual(['A10']);
    expect(kept({ filters: [{ column: 2, how: 'most', text: '2026-01-27' }] })).toEqual(['A9', 'B1']);
    expect(kept({ filters: [{ column: 3, how: 'empty', text: '' }] })).toEqual(['A10', 'B1']);
    expect(kept({ search: 'LATER' })).toEqual(['A9', 'a2']);
    expect(kept({ search: 'later', filters: [{ column: 0, how: 'contains', text: 'A9' }] })).toEqual(['A9']);
    expect(kept({ filters: [{ column: 1, how: 'least', text: 'much' }] })).toEqual([]);
  });
});

describe('the figures of a column', () => {
  it('count what is filled, what is different and what is not of its type', () => {
    expect(figures(ORDERS, 1)).toMatchObject({
      ...{ rows: 4, filled: 3, others: 0, distinct: 3 },
      ...{ least: '80', greatest: '1249,5' },
    });
    expect(figures(ORDERS, 3)).toMatchObject({ filled: 2, distinct: 2 });
    expect(figures(ORDERS, 2)).toMatchObject({ filled: 3, least: '2025-12-31', greatest: '2026-02-03' });
  });

  it('count what is no number in a column of several types', () => {
    const items = [3, 'n/a', 1, 'n/a'].map((v) => ({ v }));
    expect(figures(items)).toMatchObject({ filled: 4, others: 2, distinct: 3, least: '1', greatest: '3' });
    expect(shown(items, { sort: { column: 0, descending: false } })).toEqual(
      [1, 3, 'n/a', 'n/a'].map((v) => ({ v })),
    );
  });

  it('tell the commonest values, the most common first', () => {
    const items = ['x', 'y', 'y', null, 'z', 'y', 'z'].map((v) => ({ v }));
    expect(figures(items).bars.all.map(({ label, count }) => [label, count])).toEqual([
      ['y', 3],
      ['z', 2],
      ['x', 1],
    ]);
  });

  it('spread numbers over stretches that hold each of them once, and filter to just those rows', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 30 }), (of) => {
        const items = of.map((n) => ({ n }));
        const { bars } = figures(items);
        if (bars.of === 'stretches')
          expect(bars.all.reduce((sum, { count }) => sum + count, 0)).toBe(items.length);
        for (const { count, filters } of bars.all)
          if (count > 0) expect(shown(items, { filters })).toHaveLength(count);
      }),
    );
  });
});

it('a day and its time go to seconds and back', () => {
  for (const iso of ['2026-11-24', '1970-01-01', '2000-02-29', '1899-12-31', '2026-11-24T18:28:21'])
    expect(isoOf(secondsOf(iso))).toBe(iso);
  expect(secondsOf('1970-01-02')).toBe(86_400);
});
