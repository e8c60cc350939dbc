import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  between,
  Camera,
  farStep,
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
/** The words of a card are 14 pixels high, its values 12 in their narrow face (`call-card.module.css`). */
const isReading = ({ zoom }: Viewport): boolean => 14 * zoom >= 12 && 12 * zoom >= 11;

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
  expect(isReading(start)).toBe(true);
  expect(first.y > area.y && first.y + first.height < area.y + area.height).toBe(true);
});

test('a plan that could be seen whole only with words under 12 pixels opens at its beginning as well', () => {
  const start = { x: 0, y: 200, width: 248, height: 120 };
  for (const width of [1_400, 1_600, 2_400, 9_000]) {
    const view = opening({ x: 0, y: 0, width, height: 600 }, start, SCREEN);
    expect(isReading(view)).toBe(true);
    expect(isInView(start, view, SCREEN)).toBe(true);
  }
});

test('what a change is about is seen when it is shown, and again where it stands elsewhere once it is decided on', () => {
  const moves: Viewport[] = [];
  const camera = new Camera(SCREEN, (to) => {
    moves.push(to);
    camera.stand(to, SCREEN);
  });
  const at = (x: number): Rect => ({ x, y: 0, width: 248, height: 120 });
  const bounds = { x: 0, y: 0, width: 9_000, height: 600 };
  const sight = {
    only: undefined,
    streaming: false,
    index: { bounds } as SpatialIndex,
    bounds,
    first: at(0),
    newest: at(0),
  };
  const look = (reviewed: readonly string[] | undefined, cards: Readonly<Record<string, Rect>>) =>
    camera.look({ ...sight, reviewed, rectOf: (id) => cards[id] });
  const areSeen = (cards: readonly Rect[]) => cards.every((card) => isInView(card, camera.viewport, SCREEN));

  look(undefined, {});
  const before = { a: at(3_000), b: at(5_000), gone: at(4_000) };
  look(['a', 'b', 'gone'], before);
  expect(areSeen(Object.values(before))).toBe(true);
  const after = { a: at(6_000), b: at(8_000) };
  look(undefined, after);
  expect(areSeen(Object.values(after))).toBe(true);
  // Where they stayed, nothing moves; and what is too far apart is begun with.
  moves.length = 0;
  look(['a', 'b'], after);
  moves.length = 0;
  look(undefined, after);
  expect(moves).toEqual([]);
  look(['a', 'b'], { a: at(0), b: at(90_000) });
  expect(isReading(camera.viewport)).toBe(true);
  expect(areSeen([at(0)])).toBe(true);
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
  expect(isReading(moves[0]!)).toBe(true);
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
  const bounds = { x: 0, y: 0, width: 3_000, height: 600 };
  const index = { bounds } as SpatialIndex;
  const about = { reviewed: undefined, streaming: false };
  const sight = { ...about, index, bounds, first: card, newest: card };
  camera.stand({ x: 0, y: 0, zoom: 1 }, SCREEN, 40);
  camera.look({ ...sight, only: 'a', rectOf: () => card });
  moves.length = 0;
  return { camera, moves };
}

const NARROWER = { width: SCREEN.width - 288, height: SCREEN.height };

test('a panel that opens at the left or at the right leaves the selected card in view', () => {
  const card = { x: 1_150, y: 100, width: 248, height: 120 };
  for (const left of [328, 40]) {
    const { camera, moves } = lookingAt(card);
    camera.stand({ x: 0, y: 0, zoom: 1 }, NARROWER, left);
    expect(moves).toHaveLength(1);
    expect(isInView(card, moves[0]!, NARROWER)).toBe(true);
  }
});

test('a panel at the right moves no card that it does not cover, and none while one is dragged', () => {
  const seen = lookingAt({ x: 100, y: 100, width: 248, height: 120 });
  seen.camera.stand({ x: 0, y: 0, zoom: 1 }, NARROWER, 40);
  const dragged = lookingAt({ x: 1_150, y: 100, width: 248, height: 120 });
  dragged.camera.stand({ x: 0, y: 0, zoom: 1 }, NARROWER, 40, true);
  expect([seen.moves, dragged.moves]).toEqual([[], []]);
});

test('what something beside the surface is about is brought into view, and stays there as room is taken', () => {
  const card = { x: 2_000, y: 100, width: 248, height: 120 };
  const { camera, moves } = lookingAt(card);
  camera.attend('any');
  const shown = moves.at(-1)!;
  expect(isInView(card, shown, SCREEN)).toBe(true);
  camera.stand(shown, SCREEN, 40);
  const little = { width: 400, height: SCREEN.height };
  camera.stand(shown, little, 40);
  expect(isInView(card, moves.at(-1)!, little)).toBe(true);
});

test('a panel that opens below leaves the selected card in view', () => {
  const card = { x: 100, y: 700, width: 248, height: 120 };
  const low = { width: SCREEN.width, height: 500 };
  const { camera, moves } = lookingAt(card);
  camera.stand({ x: 0, y: 0, zoom: 1 }, low, 40);
  expect(isInView(card, moves[0]!, low, card.height)).toBe(true);
});

test('a card that has just come is shown to its foot; one that is pressed stays under the pointer', () => {
  const low: Rect = { x: 100, y: 750, width: 248, height: 300 };
  const { camera, moves } = lookingAt({ x: 100, y: 100, width: 248, height: 120 });
  const bounds = { x: 0, y: 0, width: 3_000, height: 1_200 };
  const about = { reviewed: undefined, streaming: false, index: { bounds } as SpatialIndex, bounds };
  const sight = {
    ...about,
    first: low,
    newest: low,
    rectOf: (id: string) => (id === 'old' ? low : undefined),
  };
  camera.look({ ...sight, only: undefined });
  camera.look({ ...sight, only: 'old' });
  expect(moves).toEqual([]);
  camera.look({ ...sight, only: 'new', rectOf: () => low });
  expect(isInView(low, moves[0]!, SCREEN, low.height)).toBe(true);
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

test('what is written on a card from afar is 9 pixels high or more on the screen, or not there', () => {
  expect([1, 0.4, 0.39, 0.34, 0.33, 0.26, 0.25, 0.2, 0.19, 0.01].map(farStep)).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3, 4, 4,
  ]);
  const css = readFileSync('src/ui/canvas/call-card.module.css', 'utf8');
  const sizeAt = (step: string): number =>
    Number(css.match(new RegExp(`${step}\\.farName \\{[^}]*font-size: (\\d+)px`))?.[1]);
  const steps = ['\\n', '"2"\\]\\) ', '"3"\\]\\) '].map(sizeAt);
  for (const [i, least] of [0.34, 0.26, 0.2].entries()) expect(steps[i]! * least).toBeGreaterThanOrEqual(9);
});
