/** The part of a scene that React Flow is given. It walks all it has on every frame, so of a large plan it gets a window. */

import { cardRect, type Rect } from './geometry.ts';
import type { Scene } from './scene.ts';
import { type SpatialIndex, spatialIndex } from './spatial-index.ts';
import type { XY } from './to-flow.ts';

/** Up to here React Flow has the whole plan. */
export const WHOLE_AT_MOST = 300;
/** More cards than this in view are drawn as one picture instead (`Overview`). */
export const CARDS_AT_MOST = 160;
/** Of calls that hundreds read, as many arrows as can still be told apart. */
const EDGES_AT_MOST = 800;

export interface Shown {
  readonly cards: readonly number[];
  readonly edges: readonly number[];
}

export const NOTHING_SHOWN: Shown = { cards: [], edges: [] };

/** By call index, both. */
export const indexPlaces = (heights: readonly number[], places: readonly XY[]): SpatialIndex =>
  spatialIndex(heights.map((height, i) => cardRect(places[i]!, height)));

export function showAll(scene: Scene): Shown {
  return { cards: scene.cards.map((_, i) => i), edges: scene.edges.map((_, e) => e) };
}

/**
 * The cards in `area`, the arrows that touch one of them, and the cards at the arrows' other ends (React Flow draws
 * an arrow only between nodes it knows). `kept` are shown wherever they are: what is selected moves together.
 */
export function showWithin(scene: Scene, index: SpatialIndex, area: Rect, kept: readonly number[]): Shown {
  const cards = new Set([...index.within(area), ...kept]);
  const edges = new Set<number>();
  for (const card of [...cards]) {
    for (const list of [scene.arriving[card]!, scene.leaving[card]!]) {
      for (const e of list) {
        if (edges.size >= EDGES_AT_MOST) break;
        edges.add(e);
        cards.add(scene.edges[e]!.from);
        cards.add(scene.edges[e]!.to);
      }
    }
  }
  return { cards: [...cards].sort((a, b) => a - b), edges: [...edges].sort((a, b) => a - b) };
}

export interface Viewport extends XY {
  readonly zoom: number;
}

/** What the screen shows, in the plane's coordinates. */
export function visibleArea(viewport: Viewport, width: number, height: number): Rect {
  const { x, y, zoom } = viewport;
  return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
}

/**
 * `area` with at least a quarter of itself on every side, in steps of as much: the window changes when a step is
 * crossed, not with every frame.
 */
export function paddedArea(area: Rect): Rect {
  const stepX = stepOf(area.width);
  const stepY = stepOf(area.height);
  const x = (Math.floor(area.x / stepX) - 1) * stepX;
  const y = (Math.floor(area.y / stepY) - 1) * stepY;
  const right = (Math.ceil((area.x + area.width) / stepX) + 1) * stepX;
  const bottom = (Math.ceil((area.y + area.height) / stepY) + 1) * stepY;
  return { x, y, width: right - x, height: bottom - y };
}

/** A quarter of `length` as a power of two, so that a small change of zoom keeps the step. */
const stepOf = (length: number): number => 2 ** Math.ceil(Math.log2(Math.max(64, length / 4)));
