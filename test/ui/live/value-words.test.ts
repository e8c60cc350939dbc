import { expect, test } from 'vitest';
import { valueHead } from '../../../src/run/value-head.ts';
import { firstRows, headWords, restWords } from '../../../src/ui/live/value-words.ts';

const rows = (count: number) => valueHead(Array.from({ length: count }, (_, i) => ({ a: i, b: i })));

test.each([
  [rows(48), undefined, '48 rows × 2 columns'],
  [rows(1187), 1204, '1,204 → 1,187 rows × 2 columns'],
  [rows(1204), 1204, '1,204 rows × 2 columns'],
  [rows(1), 3, '3 → 1 row × 2 columns'],
  [valueHead([]), 12, '12 → no rows'],
  [valueHead([]), undefined, 'Nothing in it'],
  [valueHead(['a']), undefined, '1 item'],
  [valueHead({ a: 1 }), undefined, '1 field'],
  [valueHead(''), undefined, 'An empty text'],
  [valueHead('x'.repeat(1500)), undefined, '1,500 characters'],
  [valueHead(`data:image/png;base64,${'A'.repeat(16_400)}`), undefined, 'A picture of 12.3 kB'],
  [valueHead(0), undefined, '0'],
  [valueHead(null), undefined, 'Nothing'],
])('%j of %s rows: %s', (head, rowsIn, words) => {
  expect(headWords(head, rowsIn)).toBe(words);
});

test('a value says what it rests on', () => {
  const of = (words: readonly ('pinned' | 'recorded' | 'sampled')[], ofHead: boolean) =>
    restWords({ words, ofHead } as Parameters<typeof restWords>[0]);
  expect(of([], false)).toBe('');
  expect(of([], true)).toBe('of the first rows');
  expect(firstRows({ ofHead: true, headRows: 1000 })).toBe('the first 1,000 rows');
  expect(of(['pinned'], true)).toBe('from a pinned value, of the first rows');
});
