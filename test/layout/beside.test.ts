/** Cards in a column beside a drawing. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { besideTops } from '../../src/layout/beside.ts';
import { NODE_GAP } from '../../src/layout/gaps.ts';

const cards = fc
  .array(
    fc.record({ height: fc.integer({ min: 20, max: 200 }), middle: fc.integer({ min: -500, max: 500 }) }),
    {
      maxLength: 12,
    },
  )
  .map((all) => all.sort((a, b) => a.middle - b.middle));

test('a card that nothing is in the way of stands where it would like to', () => {
  expect(besideTops([])).toEqual([]);
  expect(
    besideTops([
      { height: 40, middle: 100 },
      { height: 60, middle: 400 },
    ]),
  ).toEqual([80, 370]);
});

test('cards that would like to be in one place are about it, in their order', () => {
  expect(
    besideTops([
      { height: 40, middle: 0 },
      { height: 40, middle: 0 },
    ]),
  ).toEqual([-56, 16]);
});

test('none stands on another, and none can be moved alone to be nearer', () => {
  fc.assert(
    fc.property(cards, (all) => {
      const tops = besideTops(all);
      all.forEach(({ height }, i) => {
        const next = tops[i + 1];
        if (next !== undefined) expect(next - (tops[i]! + height)).toBeGreaterThanOrEqual(NODE_GAP - 1);
      });
      // The mean of what touches is as it is wished: above and below a gap there is no reason to move on.
      all.forEach(({ height, middle }, i) => {
        const wish = middle - height / 2;
        const above = i === 0 || tops[i]! - (tops[i - 1]! + all[i - 1]!.height) > NODE_GAP + 2;
        const below = i === all.length - 1 || tops[i + 1]! - (tops[i]! + height) > NODE_GAP + 2;
        if (above && below) expect(Math.abs(tops[i]! - wish)).toBeLessThanOrEqual(1);
      });
    }),
  );
});
