import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spatialIndex } from '../../src/canvas/plane.ts';

const rect = fc.record({
  x: fc.integer({ min: -5_000, max: 5_000 }),
  y: fc.integer({ min: -5_000, max: 5_000 }),
  width: fc.integer({ min: 1, max: 3_000 }),
  height: fc.integer({ min: 1, max: 3_000 }),
});

test('finds exactly the rectangles that meet an area', () => {
  fc.assert(
    fc.property(fc.array(rect, { maxLength: 40 }), rect, (rects, area) => {
      const index = spatialIndex(rects);
      const meeting = rects.flatMap((r, i) =>
        r.x < area.x + area.width &&
        area.x < r.x + r.width &&
        r.y < area.y + area.height &&
        area.y < r.y + r.height
          ? [i]
          : [],
      );
      expect(index.within(area)).toEqual(meeting);
      expect(index.count(area, 5)).toBe(Math.min(5, meeting.length));
    }),
  );
});

test('nothing has no bounds', () => {
  expect(spatialIndex([]).bounds).toBeNull();
});
