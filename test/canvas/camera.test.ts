import { expect, test } from 'vitest';
import {
  between,
  Camera,
  fitted,
  isInView,
  MAX_ZOOM,
  MIN_ZOOM,
  opening,
  zoomed,
} from '../../src/canvas/camera.ts';
import { type Rect, type SpatialIndex, type Viewport, visibleArea } from '../../src/canvas/plane.ts';

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

test('however far one zooms, it ends at the limits', () => {
  const at = { x: 0, y: 0, zoom: 1 };
  expect(zoomed(at, 1e9, SCREEN).zoom).toBe(MAX_ZOOM);
  expect(zoomed(at, 0, SCREEN).zoom).toBe(MIN_ZOOM);
  expect(fitted({ x: 0, y: 0, width: 1e9, height: 1 }, SCREEN).zoom).toBe(MIN_ZOOM);
});

test('a zoom keeps the middle of the screen where it is', () => {
  const before = { x: 37, y: -120, zoom: 0.8 };
  const middle = (viewport: Viewport) => {
    const { x, y, width, height } = visibleArea(viewport, SCREEN);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const after = middle(zoomed(before, 1.6, SCREEN));
  expect(after.x).toBeCloseTo(middle(before).x);
  expect(after.y).toBeCloseTo(middle(before).y);
});

test('a surface of no size has a view all the same', () => {
  const { x, y, zoom } = fitted({ x: 0, y: 0, width: 100, height: 100 }, { width: 1, height: 1 });
  expect([x, y, zoom].every(Number.isFinite)).toBe(true);
});

test('a card that can be seen is left where it is, and one that can not is shown so that it can be read', () => {
  const moves: Viewport[] = [];
  const camera = new Camera(SCREEN, (to) => moves.push(to));
  camera.stand({ x: 0, y: 0, zoom: 0.1 }, SCREEN);
  camera.show({ ...first, y: 100 });
  expect(moves).toEqual([]);
  camera.show({ ...first, y: 90_000 });
  expect(moves[0]?.zoom).toBeGreaterThan(0.5);
  expect(isInView({ ...first, y: 90_000 }, moves[0]!, SCREEN)).toBe(true);
});

test('an empty plan has nothing to fit', () => {
  const moves: Viewport[] = [];
  new Camera(SCREEN, (to) => moves.push(to)).fit(null);
  expect(moves).toEqual([]);
});

test('the way from one viewport to another begins and ends there, and keeps one point of the plane where it is', () => {
  const [from, to]: Viewport[] = [
    { x: 10, y: 20, zoom: 0.2 },
    { x: -300, y: 90, zoom: 1.6 },
  ];
  expect(between(from!, to!, 0)).toEqual(from);
  expect(between(from!, to!, 1)).toEqual(to);
  const fixed = (to!.x - from!.x) / (from!.zoom - to!.zoom);
  const onScreen = ({ x, zoom }: Viewport): number => fixed * zoom + x;
  for (const share of [0.1, 0.5, 0.9]) {
    expect(onScreen(between(from!, to!, share))).toBeCloseTo(onScreen(from!), 6);
  }
  expect(between(from!, to!, 0.5).zoom).toBeCloseTo(Math.sqrt(0.2 * 1.6), 9);
});

test('a way without a change of zoom is a straight one', () => {
  expect(between({ x: 0, y: 0, zoom: 1 }, { x: 100, y: -40, zoom: 1 }, 0.25)).toEqual({
    x: 25,
    y: -10,
    zoom: 1,
  });
});

/** A camera at one selected card, with where it was asked to go. */
function lookingAt(card: Rect) {
  const moves: Viewport[] = [];
  const camera = new Camera(SCREEN, (to) => moves.push(to));
  const index = { bounds: { x: 0, y: 0, width: 3_000, height: 600 } } as SpatialIndex;
  const sight = { reviewed: undefined, isAsked: false, streaming: false, index, first: card, newest: card };
  camera.stand({ x: 0, y: 0, zoom: 1 }, SCREEN, 40);
  camera.look({ ...sight, only: 'a', rectOf: () => card });
  moves.length = 0;
  return { camera, moves };
}

const NARROWER = { width: SCREEN.width - 288, height: SCREEN.height };

test('a panel that opens at the left leaves the selected card in view, and one at the right leaves the view', () => {
  const card = { x: 1_150, y: 100, width: 248, height: 120 };
  const left = lookingAt(card);
  left.camera.stand({ x: 0, y: 0, zoom: 1 }, NARROWER, 328);
  expect(left.moves).toHaveLength(1);
  expect(isInView(card, left.moves[0]!, NARROWER)).toBe(true);
  const right = lookingAt(card);
  right.camera.stand({ x: 0, y: 0, zoom: 1 }, NARROWER, 40);
  expect(right.moves).toEqual([]);
});

test('a panel that opens below leaves the selected card in view', () => {
  const card = { x: 100, y: 700, width: 248, height: 120 };
  const low = { width: SCREEN.width, height: 500 };
  const { camera, moves } = lookingAt(card);
  camera.stand({ x: 0, y: 0, zoom: 1 }, low, 40);
  expect(isInView(card, moves[0]!, low)).toBe(true);
});

test('a plan that was fitted is fitted again when a panel at the left opens, and not once the person has moved the view', () => {
  const card = { x: 100, y: 100, width: 248, height: 120 };
  const bounds = { x: 0, y: 0, width: 3_000, height: 600 };
  const { camera, moves } = lookingAt(card);
  camera.fit(bounds);
  camera.stand(moves.pop()!, SCREEN, 40);
  camera.stand(camera.viewport, NARROWER, 328);
  expect(moves).toEqual([fitted(bounds, NARROWER)]);
  camera.release();
  camera.stand(moves.pop()!, SCREEN, 40);
  expect(moves).toEqual([]);
});
