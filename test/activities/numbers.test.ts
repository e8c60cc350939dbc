/** Maths, statistics, units and dates. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundTo } from '../../src/activities/formula-functions.ts';
import { fault, run, testContext } from './context.ts';

describe('calculate', () => {
  test.each([
    ['1 + 2 * 3 ^ 2', 19],
    ['-(4 - 6) / 8', 0.25],
    ['0.1 + 0.2', 0.3],
    ['200 * 15%', 30],
    ['-1 mod 5', 4],
    ['round(1.005, 2) + floor(-1.5)', -0.99],
    ['max(1, 2, 3) - min(4, 5)', -1],
    ['3 > 2 and 1 < 2 <= 2 ? 10 : 20', 10],
    ['sqrt(16) + abs(-1) + log(e) + log(8, 2) + log10(100)', 11],
    ['2 pi / pi', 2],
  ])('%s is %d', async (expression, result) => {
    expect(await run('calculate', { expression })).toBeCloseTo(result, 12);
  });

  test('names stand for numbers, number texts and lists', async () => {
    const values = { price: '1,200.50', tax: 0.5, all: [1, null, 2, '3'] };
    expect(await run('calculate', { expression: 'price + tax + sum(all) + count(all)', values })).toBe(1210);
  });

  test.each([
    ['1 +', 'has a mistake'],
    ['', 'empty'],
    ['f(x) = f(x - 1) + f(x - 1)', 'no assignments'],
    ['x = 3', 'no assignments'],
    ['[1, 2, 3]', 'no assignments'],
    ['"text"', 'not a number'],
    ['a.b', 'no assignments'],
    ['import("x")', 'cannot use import()'],
    ['evaluate("1")', 'cannot use evaluate()'],
    ['constructor("x")', 'cannot use constructor()'],
    ['toString()', 'cannot use toString()'],
    ['zeros(1000000000)', 'cannot use zeros()'],
    ['170!', 'cannot use factorial'],
    ['5 km', '"km"'],
    ['1 / 0', 'is infinite'],
    ['sqrt(-1)', 'is not a number'],
    ['10 ^ 400', 'is infinite'],
    ['1 > 2', 'is false, not a number'],
    ['__proto__ + 1', '"__proto__"'],
    [`${'('.repeat(900)}1${')'.repeat(900)}`.padEnd(2001, ' '), 'longer than 2,000'],
    ['sqrt()', 'takes one value'],
    ['sum()', 'no numbers'],
  ])('%s is refused in words', async (expression, words) => {
    const { code, message } = await fault('calculate', { expression });
    expect(code).toBe('invalid-arguments');
    expect(message).toContain(words);
  });

  test('agrees with JavaScript on any sum and product of whole numbers', async () => {
    const number = fc.integer({ min: -1000, max: 1000 });
    await fc.assert(
      fc.asyncProperty(number, number, number, async (a, b, c) => {
        expect(await run('calculate', { expression: 'a * b - c + a', values: { a, b, c } })).toBe(
          a * b - c + a,
        );
      }),
    );
  });

  test('rounds half away from zero, as on paper', () => {
    expect([1.005, -1.005, 2.5, 1e21, 1e-9].map((x) => roundTo(x, 2))).toEqual([1.01, -1.01, 2.5, 1e21, 0]);
    expect(roundTo(1234, -2)).toBe(1200);
  });
});

describe('statistics', () => {
  test('of a column, with its empty cells counted', async () => {
    const values = [{ n: 1 }, { n: '' }, { n: 3 }];
    expect(await run('statistics', { values, column: 'n' })).toMatchObject({
      count: 2,
      missing: 1,
      sum: 4,
      mean: 2,
    });
  });

  test('of nothing are null, not NaN', async () => {
    expect(await run('statistics', { values: [] })).toMatchObject({
      count: 0,
      sum: 0,
      mean: null,
      standardDeviation: null,
    });
  });

  test('a table without a column asks which', async () => {
    expect((await fault('statistics', { values: [{ a: 1, b: 2 }] })).message).toContain('"a", "b"');
  });
});

describe('convertUnits', () => {
  test.each([
    [1, 'mile', 'km', 1.609344],
    [20, '°C', 'fahrenheit', 68],
    [2, 'pounds', 'kg', 0.90718474],
    [36, 'km/h', 'm/s', 10],
    [1, 'hour', 'minutes', 60],
  ])('%d %s is %s', async (value, from, to, result) => {
    expect(await run('convertUnits', { value, from, to })).toBeCloseTo(result, 9);
  });

  test('refuses what is no unit, and units of different things', async () => {
    expect((await fault('convertUnits', { value: 1, from: 'smoot', to: 'm' })).message).toContain('"smoot"');
    expect((await fault('convertUnits', { value: 1, from: 'kg', to: 'm' })).message).toContain(
      'different things',
    );
    expect((await fault('convertUnits', { value: 1, from: 'constructor', to: 'm' })).code).toBe(
      'invalid-arguments',
    );
  });
});

describe('dates', () => {
  test.each([
    ['today', '2026-11-21'],
    ['tomorrow', '2026-11-22'],
    ['in two weeks', '2026-12-05'],
    ['21 November 2026', '2026-11-21'],
    ['tomorrow at 5pm', '2026-11-22T17:00:00'],
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21 10:30', '2026-11-21T10:30:00'],
    ['2026-11-21T10:30:00+02:00', '2026-11-21T08:30:00'],
  ])('%s is %s', async (text, result) => {
    expect(await run('parseDate', { text })).toBe(result);
  });

  test.each(['', 'banana', '2026-13-01', '2026-02-30', 'x'.repeat(900)])('%.12s is no date', async (text) => {
    expect(await fault('parseDate', { text })).toMatchObject({ code: 'invalid-arguments' });
  });

  test.each([
    ['2026-03-28', '2026-03-30', 'days', 2],
    ['2026-03-28', '2026-03-30', 'hours', 48],
    ['2026-01-15', '2026-02-14', 'months', 0],
    ['2024-02-29', '2026-02-28', 'years', 1],
    ['2026-11-20', '2026-11-23', 'businessDays', 1],
    ['2026-11-21', '2026-11-14', 'weeks', -1],
  ])('from %s to %s in %s is %d', async (from, to, unit, result) => {
    expect(await run('dateDifference', { from, to, unit })).toBe(result);
  });

  test.each([
    ['2024-02-29', 1, 'years', '2025-02-28'],
    ['2026-11-20', 1, 'businessDays', '2026-11-23'],
    ['2026-03-29', 1, 'hours', '2026-03-29T01:00:00'],
    ['2026-01-01', -1, 'days', '2025-12-31'],
  ])('%s and %d %s is %s', async (date, amount, unit, result) => {
    expect(await run('addToDate', { date, amount, unit })).toBe(result);
  });

  test('adding days and taking the difference agree, over every change of clocks', async () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(day, fc.integer({ min: -20_000, max: 20_000 }), async (from, amount) => {
        const date = from.toISOString().slice(0, 10);
        const to = await run('addToDate', { date, amount });
        expect(await run('dateDifference', { from: date, to })).toBe(amount);
      }),
    );
  });

  test('a date beyond the year 9999 is refused', async () => {
    expect(
      (await fault('addToDate', { date: '2026-01-01', amount: 999_999, unit: 'years' })).message,
    ).toContain('9999');
  });

  test('a wrong format is refused with the right letters', async () => {
    expect(await run('formatDate', { date: '2026-11-21' })).toBe('21 November 2026');
    expect((await fault('formatDate', { date: '2026-11-21', format: 'YYYY' })).message).toContain('yyyy');
    expect((await fault('formatDate', { date: '2026-11-21', format: 'n' })).code).toMatch(
      /invalid-arguments/,
    );
  });

  test('words count from the clock of the context', async () => {
    const context = testContext({ now: new Date(2020, 1, 28, 23, 59).getTime() });
    expect(await run('parseDate', { text: 'tomorrow' }, context)).toBe('2020-02-29');
  });
});
