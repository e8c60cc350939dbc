import { expect, test } from 'vitest';
import { bothPaid, paidFor } from '../../src/lib/answer-cost.ts';

const PRICES = { input: 2, output: 10 };

test('what the server says a call cost comes before the prices that were entered', () => {
  const usage = { inputTokens: 10, outputTokens: 20, cost: 0.5 };
  expect(paidFor(usage, PRICES)).toEqual({ tokens: { input: 10, output: 20 }, cost: 0.5 });
});

test('prices are US dollars for a million tokens', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 500_000 };
  expect(paidFor(usage, PRICES)).toMatchObject({ cost: 7 });
  expect(paidFor(usage, undefined)).toEqual({ tokens: { input: 1_000_000, output: 500_000 } });
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])(
  'a server that says %f counts as saying nothing',
  (said) => {
    expect(paidFor({ inputTokens: said, outputTokens: 1 }, PRICES)).toEqual({});
    expect(paidFor({ inputTokens: 1, outputTokens: 1, cost: said }, undefined)).not.toHaveProperty('cost');
  },
);

test('a price without tokens that make sense is a price', () => {
  expect(paidFor({ inputTokens: Number.NaN, outputTokens: 1, cost: 0.5 }, PRICES)).toEqual({ cost: 0.5 });
});

test('of two answers to one question each is charged with what it says', () => {
  const tokens = { input: 1, output: 2 };
  const twice = { input: 2, output: 4 };
  expect(bothPaid({ tokens, cost: 0.5 }, { tokens, cost: 0.25 })).toEqual({ tokens: twice, cost: 0.75 });
  expect(bothPaid({ tokens, cost: 0.5 }, { tokens })).toEqual({ tokens: twice, cost: 0.5 });
  expect(bothPaid({ tokens }, { tokens, cost: 0.5 })).toEqual({ tokens: twice, cost: 0.5 });
  expect(bothPaid({ cost: 0.5 }, { tokens })).toEqual({ tokens, cost: 0.5 });
  expect(bothPaid({}, {})).toEqual({});
});
