import { expect, test } from 'vitest';
import { indexPlaces } from '../../src/canvas/places.ts';
import { type Rect, type Viewport, visibleArea } from '../../src/canvas/plane.ts';
import { shownIn, type Window, windowAt } from '../../src/canvas/window.ts';
import { planOf, sceneFor } from './sample.ts';

const SCREEN = { width: 1_440, height: 900 };

/** A square of cards, thirty by thirty, each reading from the one before it. */
const scene = sceneFor(
  planOf(
    Array.from({ length: 900 }, (_, i) => ({
      _id: `c${i}`,
      _tool: 'step',
      ...(i > 0 ? { in: `†state.r${i - 1}` } : {}),
      _outputPath: `†state.r${i}`,
    })),
  ),
);
const places = scene.ids.map((_, i) => ({ x: (i % 30) * 400, y: Math.floor(i / 30) * 200 }));
const index = indexPlaces(scene.heights, places);
const at = (viewport: Viewport, before?: Window): Window =>
  windowAt(scene.ids.length, index, viewport, SCREEN, before);

const holds = (window: Window, { x, y, width, height }: Rect): boolean =>
  typeof window === 'object' &&
  window.x <= x &&
  window.y <= y &&
  window.x + window.width >= x + width &&
  window.y + window.height >= y + height;

test('all of a small plan is shown, whatever is in view', () => {
  expect(windowAt(300, index, { x: -1e6, y: 0, zoom: 0.01 }, SCREEN)).toBe('all');
});

test('where more cards are in view than can be read, one picture stands for them', () => {
  expect(at({ x: 0, y: 0, zoom: 0.1 })).toBe('overview');
  expect(shownIn('overview', scene, index, ['c3'])).toMatchObject({ cards: [], edges: [] });
});

test('wherever the view goes, its window holds what is in view', () => {
  let window = at({ x: 0, y: 0, zoom: 1 });
  let windows = 0;
  for (let i = 0; i < 400; i++) {
    const viewport = { x: -20 * i, y: 300 * Math.sin(i / 20), zoom: 1 + 0.5 * Math.sin(i / 30) };
    const next = at(viewport, window);
    if (next !== window) windows += 1;
    window = next;
    expect(holds(window, visibleArea(viewport, SCREEN))).toBe(true);
  }
  // One every few dozen frames: another window is hundreds of cards that come and go.
  expect(windows).toBeLessThan(40);
});

test('a zoom into a window keeps it until half of it would do', () => {
  const wide = at({ x: 0, y: 0, zoom: 0.5 });
  expect(at({ x: 0, y: 0, zoom: 0.7 }, wide)).toBe(wide);
  expect(at({ x: 0, y: 0, zoom: 1.9 }, wide)).not.toBe(wide);
});

test('shown are the cards of the window, what their arrows lead to, and what is selected', () => {
  const window = at({ x: 0, y: 0, zoom: 1 });
  const { cards, edges } = shownIn(window, scene, index, ['c899', 'gone']);
  for (const card of index.within(window as Rect)) expect(cards).toContain(card);
  for (const e of edges) {
    expect(cards).toContain(scene.edges[e]!.from);
    expect(cards).toContain(scene.edges[e]!.to);
  }
  expect(cards).toContain(899);
  expect(cards.length).toBeLessThan(300);
});
