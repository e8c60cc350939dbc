import { expect, test } from 'vitest';
import { firstCall } from '../../src/canvas/selection.ts';

test('with nothing selected it begins at the left, at the top of several', () => {
  const places = [
    { x: 400, y: 100 },
    { x: 0, y: 300 },
    { x: 0, y: 100 },
  ];
  expect(firstCall(places)).toBe(2);
  expect(firstCall([])).toBeNull();
});
