import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/lib/nearest.ts';

/** Edit distance by its definition. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const rest = distance(a.slice(1), b.slice(1));
  if (a[0] === b[0]) return rest;
  return 1 + Math.min(rest, distance(a.slice(1), b), distance(a, b.slice(1)));
}

describe('the nearest word', () => {
  it('is one edit away from a short word, two from a longer one, case aside', () => {
    expect(nearest('sun', ['sum', 'son'])).toBe('sum');
    expect(nearest('sun', ['moon'])).toBeUndefined();
    expect(nearest('Adress', ['address', 'dress'])).toBe('address');
    expect(nearest('totals', ['tallies'])).toBeUndefined();
  });

  it('is the first of those that are equally near', () => {
    expect(nearest('†state.c1', ['†state.c2', '†state.c3'])).toBe('†state.c2');
  });

  it('is as near as any other, by the definition of distance', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 8 }), (typed, candidates) => {
        const limit = typed.length <= 3 ? 1 : 2;
        const distances = candidates.map((candidate) => distance(typed, candidate));
        const least = Math.min(...distances);
        const expected = least <= limit ? candidates[distances.indexOf(least)] : undefined;
        expect(nearest(typed, candidates)).toBe(expected);
      }),
    );
  });
});
