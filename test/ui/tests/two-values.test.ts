import { expect, it } from 'vitest';
import { keptOf } from '../../../src/plan/test-values.ts';
import { twoValues } from '../../../src/ui/tests/two-values.ts';

const differing = (lines: readonly { readonly text: string; readonly differs: boolean }[]): string[] =>
  lines.filter(({ differs }) => differs).map(({ text }) => text);

it('two tables are read row by row, and the rows that differ are marked', () => {
  const { expected, found, note } = twoValues(
    { value: [{ a: 1 }, { a: 2 }, { a: 3 }] },
    { value: [{ a: 1 }, { a: 5 }] },
  );
  expect(differing(expected)).toEqual(['{"a":2}', '{"a":3}']);
  expect(differing(found)).toEqual(['{"a":5}']);
  expect(note).toBeNull();
});

it('a table in an object has a line for each row', () => {
  const rows = Array.from({ length: 4 }, (_, at) => ({ region: `Region ${at}`, total: at }));
  const { found } = twoValues({ value: 1 }, { value: { title: 'T', rows } });
  expect(found.map(({ text }) => text)).toEqual([
    'title: "T"',
    'rows:',
    ...rows.map((row) => `  ${JSON.stringify(row)}`),
  ]);
});

it('what is long begins shortly before the first difference, and says what it leaves out', () => {
  const value = Array.from({ length: 100 }, (_, at) => at);
  const { expected, note } = twoValues({ value }, { value: value.with(50, -1) });
  expect(expected.map(({ text }) => text)).toEqual([
    '48',
    '49',
    '50',
    '51',
    '52',
    '53',
    '54',
    '55',
    '56',
    '57',
  ]);
  expect(note).toBe('48 lines above are alike. 42 lines more below.');
});

it('of what is known by its hash it says so, and where they differ behind what is kept', () => {
  const rows = Array.from({ length: 9_000 }, (_, at) => `row ${at}`);
  const { note } = twoValues(keptOf(rows), keptOf([...rows, 'one more']));
  expect(note).toContain(
    'all of it is compared: 9,000 items were expected, 9,001 found. They differ behind what is shown.',
  );
});
