/** A result in a line: of figures, rows and drawings, and none where there is nothing to say. */

import { expect, it } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { resultWords } from '../../src/tools/trial.ts';

const done = (value: Json, ofHead = false) => ({ status: 'completed', value, ofHead }) as const;
const words = (output: Json, ofHead = false) =>
  resultWords({ calls: new Map([['a', done(output, ofHead)]]), output });

it('says figures and rows, and that only a head was read', () => {
  expect(words(1250.456)).toBe('1,250.46');
  const rows = ['North', 'South', 'East', 'West'].map((region) => ({ region, sum: 1250 }));
  expect(words(rows)).toBe('North 1,250 · South 1,250 · East 1,250 …');
  expect(words(3, true)).toBe('3 (of the first rows only)');
  expect([...(words('long '.repeat(99)) ?? '')].length).toBeLessThanOrEqual(90);
});

it('a number that is a name has no thousands', () => {
  expect(words([{ order_id: 10319, paid: 1200 }])).toBe('10319 1,200');
  expect(words([{ orderId: 10319, Year: 2025, 'Member no': 1001, amount: 1250.5 }])).toBe(
    '10319 2025 1001 1,250.5',
  );
});

it('a drawing is said by what it draws', () => {
  const calls = new Map([
    ['sums', done([{ region: 'North', sum: 2 }])],
    ['chart', done('<svg></svg>')],
  ]);
  expect(resultWords({ calls, output: '<svg></svg>' })).toBe('North 2');
});

it('says nothing of what failed, did not run, or came out empty', () => {
  expect(words([])).toBeUndefined();
  expect(words('')).toBeUndefined();
  expect(
    resultWords({ calls: new Map([['a', { status: 'failed', message: 'x' }]]), output: 1 }),
  ).toBeUndefined();
  expect(resultWords({ calls: new Map([['a', { status: 'notRun', why: 'x' }]]), output: 1 })).toBeUndefined();
  expect(resultWords({ calls: new Map([['a', done(1)]]) })).toBeUndefined();
});
