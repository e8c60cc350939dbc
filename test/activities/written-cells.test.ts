/** Numbers and dates are read as their column is written, or refused with the cell named. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { fault, run, testContext } from './context.ts';

const german = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const english = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((n) => n / 100);
const days = fc
  .date({ min: new Date('1931-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const values = (rows: unknown, column: string) => (rows as Record<string, Json>[]).map((row) => row[column]);

describe('sortRows', () => {
  test('1.249,50 stands above 99,00', async () => {
    const rows = ['99,00', '1.249,50', '5,10', ''].map((paid) => ({ paid }));
    const sorted = await run('sortRows', { rows, column: 'paid', direction: 'descending', limit: 3 });
    expect(values(sorted, 'paid')).toEqual(['1.249,50', '99,00', '5,10']);
  });

  test.each([
    ['decimal commas', german, ''],
    ['decimal points', english, ''],
    ['a currency behind', german, ' €'],
    ['percent', english, '%'],
  ])('orders any numbers with %s as the numbers they are', async (_, format, unit) => {
    await fc.assert(
      fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 30 }), async (numbers) => {
        const rows = numbers.map((n) => ({ n, written: `${format.format(n)}${unit}` }));
        const sorted = await run('sortRows', { rows, column: 'written' });
        expect(values(sorted, 'n')).toEqual([...numbers].sort((a, b) => a - b));
      }),
    );
  });

  test('orders any dates that are written day first', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 30 }), async (dates) => {
        const rows = dates.map((on) => ({ on, written: on.split('-').reverse().join('.') }));
        const sorted = await run('sortRows', { rows, column: 'written' });
        expect(values(sorted, 'on')).toEqual([...dates].sort());
      }),
    );
  });

  test('a cell that is none among numbers is named, codes are sorted as texts', async () => {
    const rows = ['1,50', '2,50', 'n/a'].map((n) => ({ n }));
    expect((await fault('sortRows', { rows, column: 'n' })).message).toContain('Row 3 has the text "n/a"');
    const mixed = ['1.249,50', '1,249.50'].map((n) => ({ n }));
    expect((await fault('sortRows', { rows: mixed, column: 'n' })).message).toContain(
      'no number as the other cells are written',
    );
    const houses = ['10', '2a', '2'].map((n) => ({ n }));
    expect(values(await run('sortRows', { rows: houses, column: 'n' }), 'n')).toEqual(['2', '2a', '10']);
  });

  test('where no cell tells day from month it asks', async () => {
    const rows = ['03/04/2026', '01/05/2026'].map((on) => ({ on }));
    expect((await fault('sortRows', { rows, column: 'on' })).message).toContain('"dateOrder"');
    const first = async (dateOrder: string) =>
      values(await run('sortRows', { rows, column: 'on', limit: 1, dateOrder }), 'on')[0];
    expect(await first('dayFirst')).toBe('03/04/2026');
    expect(await first('monthFirst')).toBe('01/05/2026');
  });

  test('further columns, and the first so many of each group', async () => {
    const rows = [
      { g: 'b', n: 1, m: 1 },
      { g: 'a', n: 2, m: 1 },
      { g: 'b', n: 3, m: 2 },
      { g: 'b', n: 3, m: 9 },
    ];
    const sort = {
      rows,
      column: 'n',
      direction: 'descending',
      thenBy: [{ column: 'm', direction: 'descending' }],
    };
    expect(values(await run('sortRows', sort), 'm')).toEqual([9, 2, 1, 1]);
    expect(values(await run('sortRows', { ...sort, per: 'g', limit: 2 }), 'g')).toEqual(['b', 'b', 'a']);
  });
});

describe('filterRows', () => {
  const rows = [
    { id: 1, paid: '1.249,50', on: '21.03.2026', city: 'Köln', due: '01.04.2026' },
    { id: 2, paid: '99,00', on: '02.01.2026', city: 'Bonn', due: '01.01.2026' },
    { id: 3, paid: '', on: '31.12.2025', city: '', due: '' },
  ];
  const ids = async (params: Record<string, Json>) =>
    values(await run('filterRows', { rows, ...params }), 'id');

  test.each([
    [{ column: 'paid', operator: 'greaterThan', value: 100 }, [1]],
    [{ column: 'paid', operator: 'greaterThan', value: '100' }, [1]],
    [{ column: 'paid', operator: 'atLeast', value: '1.249,50' }, [1]],
    [{ column: 'paid', operator: 'between', value: '50 and 200' }, [2]],
    [{ column: 'paid', operator: 'between', value: '50, 1249.5' }, [1, 2]],
    [{ column: 'paid', value: '99' }, [2]],
    [{ column: 'on', operator: 'after', value: '2026-01-31' }, [1]],
    [{ column: 'on', operator: 'before', value: '1.2.2026' }, [2, 3]],
    [{ column: 'on', operator: 'onOrBefore', value: '2026-01' }, [2, 3]],
    [{ column: 'on', operator: 'after', value: 'today' }, []],
    [{ column: 'on', value: '2026-03' }, [1]],
    [{ column: 'on', value: 2025 }, [3]],
    [{ column: 'city', operator: 'oneOf', value: 'Köln, Bonn' }, [1, 2]],
    [{ column: 'city', operator: 'notOneOf', value: ['Köln'] }, [2, 3]],
    [{ column: 'on', operator: 'after', valueColumn: 'due' }, [2]],
    [
      {
        conditions: [
          { column: 'city', value: 'Bonn' },
          { column: 'paid', operator: 'isEmpty' },
        ],
        match: 'any',
      },
      [2, 3],
    ],
    [
      {
        conditions: [
          { column: 'city', value: 'Bonn', not: true },
          { column: 'id', operator: 'lessThan', value: 3 },
        ],
      },
      [1],
    ],
    [
      {
        column: 'id',
        operator: 'atLeast',
        value: 2,
        conditions: [
          {
            conditions: [
              { column: 'id', value: 1 },
              { column: 'id', value: 3 },
            ],
            match: 'any',
          },
        ],
      },
      [3],
    ],
  ] as [Record<string, Json>, number[]][])('%j', async (params, expected) => {
    expect(await ids(params)).toEqual(expected);
  });

  test('keeps of any numbers those above another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 20 }), cents, async (numbers, limit) => {
        const table = numbers.map((n) => ({ n, written: `${german.format(n)} €` }));
        const kept = await run('filterRows', {
          rows: table,
          column: 'written',
          operator: 'greaterThan',
          value: limit,
        });
        expect(values(kept, 'n')).toEqual(numbers.filter((n) => n > limit));
      }),
    );
  });

  test('a text among numbers, and a word beside them, are refused', async () => {
    const table = [{ n: '1,5' }, { n: 'none' }];
    const more = { rows: table, column: 'n', operator: 'greaterThan' };
    expect((await fault('filterRows', { ...more, value: 1 })).message).toContain('Row 2 has the text "none"');
    expect((await fault('filterRows', { ...more, value: 'many' })).message).toContain('has numbers');
    expect((await fault('filterRows', { rows: table })).message).toContain('"column"');
  });
});

describe('groupRows', () => {
  test('parts of dates come by time, and any number of figures of any keys', async () => {
    const rows = [
      { on: '21.03.2026', shop: 'A', paid: '10,00' },
      { on: '02.01.2026', shop: 'B', paid: '1.000,50' },
      { on: '05.03.2026', shop: 'A', paid: '' },
      { on: '', shop: 'A', paid: '2,00' },
    ];
    expect(await run('groupRows', { rows, by: 'on', part: 'month', column: 'paid' })).toEqual([
      { month: '2026-01', sum: 1000.5 },
      { month: '2026-03', sum: 10 },
      { month: null, sum: 2 },
    ]);
    const figures = ['count', 'min', 'share'].map((aggregate) => ({ aggregate, column: 'paid' }));
    expect(await run('groupRows', { rows, by: ['shop'], figures })).toEqual([
      { shop: 'A', 'count of paid': 3, 'min of paid': 2, 'share of paid': 0.0118518518518519 },
      { shop: 'B', 'count of paid': 1, 'min of paid': 1000.5, 'share of paid': 0.988148148148148 },
    ]);
    expect(await run('groupRows', { rows, by: [], column: 'on', aggregate: 'max' })).toEqual([
      { max: '2026-03-21' },
    ]);
    expect(await run('groupRows', { rows, by: 'shop', column: 'on', aggregate: 'distinct' })).toEqual([
      { shop: 'A', distinct: 2 },
      { shop: 'B', distinct: 1 },
    ]);
  });

  test('two columns of one name are refused', async () => {
    const params = { rows: [{ a: 1 }], by: 'a', figures: [{ aggregate: 'count', as: 'a' }] };
    expect((await fault('groupRows', params)).message).toContain('cannot be called "a"');
  });

  test('percentages add up to a hundred', async () => {
    const row = fc.record({ k: fc.constantFrom('a', 'b', 'c'), n: fc.integer({ min: 1, max: 1e6 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
        const groups = await run('groupRows', { rows, by: 'k', column: 'n', aggregate: 'percent' });
        const total = values(groups, 'percent').reduce<number>((sum, n) => sum + (n as number), 0);
        expect(total).toBeCloseTo(100, 8);
      }),
    );
  });
});

describe('addFigure', () => {
  const rows = [
    { g: 'a', n: '3,5', on: '02.01.2026' },
    { g: 'b', n: '', on: '01.01.2026' },
    { g: 'a', n: '1,5', on: '01.01.2026' },
    { g: 'a', n: '3,5', on: '03.01.2026' },
  ];
  test.each([
    [{ figure: 'rank', column: 'n' }, [1, null, 3, 1]],
    [{ figure: 'rank', column: 'n', direction: 'ascending' }, [2, null, 1, 2]],
    [{ figure: 'rank', column: 'on', per: 'g' }, [2, 1, 3, 1]],
    [{ figure: 'rowNumber', per: 'g' }, [1, 1, 2, 3]],
    [{ figure: 'runningTotal', column: 'n', orderBy: 'on' }, [5, 0, 1.5, 8.5]],
    [{ figure: 'difference', column: 'n', orderBy: 'on', per: 'g' }, [2, null, null, 0]],
    [{ figure: 'percentChange', column: 'n', per: ['g'] }, [null, null, -57.1428571428571, 133.333333333333]],
    [
      { figure: 'share', column: 'n', per: 'g' },
      [0.411764705882353, null, 0.176470588235294, 0.411764705882353],
    ],
    [{ figure: 'total', column: 'n' }, [8.5, 8.5, 8.5, 8.5]],
  ] as [Record<string, Json>, Json[]][])('%j', async (params, expected) => {
    expect(values(await run('addFigure', { rows, as: 'x', ...params }), 'x')).toEqual(expected);
  });

  test('a running total of whole numbers ends in their sum', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1 }), async (numbers) => {
        const table = numbers.map((n) => ({ n }));
        const made = await run('addFigure', { rows: table, figure: 'runningTotal', column: 'n' });
        expect(values(made, 'runningTotal').at(-1)).toBe(numbers.reduce((a, b) => a + b));
      }),
    );
  });

  test('a figure without a column asks for one', async () => {
    expect((await fault('addFigure', { rows, figure: 'rank' })).message).toContain('parameter "column"');
  });
});

test('pivotRows and unpivotRows turn a table and turn it back', async () => {
  const long = [
    { region: 'N', month: '2025-12', sum: 4 },
    { region: 'N', month: '2026-01', sum: 1 },
    { region: 'S', month: '2025-12', sum: 2 },
    { region: 'S', month: '2026-01', sum: 3 },
  ];
  const wide = await run('pivotRows', {
    rows: [...long].reverse(),
    by: 'region',
    across: 'month',
    column: 'sum',
  });
  expect(wide).toEqual([
    { region: 'S', '2025-12': 2, '2026-01': 3 },
    { region: 'N', '2025-12': 4, '2026-01': 1 },
  ]);
  const columns = ['2025-12', '2026-01'];
  const back = await run('unpivotRows', { rows: wide, columns, nameAs: 'month', valueAs: 'sum' });
  expect(
    (await run('sortRows', { rows: back, column: 'region', thenBy: [{ column: 'month' }] })) as Json,
  ).toEqual(long);
});

test('pivotRows goes by parts of dates both ways and counts nothing as 0', async () => {
  const rows = ['21.03.2026', '05.01.2025'].map((on) => ({ on }));
  const params = { rows, by: [{ column: 'on', part: 'year' }], across: 'on', part: 'quarter' };
  expect(await run('pivotRows', params)).toEqual([
    { year: 2025, '2025-Q1': 1, '2026-Q1': 0 },
    { year: 2026, '2025-Q1': 0, '2026-Q1': 1 },
  ]);
});

test('groups that differ in case alone are one where that is said, as they are written most', async () => {
  const rows = ['nord', 'Nord ', 'Süd', 'Nord', 'Nord'].map((town, at) => ({
    town,
    at,
    year: 2025 + (at % 2),
  }));
  expect(await run('groupRows', { rows, by: 'town' })).toHaveLength(4);
  expect(await run('groupRows', { rows, by: 'town', ignoreCase: true })).toEqual([
    { town: 'Nord', count: 4 },
    { town: 'Süd', count: 1 },
  ]);
  const pivoted = await run('pivotRows', { rows, by: 'town', across: 'year', ignoreCase: true });
  expect(pivoted).toEqual([
    { town: 'Nord', 2025: 2, 2026: 2 },
    { town: 'Süd', 2025: 1, 2026: 0 },
  ]);
  const parts = await run('splitRows', { rows, by: 'town', ignoreCase: true });
  expect((parts as { name: string; rows: Json[] }[]).map((one) => [one.name, one.rows.length])).toEqual([
    ['Nord', 4],
    ['Süd', 1],
  ]);
});

test('an hour is of times of day, too, and of no day without one', async () => {
  const rows: Json = [{ at: '08:15' }, { at: '2:05 pm' }, { at: '12:30 am' }, { at: null }];
  expect(values(await run('addDatePart', { rows, column: 'at', part: 'hour', as: 'p' }), 'p')).toEqual([
    8,
    14,
    0,
    null,
  ]);
  const odd: Json = [{ at: '08:75' }];
  await expect(run('addDatePart', { rows: odd, column: 'at', part: 'hour', as: 'p' })).rejects.toThrow();
  const days: Json = [{ on: '2026-03-01' }];
  await expect(run('addDatePart', { rows: days, column: 'on', part: 'hour', as: 'p' })).rejects.toThrow(
    'a day without a time',
  );
});

test('addDatePart gives every part, and nothing of an empty date', async () => {
  const parts = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'monthName', 'hour'];
  const rows: Json = [{ on: '01.03.2026 14:30' }, { on: null }];
  const made = await Promise.all(
    parts.map(async (part) => values(await run('addDatePart', { rows, column: 'on', part, as: 'p' }), 'p')),
  );
  expect(made.map(([first]) => first)).toEqual([
    2026,
    '2026-Q1',
    '2026-03',
    '2026-W09',
    '2026-03-01',
    'Sunday',
    'March',
    14,
  ]);
  expect(made.every(([, second]) => second === null)).toBe(true);
});

describe('compareTables', () => {
  const before = [
    { k: 'a', n: '1.000,00', s: 'x' },
    { k: 'b', n: '5,00', s: 'y' },
  ];
  const after = [
    { k: 'A', n: '1.500,00', s: 'z' },
    { k: 'c', n: '7,00', s: 'y' },
  ];
  test('compares numbers as they are written and says which keys only one has', async () => {
    const compared = await run('compareTables', { first: before, second: after, on: 'k' });
    expect(values(compared, 'n difference')).toEqual([500, null, null]);
    expect(values(compared, 'n percent')).toEqual([50, null, null]);
    expect(values(compared, 'in')).toEqual(['both', 'first', 'second']);
    expect(Object.keys((compared as object[])[0] ?? {})).not.toContain('s first');
  });
  test('a key that stands twice is refused', async () => {
    const params = { first: [...before, ...before], second: after, on: 'k' };
    expect((await fault('compareTables', params)).message).toContain('more than one row');
  });
});

describe('joinRows', () => {
  const left = [
    { id: 1, year: 2025, price: 1 },
    { id: 2, year: 2025, price: 2 },
  ];
  const right = [
    { nr: '1', year: '2025', price: 9 },
    { nr: '3', year: '2025', price: 8 },
  ];
  const keys = { left, right, on: ['id', 'year'], rightOn: ['nr', 'year'] };
  test.each([
    ['inner', [{ id: 1, year: 2025, price: 1, 'price (shop)': 9 }]],
    ['onlyLeft', [left[1]]],
    ['onlyRight', [right[1]]],
    [
      'right',
      [
        { id: 1, year: 2025, price: 1, 'price (shop)': 9 },
        { id: '3', year: '2025', price: null, 'price (shop)': 8 },
      ],
    ],
  ])('%s', async (how, expected) => {
    expect(await run('joinRows', { ...keys, how, label: 'shop' })).toEqual(expected);
  });
  test('full has every row of both', async () => {
    expect(await run('joinRows', { ...keys, how: 'full' })).toHaveLength(3);
  });
  test('a column of the second has a readable name in a formula', async () => {
    const rows = await run('joinRows', keys);
    const added = await run('addColumn', { rows, name: 'x', expression: 'price_2 - price' });
    expect(values(added, 'x')).toEqual([8]);
    expect(values(await run('addColumn', { rows, name: 'x', expression: 'price__2_' }), 'x')).toEqual([9]);
  });
});

describe('addColumn', () => {
  const rows = [
    { first: 'Ada', last: 'Byron', mail: 'ada@example.org', paid: '1.249,50 €', on: '31.01.2026', n: null },
  ];
  test.each([
    ['first + " " + last', 'Ada Byron'],
    ['upper(left(first, 1)) + lower(right(last, 2))', 'Aon'],
    ['part(mail, "@", 2)', 'example.org'],
    ['contains(mail, "EXAMPLE") ? "yes" : "no"', 'yes'],
    ['first == "ADA" and length(last) > 4', true],
    ['paid * 2', 2499],
    ['paid > 1000 ? "large" : "small"', 'large'],
    ['addMonths(on, 1)', '2026-02-28'],
    ['addDays(on, -31)', '2025-12-31'],
    ['daysBetween(on, "2026-03-01")', 29],
    ['"2026-03-01" - on', 29],
    ['on < "2026-02-01"', true],
    ['month(on) + quarter(on)', 2],
    ['weekday(on)', 'Saturday'],
    ['ifEmpty(n, 7) + 1', 8],
    ['n + 1', null],
    ['today > on', true],
  ])('%s', async (expression, expected) => {
    const context = testContext();
    expect(values(await run('addColumn', { rows, name: 'x', expression }, context), 'x')).toEqual([expected]);
  });
  test('arithmetic with a text names the row', async () => {
    const { message } = await fault('addColumn', { rows, name: 'x', expression: 'first * 2' });
    expect(message).toMatch(/^Row 1: In the formula, multiply needs a number, but it has the text "Ada"/);
  });
});

test('appendRows takes any number of tables, each with its name', async () => {
  const tables = [[{ a: 1 }], [{ b: 2 }], [{ a: 3 }]];
  expect(values(await run('appendRows', { tables, names: ['x', 'y', 'z'] }), 'source')).toEqual([
    'x',
    'y',
    'z',
  ]);
  expect(values(await run('appendRows', { first: [{ a: 0 }], second: [], tables }), 'a')).toEqual([
    0,
    1,
    null,
    3,
  ]);
  expect((await fault('appendRows', { tables, names: ['x'] })).message).toContain('3 tables and 1 name');
});

test('a note has its values, in its words or below them', async () => {
  expect(await run('note', { text: 'Total {sum}', values: { sum: 5, rows: [1] } })).toBe(
    'Total 5\nrows: [\n  1\n]',
  );
  expect(await run('note', { text: 'a {brace}' })).toBe('a {brace}');
});

test('a summary does not glue lines that end without a full stop', async () => {
  const text = 'Minutes of the meeting\n\nThe budget was agreed. It is small.\n\nNext meeting in May';
  expect(await run('summarizeText', { text, sentences: 9 })).toBe(
    'Minutes of the meeting\nThe budget was agreed. It is small. Next meeting in May',
  );
});
