import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScaledScroll } from '../../../src/ui/values/scaled-scroll.ts';

const ROW = 28;
const VIEW = 500;
const scroll = (rows: number): ScaledScroll => {
  const one = new ScaledScroll();
  one.measure(rows * ROW, VIEW);
  return one;
};

describe('a scroll over a million rows', () => {
  it('is no higher than a browser gives an element, and its ends are those of the rows', () => {
    const one = scroll(1_000_000);
    expect(one.height).toBeLessThan(17_000_000);
    one.scrolled(one.height - VIEW);
    expect(one.top).toBe(1_000_000 * ROW - VIEW);
    one.scrolled(0);
    expect(one.top).toBe(0);
  });

  it('goes row by row under a finger, and to scale under the thumb', () => {
    const one = scroll(1_000_000);
    one.scrolled(300);
    expect(one.top).toBe(300);
    one.scrolled(4_000_000);
    expect(one.top / ROW).toBeGreaterThan(499_000);
    expect(one.top / ROW).toBeLessThan(501_000);
  });

  it('stays where it is when the bar is put where it belongs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3_000_000, max: 3_000_000 })), (moves) => {
        const one = scroll(1_000_000);
        for (const by of moves) {
          one.move(by);
          const { top } = one;
          one.scrolled(one.bar);
          expect(one.top).toBe(top);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(top).toBeLessThanOrEqual(1_000_000 * ROW - VIEW);
        }
      }),
    );
  });

  it('brings a row into sight with the least move', () => {
    const one = scroll(1_000_000);
    one.show(999_999 * ROW, 1_000_000 * ROW);
    expect(one.top).toBe(1_000_000 * ROW - VIEW);
    one.show(999_990 * ROW, 999_991 * ROW);
    expect(one.top).toBe(1_000_000 * ROW - VIEW);
    one.show(5 * ROW, 6 * ROW);
    expect(one.top).toBe(5 * ROW);
  });
});

it('a short list is scrolled as the browser scrolls it, and one that is all in sight not at all', () => {
  const one = scroll(100);
  one.scrolled(640);
  expect(one.top).toBe(640);
  const few = scroll(3);
  few.move(100);
  expect(few.top).toBe(0);
});
