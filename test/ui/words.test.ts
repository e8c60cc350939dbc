import { expect, test } from 'vitest';
import { duration } from '../../src/ui/words.ts';

test('a duration is told in the two units that say most of it', () => {
  const times = [0, 999, 4_240, 59_400, 200_000, 3_599_600, 18_720_000, 86_399_000, 1_795_456_238_000];
  expect(times.map(duration)).toEqual([
    '0 ms',
    '999 ms',
    '4.2 s',
    '59 s',
    '3 min 20 s',
    '1 h',
    '5 h 12 min',
    '1 d',
    '20780 d 18 h',
  ]);
});
