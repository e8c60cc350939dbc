import { expect, test } from 'vitest';
import { numberWords } from '../../src/lib/number-words.ts';

test.each([
  [12.4166666666667, '12.42'],
  [-12.4166666666667, '-12.42'],
  [0.333333333333, '0.3333'],
  [0.000123456789, '0.0001235'],
  [0.30000000000000004, '0.3'],
  [12.4125, '12.4125'],
  [1234567, '1234567'],
  [1e21, '1e+21'],
])('%d is read as %s', (value, words) => {
  expect(numberWords(value)).toBe(words);
});
