/**
 * The part of a scene that is drawn as cards and arrows. What draws them walks all it has on every frame, so of a large
 * plan it gets a window, and where more cards are in view than can be read one picture stands for them.
 */

import { itemAt } from '../lib/columns.ts';
import { FAR_ZOOM } from './camera.ts';
import { type Rect, type Size, type SpatialIndex, type Viewport, visibleArea } from './plane.ts';
import type { Scene } from './scene.ts';

/** Up to here all of a plan is drawn. */
const WHOLE_AT_MOST = 300;
/** More cards than this in view are drawn as one picture instead. */
const CARDS_AT_MOST = 160;
/** Of calls that hundreds read, as many arrows as can still be told apart. */
const EDGES_AT_MOST = 800;

export interface Shown {
  readonly cards: readonly number[];
  readonly edges: readonly number[];
  /** Cards that are no more than the other end of an arrow: outside of the window, and not drawn. */
  readonly beyond: ReadonlySet<number>;
}

/** Selected cards that stay in the window wherever they are: what is dragged must not go when the view goes along. */
const KEPT_AT_MOST = 200;
const NONE: ReadonlySet<number> = new Set();
const NOTHING: Shown = { cards: [], edges: [], beyond: NONE };

/** A rectangle of the plane, all of it, or the picture that stands for all. */
export type Window = 'all' | 'overview' | Rect;

/**
 * The same value until the view has left its window, or sees so little of it that less would do: a pan and a zoom ask at
 * every frame, and another window is hundreds of cards that come and go.
 */
export function windowAt(
  cards: number,
  index: SpatialIndex,
  viewport: Viewport,
  size: Size,
  before?: Window,
): Window {
  if (cards <= WHOLE_AT_MOST) return 'all';
  const area = visibleArea(viewport, size);
  if (viewport.zoom < FAR_ZOOM && index.count(area, CARDS_AT_MOST + 1) > CARDS_AT_MOST) return 'overview';
  const padded = paddedArea(area);
  return typeof before === 'object' && holds(before, area) && !isWasteful(before, padded) ? before : padded;
}

const holds = (window: Rect, area: Rect): boolean =>
  window.x <= area.x &&
  window.y <= area.y &&
  window.x + window.width >= area.x + area.width &&
  window.y + window.height >= area.y + area.height;

const isWasteful = (window: Rect, needed: Rect): boolean =>
  window.width > 2 * needed.width || window.height > 2 * needed.height;

export function shownIn(
  window: Window,
  scene: Scene,
  index: SpatialIndex,
  selection: readonly string[],
): Shown {
  if (window === 'all') return showAll(scene);
  if (window === 'overview') return NOTHING;
  const kept = selection.slice(0, KEPT_AT_MOST).flatMap((id) => scene.indexOf.get(id) ?? []);
  return showWithin(scene, index, window, kept);
}

function showAll(scene: Scene): Shown {
  return { cards: scene.ids.map((_, i) => i), edges: scene.edges.map((_, e) => e), beyond: NONE };
}

/**
 * The cards in `area`, the arrows that touch one of them, and the cards at the arrows' other ends (an
 * arrow is drawn only between cards that are there). `kept` are shown wherever they are.
 */
function showWithin(scene: Scene, index: SpatialIndex, area: Rect, kept: readonly number[]): Shown {
  const cards = new Set([...index.within(area), ...kept]);
  const beyond = new Set<number>();
  const edges = new Set<number>();
  for (const card of cards) {
    for (const list of [itemAt(scene.arriving, card), itemAt(scene.leaving, card)]) {
      for (const e of list) {
        if (edges.size >= EDGES_AT_MOST) break;
        edges.add(e);
        const { from, to } = itemAt(scene.edges, e);
        if (!cards.has(from)) beyond.add(from);
        if (!cards.has(to)) beyond.add(to);
      }
    }
  }
  return {
    cards: [...cards, ...beyond].sort((a, b) => a - b),
    edges: [...edges].sort((a, b) => a - b),
    beyond,
  };
}

/** `area` with at least a quarter of itself on every side, in steps of as much. */
function paddedArea(area: Rect): Rect {
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
