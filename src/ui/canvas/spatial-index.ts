/** Which cards lie in a rectangle, without looking at all of them. Pure; knows sizes and places only. */

import type { Rect } from './geometry.ts';

export interface SpatialIndex {
  /** Indexes of the rectangles that meet `area`, ascending. */
  within(area: Rect): number[];
  /** How many there are, at most `limit`. */
  count(area: Rect, limit: number): number;
  /** Around everything; null when there is nothing. */
  readonly bounds: Rect | null;
}

const CELL = 1024;

/** Sorts rectangles into a grid by every cell they touch. Linear to build. */
export function spatialIndex(rects: readonly Rect[]): SpatialIndex {
  const cells = new Map<string, number[]>();
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  rects.forEach((rect, i) => {
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
    for (const key of cellsOf(rect)) {
      const cell = cells.get(key);
      if (cell) cell.push(i);
      else cells.set(key, [i]);
    }
  });
  const bounds = rects.length > 0 ? { x: left, y: top, width: right - left, height: bottom - top } : null;

  const visit = (area: Rect, limit: number): number[] => {
    if (!bounds) return [];
    const found = new Set<number>();
    // Clipped to what there is: an area as large as the far zoom would otherwise name millions of empty cells.
    for (const key of cellsOf(intersection(area, bounds))) {
      for (const i of cells.get(key) ?? []) {
        if (meets(rects[i]!, area)) found.add(i);
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

function* cellsOf(rect: Rect): Generator<string> {
  if (rect.width < 0 || rect.height < 0) return;
  const lastX = Math.floor((rect.x + rect.width) / CELL);
  const lastY = Math.floor((rect.y + rect.height) / CELL);
  for (let x = Math.floor(rect.x / CELL); x <= lastX; x++) {
    for (let y = Math.floor(rect.y / CELL); y <= lastY; y++) yield `${x},${y}`;
  }
}
