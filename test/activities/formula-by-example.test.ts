/** A new column by two examples: what is found gives both, and the rows that follow as the person meant them. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addColumn } from '../../src/activities/add-column.ts';
import { formulasByExample } from '../../src/activities/formula-by-example.ts';
import type { Row } from '../../src/activities/parameters.ts';

const PEOPLE: Row[] = [
  { first: 'Ada', last: 'Lovelace', mail: 'ada@example.org', born: '1815-12-10', price: 10, quantity: 3 },
  { first: 'Grace', last: 'Hopper', mail: 'grace@navy.mil', born: '1906-12-09', price: 4.5, quantity: 2 },
  { first: 'Alan', last: 'Turing', mail: 'alan@bletchley.uk', born: '1912-06-23', price: 7, quantity: 11 },
  { first: 'Emmy', last: 'Noether', mail: 'emmy@math.de', born: '1882-03-23', price: 2, quantity: 8 },
];
const found = (results: readonly string[], rows: readonly Row[] = PEOPLE) =>
  formulasByExample(
    rows,
    results.map((result, row) => ({ row, result })),
  ).formulas;

describe('two examples', () => {
  test.each([
    [
      ['30', '9'],
      [77, 16],
    ],
    [
      ['13', '6.5'],
      [18, 10],
    ],
    [
      ['11.9', '5.36'],
      [8.33, 2.38],
    ],
    [
      ['1815', '1906'],
      [1912, 1882],
    ],
    [
      ['Ada Lovelace', 'Grace Hopper'],
      ['Alan Turing', 'Emmy Noether'],
    ],
    [
      ['Lovelace, A.', 'Hopper, G.'],
      ['Turing, A.', 'Noether, E.'],
    ],
    [
      ['ADA', 'GRACE'],
      ['ALAN', 'EMMY'],
    ],
    [
      ['example.org', 'navy.mil'],
      ['bletchley.uk', 'math.de'],
    ],
    [
      ['example', 'navy'],
      ['bletchley', 'math'],
    ],
    [
      ['AL', 'GH'],
      ['AT', 'EN'],
    ],
    [
      ['December 1815', 'December 1906'],
      ['June 1912', 'March 1882'],
    ],
    [
      ['1815-Q4', '1906-Q4'],
      ['1912-Q2', '1882-Q1'],
    ],
    [
      ['1815-12-24', '1906-12-23'],
      ['1912-07-07', '1882-04-06'],
    ],
    [
      ['3 x 10', '2 x 4.5'],
      ['11 x 7', '8 x 2'],
    ],
  ])('%j are followed by %j', (examples, rest) => {
    const [best] = found(examples);
    expect(best?.results.slice(2)).toEqual(rest);
  });

  test('digits with zeros before them are a code: they come out as they were written', () => {
    const rows: Row[] = ['ABC-0007', 'XYZ-0120', 'QRS-0300'].map((code) => ({ code }));
    expect(found(['0007', '0120'], rows)[0]?.results).toEqual(['0007', '0120', '0300']);
  });

  test('what no small formula gives is not found, which is said by nothing', () => {
    expect(found(['blue', 'seventeen'])).toEqual([]);
    expect(found(['North', 'North'])).toEqual([]);
  });

  test('a row that is not there, and a table of nothing, find nothing', () => {
    expect(formulasByExample(PEOPLE, [{ row: 99, result: '1' }]).formulas).toEqual([]);
    expect(formulasByExample([], [{ row: 0, result: '1' }]).formulas).toEqual([]);
  });

  test('names that a formula writes otherwise, and cells with units', () => {
    const rows: Row[] = [
      { 'Unit price (€)': '10,00 €', 'how many': 2 },
      { 'Unit price (€)': '1.250,50 €', 'how many': 4 },
      { 'Unit price (€)': '3,00 €', 'how many': 5 },
    ];
    const [best] = found(['20', '5002'], rows);
    expect(best?.expression).toBe('Unit_price * how_many');
    expect(best?.results).toEqual([20, 5002, 15]);
  });

  test('a very wide table ends, and says that not all was tried', () => {
    const wide = (seed: number): Row =>
      Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [`c${at}`, ((at * 7919 + seed) % 997) + 0.5]),
      );
    const result = formulasByExample(
      [wide(1), wide(500)],
      [
        { row: 0, result: '123456.789' },
        { row: 1, result: '3.14159' },
      ],
    );
    expect(result).toEqual({ formulas: [], isCut: true });
  });
});

// What a formula gives for two rows finds a formula that agrees with it on rows that nobody has shown.

const word = fc.stringMatching(/^[A-Z][a-z]{3,7}$/);
const row = fc.record({
  first: word,
  last: word,
  code: fc.stringMatching(/^[A-Z]{3}-[0-9]{4}$/),
  a: fc.integer({ min: 2, max: 999 }),
  b: fc.integer({ min: 2, max: 999 }),
  on: fc.date({ min: new Date('2001-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }),
});
const FORMULAS = [
  'a + b',
  'a - b',
  'a * b',
  'a * 1.19',
  'a + 25',
  'round(a / b, 2)',
  'first + " " + last',
  'last + ", " + left(first, 1) + "."',
  'upper(code)',
  'lower(last)',
  'part(code, "-", 2)',
  'year(on)',
  'addDays(on, 14)',
  'yearMonth(on)',
];

test('formula → two examples → a formula that agrees on fresh rows, or none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FORMULAS),
      fc.array(row, { minLength: 6, maxLength: 6 }),
      async (formula, made) => {
        const rows: Row[] = made.map(({ on, ...rest }) => ({ ...rest, on: on.toISOString().slice(0, 10) }));
        const context = { signal: new AbortController().signal, now: () => 0 };
        const all = (await addColumn(
          { rows, name: 'x', expression: formula } as never,
          context as never,
        )) as Row[];
        const examples = [0, 1].map((at) => ({ row: at, result: String(all[at]?.x) }));
        const { formulas } = formulasByExample(rows, examples);
        // It gives what the examples say, whichever it is.
        for (const { results } of formulas)
          for (const at of [0, 1]) expect(String(results[at])).toBe(examples[at]?.result);
        const agrees = formulas.some(({ results }) => results.every((value, at) => value === all[at]?.x));
        // Two rows may be alike by chance: a formula that is no longer is as good then, and nobody could tell.
        const isPlainer = (formulas[0]?.expression.length ?? Number.POSITIVE_INFINITY) <= formula.length;
        expect([formula, agrees || isPlainer]).toEqual([formula, true]);
      },
    ),
    { numRuns: 40 },
  );
});
