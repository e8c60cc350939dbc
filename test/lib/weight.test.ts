import { expect, test } from 'vitest';
import { weightOf } from '../../src/lib/weight.ts';

test('every value weighs eight, and text and keys their characters', () => {
  expect(weightOf(null)).toBe(8);
  expect(weightOf('four')).toBe(12);
  expect(weightOf([1, true])).toBe(24);
  expect(weightOf({ name: 'x', n: 1 })).toBe(8 + 4 + 9 + 1 + 8);
});

test('what weighs more than it may is looked at no further', () => {
  let looked = 0;
  const row = {
    get cell() {
      looked += 1;
      return 1;
    },
  };
  expect(weightOf(Array(100).fill(row), 100)).toBe(Number.POSITIVE_INFINITY);
  expect(looked).toBeLessThan(10);
  expect(weightOf([1, 2], 24)).toBe(24);
});

test('a list is weighed once where nobody changes it, and only where it was weighed to its end', () => {
  const known = new WeakMap<object, number>();
  const list = [1, 2, 3];
  expect(weightOf({ list }, 20, known)).toBe(Number.POSITIVE_INFINITY);
  expect(known.has(list)).toBe(false);
  expect(weightOf({ list }, undefined, known)).toBe(8 + 4 + 32);
  expect(known.get(list)).toBe(32);
  known.set(list, 1000);
  expect(weightOf({ list }, undefined, known)).toBe(8 + 4 + 1000);
});
