/** The goal as it reads with what was settled: words as words of their own, columns held whatever their names say. */

import { expect, it } from 'vitest';
import { settledGoal, settledWords } from '../../src/plan/settled.ts';

it('puts what was meant in the place of the words, and holds columns where they stand', () => {
  const { text, held } = settledGoal('turnover by place', [
    { words: 'turnover', as: ['total ', { column: 'Net amount' }] },
    { words: 'place', as: [{ column: 'Area' }] },
  ]);
  expect(text).toBe('total Net amount by Area');
  expect(held.map(({ start, end }) => text.slice(start, end))).toEqual(['Net amount', 'Area']);
});

it('keeps the places of what was held when words before it are settled later', () => {
  const { text, held } = settledGoal('sum gross by place', [
    { words: 'place', as: [{ column: 'Area' }] },
    { words: 'gross', as: [] },
  ]);
  expect(text).toBe('sum  by Area');
  expect(held.map(({ start, end }) => text.slice(start, end))).toEqual(['Area']);
});

it('takes words only as words of their own, and reads nothing it put in a second time', () => {
  expect(settledGoal('re region regions', [{ words: 'region', as: ['region region'] }]).text).toBe(
    're region region regions',
  );
  expect(settledGoal('a', [{ words: '', as: ['b'] }]).text).toBe('a');
});

it('says a value by itself, and nothing for nothing', () => {
  expect(settledWords(['where ', { column: 'c' }, ' is ', { column: 'c', value: 'v' }])).toBe('where c is v');
  expect(settledWords([])).toBe('');
});
