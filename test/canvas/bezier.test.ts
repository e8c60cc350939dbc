import { expect, test } from 'vitest';
import { curveThrough } from '../../src/canvas/bezier.ts';

test('the curve goes through every bend', () => {
  const path = curveThrough({ sourceX: 0, sourceY: 0, targetX: 100, targetY: 50 }, [{ x: 40, y: 20 }]);
  expect(path).toBe('M0,0 C20,0 20,20 40,20 C70,20 70,50 100,50');
});
