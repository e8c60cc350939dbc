/** Tools that work on tables. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { fault, run, testContext } from './context.ts';

const TEAM = [
  { name: 'Ada', age: 36, city: 'London', joined: '2026-01-10' },
  { name: 'Bob', age: null, city: 'Paris', joined: '2025-12-31' },
  { name: 'Cyd', age: 9, city: 'london', joined: '2026-02-01' },
  { name: 'Dee', age: 100, city: '', joined: '2024-05-05' },
];

const names = async (params: Record<string, Json>) =>
  ((await run('filterRows', { rows: TEAM, ...params })) as { name: string }[])
    .map((row) => row.name)
    .join(' ');

describe('filterRows', () => {
  test.each([
    ['equals', 'city', 'London', 'Ada Cyd'],
    ['notEquals', 'city', 'London', 'Bob Dee'],
    ['greaterThan', 'age', 9, 'Ada Dee'],
    ['atLeast', 'age', '9', 'Ada Cyd Dee'],
    ['lessThan', 'age', 36, 'Cyd'],
    ['atMost', 'age', 36, 'Ada Cyd'],
    ['between', 'joined', ['2026-01-01', '2026-12-31'], 'Ada Cyd'],
    ['greaterThan', 'joined', '2025-12-31', 'Ada Cyd'],
    ['contains', 'name', 'D', 'Ada Cyd Dee'],
    ['notContains', 'name', 'd', 'Bob'],
    ['startsWith', 'name', 'a', 'Ada'],
    ['endsWith', 'name', 'E', 'Dee'],
    ['oneOf', 'name', ['Ada', 'Dee'], 'Ada Dee'],
    ['isEmpty', 'age', null, 'Bob'],
    ['isNotEmpty', 'city', null, 'Ada Bob Cyd'],
  ])('%s', async (operator, column, value, expected) => {
    expect(await names({ operator, column, value })).toBe(expected);
  });

  test('a column is found in another case, and a missing one names those there are', async () => {
    expect(await names({ column: 'CITY', value: 'Paris' })).toBe('Bob');
    const { code, message } = await fault('filterRows', { rows: TEAM, column: 'town', value: 'x' });
    expect(code).toBe('invalid-arguments');
    expect(message).toBe(
      'There is no column "town" (parameter "column"). The table has "name", "age", "city", "joined".',
    );
  });

  test('a table without rows stays one, whatever the column', async () => {
    expect(await run('filterRows', { rows: [], column: 'x', value: 1 })).toEqual([]);
  });

  test('a condition without a value says so', async () => {
    expect((await fault('filterRows', { rows: TEAM, column: 'age', operator: 'atLeast' })).message).toContain(
      'needs a value',
    );
    expect(
      (await fault('filterRows', { rows: TEAM, column: 'age', operator: 'between', value: 3 })).message,
    ).toContain('two values');
  });

  test('an item that is no row names its place', async () => {
    expect((await fault('filterRows', { rows: [{}, 5], column: 'a' })).message).toContain('item 2 is 5');
  });

  test('stops in the middle of a long table when the call is stopped', async () => {
    const context = testContext();
    const rows = Array.from({ length: 1_500_000 }, (_, n) => ({ n: `${n} of them` }));
    const running = fault('filterRows', { rows, column: 'n', operator: 'contains', value: 'x' }, context);
    setTimeout(() => context.stop(), 0);
    expect(await running).toMatchObject({ code: 'cancelled' });
  });
});

describe('sortRows', () => {
  test('numbers by size, dates by time, empty cells last either way', async () => {
    const order = async (column: string, direction: string) =>
      ((await run('sortRows', { rows: TEAM, column, direction })) as { name: string }[])
        .map((r) => r.name)
        .join(' ');
    expect(await order('age', 'ascending')).toBe('Cyd Ada Dee Bob');
    expect(await order('age', 'descending')).toBe('Dee Ada Cyd Bob');
    expect(await order('joined', 'ascending')).toBe('Dee Bob Ada Cyd');
  });

  test('is stable, keeps the first so many and leaves its input as it was', async () => {
    const rows = [
      { k: 1, at: 0 },
      { k: 0, at: 1 },
      { k: 1, at: 2 },
    ];
    const before = structuredClone(rows);
    expect(await run('sortRows', { rows, column: 'k', direction: 'descending' })).toEqual([
      rows[0],
      rows[2],
      rows[1],
    ]);
    expect(await run('sortRows', { rows, column: 'k', limit: 1 })).toEqual([rows[1]]);
    expect(rows).toEqual(before);
  });

  test('puts values first in their order, as a comparison takes them for the same, and leaves no row out', async () => {
    const rows = ['low', ' High', 2, null, 'urgent', '2', 'high'].map((k, at) => ({ k, at }));
    const sorted = (await run('sortRows', { rows, column: 'k', first: ['urgent', 'high', '2'] })) as {
      at: number;
    }[];
    expect(sorted.map(({ at }) => at)).toEqual([4, 1, 6, 2, 5, 0, 3]);
  });

  test('sorts any numbers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), async (numbers) => {
        const rows = numbers.map((n) => ({ n }));
        const sorted = (await run('sortRows', { rows, column: 'n' })) as { n: number }[];
        expect(sorted.map((row) => row.n)).toEqual([...numbers].sort((a, b) => a - b));
      }),
    );
  });
});

describe('groupRows', () => {
  const rows = [
    { k: 'a', n: 1 },
    { k: 'b', n: '2.5' },
    { k: 'a', n: 4 },
    { k: 'a', n: null },
    { k: null, n: 0.1 },
  ];
  test.each([
    ['count', [4 - 1, 1, 1]],
    ['sum', [5, 2.5, 0.1]],
    ['mean', [2.5, 2.5, 0.1]],
    ['min', [1, 2.5, 0.1]],
    ['max', [4, 2.5, 0.1]],
    ['median', [2.5, 2.5, 0.1]],
  ])('%s of each group', async (aggregate, values) => {
    const result = await run('groupRows', { rows, by: 'k', column: 'n', aggregate });
    expect(result).toEqual(['a', 'b', null].map((k, at) => ({ k, [aggregate]: values[at] })));
  });

  test('counts rows where no column is given, under the name that is asked for', async () => {
    expect(await run('groupRows', { rows, by: 'k', as: 'how many' })).toContainEqual({
      k: 'b',
      'how many': 1,
    });
  });

  test('0.1 + 0.2 is 0.3', async () => {
    const cents = [
      { k: 1, n: 0.1 },
      { k: 1, n: 0.2 },
    ];
    expect(await run('groupRows', { rows: cents, by: 'k', column: 'n' })).toEqual([{ k: 1, sum: 0.3 }]);
  });

  test('a text among the numbers is refused instead of left out of the total', async () => {
    const { message } = await fault('groupRows', {
      rows: [
        { k: 2, n: 1 },
        { k: 1, n: '1.200,50' },
        { k: 1, n: 'unknown' },
      ],
      by: 'k',
      column: 'n',
    });
    expect(message).toContain('Row 3 has the text "unknown" in the column "n", which is not a number');
  });

  test('a sum without a column asks for one', async () => {
    expect((await fault('groupRows', { rows, by: 'k', aggregate: 'sum' })).message).toContain(
      'parameter "column"',
    );
  });

  test('the sums of the groups add up to the sum of all', async () => {
    const row = fc.record({ k: fc.constantFrom('a', 'b', 'c'), n: fc.integer({ min: -1e6, max: 1e6 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(row), async (table) => {
        const groups = (await run('groupRows', { rows: table, by: 'k', column: 'n' })) as { sum: number }[];
        const total = table.reduce((sum, { n }) => sum + n, 0);
        expect(groups.reduce((sum, group) => sum + group.sum, 0)).toBe(total);
      }),
    );
  });
});

describe('joinRows', () => {
  const people = [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Bob' },
    { id: null, name: 'Nil' },
  ];
  const orders = [
    { customer: '1', total: 10, name: 'pen' },
    { customer: '1', total: 5, name: 'ink' },
    { customer: '', total: 1, name: 'gum' },
  ];

  test('inner keeps matches, every one of them, and renames a column that is taken', async () => {
    expect(await run('joinRows', { left: people, right: orders, on: 'id', rightOn: 'customer' })).toEqual([
      { id: 1, name: 'Ada', total: 10, 'name (2)': 'pen' },
      { id: 1, name: 'Ada', total: 5, 'name (2)': 'ink' },
    ]);
  });

  test('left keeps every row; an empty key matches nothing', async () => {
    const joined = await run('joinRows', {
      left: people,
      right: orders,
      on: 'id',
      rightOn: 'customer',
      how: 'left',
    });
    expect(joined).toHaveLength(4);
    expect(joined).toContainEqual({ id: null, name: 'Nil', total: null, 'name (2)': null });
  });

  test('a key of leading zeros is not a number', async () => {
    expect(await run('joinRows', { left: [{ k: '007' }], right: [{ k: 7, x: 1 }], on: 'k' })).toEqual([]);
  });

  test('a product of two tables is refused before it fills the memory', async () => {
    const same = Array.from({ length: 3000 }, () => ({ k: 1 }));
    expect((await fault('joinRows', { left: same, right: same, on: 'k' })).message).toContain('not unique');
  });
});

test('appendRows fills columns that one table lacks', async () => {
  expect(await run('appendRows', { first: [{ a: 1 }], second: [{ b: 2 }] })).toEqual([
    { a: 1, b: null },
    { a: null, b: 2 },
  ]);
});

describe('selectColumns', () => {
  test('orders and renames', async () => {
    const rows = await run('selectColumns', {
      rows: [{ a: 1, b: 2, c: 3 }],
      columns: ['c', 'a'],
      rename: { c: 'z' },
    });
    expect(Object.entries((rows as object[])[0] ?? {})).toEqual([
      ['z', 3],
      ['a', 1],
    ]);
  });

  test('two columns of one name are refused', async () => {
    const { message } = await fault('selectColumns', {
      rows: [{ a: 1, b: 2 }],
      columns: ['a', 'b'],
      rename: { a: 'b' },
    });
    expect(message).toContain('Two columns would be called "b"');
  });
});

describe('addColumn', () => {
  test('reads columns with spaces as _, leaves a cell empty where one is or where it divides by zero', async () => {
    const rows = [
      { 'Unit price': 3, n: 2 },
      { 'Unit price': '', n: 2 },
      { 'Unit price': 1, n: 0 },
    ];
    const added = (await run('addColumn', { rows, name: 'x', expression: 'Unit_price / n' })) as {
      x: Json;
    }[];
    expect(added.map((row) => row.x)).toEqual([1.5, null, null]);
  });

  test('names the row and cell that is no number', async () => {
    const { message } = await fault('addColumn', {
      rows: [{ a: 1 }, { a: 'two' }],
      name: 'b',
      expression: 'a + 1',
    });
    expect(message).toContain('Row 2 has the text "two" in the column "a"');
  });

  test('an unknown name lists those there are', async () => {
    expect(
      (await fault('addColumn', { rows: [{ a: 1 }], name: 'b', expression: 'c + 1' })).message,
    ).toContain('"a"');
  });
});

test('removeDuplicates keeps the first of each kind', async () => {
  const rows = [
    { a: 1, b: 1 },
    { a: 1, b: 2 },
    { a: 1, b: 1 },
  ];
  expect(await run('removeDuplicates', { rows })).toHaveLength(2);
  expect(await run('removeDuplicates', { rows, columns: ['a'] })).toEqual([{ a: 1, b: 1 }]);
});

test('a header of 100,000 equal names is read at once, each column with a name of its own', async () => {
  const header = Array.from({ length: 100_000 }, () => 'a').join(',');
  const [row] = (await run('parseCsv', { text: `${header}\n1` })) as [Record<string, unknown>];
  expect(Object.keys(row)).toHaveLength(100_000);
  expect(Object.keys(row).slice(0, 3)).toEqual(['a', 'a 2', 'a 3']);
});

test('short lines below a wide header are refused before they fill the memory', async () => {
  const text = `${'a,'.repeat(50_000)}\n${'1\n'.repeat(1_000)}`;
  expect(await fault('parseCsv', { text })).toMatchObject({
    code: 'invalid-arguments',
    message: expect.stringContaining('20,000,000 cells'),
  });
});

describe('queryJson', () => {
  const data = {
    orders: [
      { id: 'A-1', total: 3 },
      { id: 'B-2', total: 4 },
    ],
  };

  test('gives plain data, and null where it finds nothing', async () => {
    expect(await run('queryJson', { data, expression: 'orders[total > 3].id' })).toBe('B-2');
    expect(await run('queryJson', { data, expression: 'orders.{"n": id}' })).toEqual([
      { n: 'A-1' },
      { n: 'B-2' },
    ]);
    expect(await run('queryJson', { data, expression: 'nothing.here' })).toBeNull();
    expect(await run('queryJson', { data, expression: '$pad("a", -3, "-")' })).toBe('--a');
  });

  test('its patterns run in linear time', async () => {
    const long = { text: `${'a'.repeat(30_000)}!` };
    expect(await run('queryJson', { data: long, expression: '$contains(text, /^(a+)+$/)' })).toBe(false);
    expect(await run('queryJson', { data, expression: '$replace("x1y22", /([0-9]+)/, "<$1>")' })).toBe(
      'x<1>y<22>',
    );
    expect(
      await run('queryJson', { data, expression: '$match("ab1", /([a-z])([0-9])?/)[1].groups' }),
    ).toEqual(['b', '1']);
    expect(await run('queryJson', { data, expression: '$split("a1b2c", /[0-9]/)' })).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['a function that calls itself without end', '($f := function($x) { $f($x + 1) + 1 }; $f(1))'],
    ['a loop that doubles a list', '($f := function($x) { $f($append($x, $x)) }; $f([1, 2]))'],
    ['a range of a billion', '[1..1000000000]'],
    ['ranges within ranges', '$count([1..5000000].[1..5000000])'],
    ['lists appended within a range', '($x := [1..1000000]; $count([1..1000].$append($x, $x)))'],
    ['a padding of a billion', '$pad("a", 1000000000)'],
  ])(
    '%s is stopped',
    async (_, expression) => {
      expect(await fault('queryJson', { data, expression })).toMatchObject({ code: 'invalid-arguments' });
    },
    30_000,
  );

  test('an expression that never ends stops when the call is stopped', async () => {
    const context = testContext();
    const expression = '($f := function($x) { $x < 0 ? 0 : $f($x + 1) }; $f(1))';
    const running = fault('queryJson', { data, expression }, context);
    setTimeout(() => context.stop(), 0);
    expect(await running).toMatchObject({ code: 'cancelled' });
  });

  test('a mistake is told with its place', async () => {
    expect((await fault('queryJson', { data, expression: 'orders[' })).message).toMatch(
      /does not work near character \d/,
    );
    expect((await fault('queryJson', { data, expression: '$nothing()' })).code).toBe('invalid-arguments');
  });

  test('a function as the answer is refused', async () => {
    expect(await fault('queryJson', { data, expression: '$sum' })).toMatchObject({
      code: 'invalid-arguments',
      message: expect.stringContaining('is a function'),
    });
  });

  test('reaches no constructor and changes no prototype', async () => {
    for (const expression of ['constructor', '__proto__', '"".constructor', '$.toString']) {
      expect(await run('queryJson', { data: { a: 1 }, expression })).toBeNull();
    }
    await run('queryJson', {
      data: JSON.parse('{"a": {}}'),
      expression: '$ ~> |a|{"__proto__": {"polluted": 1}}|',
    }).catch(() => null);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
