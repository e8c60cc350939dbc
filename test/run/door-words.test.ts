import { expect, test } from 'vitest';
import { doorWords } from '../../src/run/door-words.ts';
import { fileQuestion } from '../../src/run/grants.ts';

test('a yes for the whole run names the one file it is for', () => {
  expect(doorWords(fileQuestion('north.csv'), 'Save')?.all).toBe(
    'And every other call of this run may save north.csv, in its sub-runs too; another file is asked for by itself',
  );
});
