/** The plane that cards lie on: points, rectangles, what a screen shows of it, and which cards lie where. Numbers only. */

import { itemAt } from '../lib/columns.ts';
/** A point. */
export interface XY {
  readonly x: number;
  readonly y: number;
}

/** In pixels of the screen, or in units of the plane: whoever has one says which. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of the plane, from its upper left corner. */
export interface Rect extends XY, Size {}

/** A point of the plane `p` is on the screen at `p * zoom + (x, y)`, in pixels from the canvas's corner. */
export interface Viewport extends XY {
  readonly zoom: number;
}

/** Beyond this, in pixels from the plane's origin, nothing can stand: no screen reaches it, and numbers lose their pixels. */
const FARTHEST = 10_000_000;

/** Whether something can stand there. Places in a plan are a stranger's numbers. */
export const isOnPlane = ({ x, y }: XY): boolean => Math.abs(x) <= FARTHEST && Math.abs(y) <= FARTHEST;

/** What a screen of this size shows, in the plane's coordinates. */
export function visibleArea({ x, y, zoom }: Viewport, { width, height }: Size): Rect {
  return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
}

/** The smallest rectangle that holds them all; undefined for none. */
export function around(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const rect of rects) {
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

// ---- Which cards lie in a rectangle, without looking at all of them ----

export interface SpatialIndex {
  /** Indexes of the rectangles that meet `area`, ascending. */
  within(area: Rect): number[];
  /** How many there are, at most `limit`. */
  count(area: Rect, limit: number): number;
  /** Around everything; null when there is nothing. */
  readonly bounds: Rect | null;
}

const CELL = 1024;
const ROW_OF_CELLS = 2 ** 20;

/** Sorts rectangles into a grid by every cell they touch. Linear to build. */
export function spatialIndex(rects: readonly Rect[]): SpatialIndex {
  const cells = new Map<number, number[]>();
  rects.forEach((rect, i) => {
    for (const key of cellsOf(rect)) {
      const cell = cells.get(key);
      if (cell) cell.push(i);
      else cells.set(key, [i]);
    }
  });
  const bounds = around(rects) ?? null;

  const visit = (area: Rect, limit: number): number[] => {
    if (!bounds) return [];
    const found = new Set<number>();
    // Clipped to what there is: an area as large as the far zoom would otherwise name millions of empty cells.
    for (const key of cellsOf(intersection(area, bounds))) {
      for (const i of cells.get(key) ?? []) {
        if (meets(itemAt(rects, i), area)) found.add(i);
      }
      if (found.size >= limit) break;
    }
    return [...found];
  };
  return {
    bounds,
    within: (area) => visit(area, Infinity).sort((a, b) => a - b),
    count: (area, limit) => Math.min(limit, visit(area, limit).length),
  };
}

const meets = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function intersection(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  };
}

/** Cells by number. Two cells far from each other may share one: what lies in it is looked at anyway. */
function* cellsOf(rect: Rect): Generator<number> {
  if (rect.width < 0 || rect.height < 0) return;
  const lastX = Math.floor((rect.x + rect.width) / CELL);
  const lastY = Math.floor((rect.y + rect.height) / CELL);
  for (let x = Math.floor(rect.x / CELL); x <= lastX; x++) {
    for (let y = Math.floor(rect.y / CELL); y <= lastY; y++) yield x * ROW_OF_CELLS + y;
  }
}
