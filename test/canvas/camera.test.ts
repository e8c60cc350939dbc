import { expect, test } from 'vitest';
import { fitted, opening } from '../../src/canvas/camera.ts';
import { visibleArea } from '../../src/canvas/plane.ts';
import { paddedArea } from '../../src/canvas/window.ts';

const SCREEN = { width: 1440, height: 900 };
const first = { x: 0, y: 3_000, width: 248, height: 120 };

test('a fitted plan lies wholly on the screen', () => {
  const bounds = { x: -500, y: 200, width: 4_000, height: 1_200 };
  const area = visibleArea(fitted(bounds, SCREEN), SCREEN);
  expect(area.x).toBeLessThanOrEqual(bounds.x);
  expect(area.y).toBeLessThanOrEqual(bounds.y);
  expect(area.x + area.width).toBeGreaterThanOrEqual(bounds.x + bounds.width);
  expect(area.y + area.height).toBeGreaterThanOrEqual(bounds.y + bounds.height);
});

test('a small plan is never larger than life', () => {
  expect(fitted({ x: 0, y: 0, width: 10, height: 10 }, SCREEN).zoom).toBe(1);
});

test('a large plan opens at its first card, at a size that can be read', () => {
  const start = opening({ x: 0, y: 0, width: 50_000, height: 6_000 }, first, SCREEN);
  const area = visibleArea(start, SCREEN);
  expect(start.zoom).toBeGreaterThan(0.5);
  expect(first.y > area.y && first.y + first.height < area.y + area.height).toBe(true);
});

test('a window holds its screen and stays while the screen moves a little', () => {
  const area = { x: 130, y: -40, width: 1_440, height: 900 };
  const window = paddedArea(area);
  expect(window.x).toBeLessThan(area.x);
  expect(window.x + window.width).toBeGreaterThan(area.x + area.width);
  expect(paddedArea({ ...area, x: area.x + 9, y: area.y - 5 })).toEqual(window);
});
