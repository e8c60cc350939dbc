/** Where cards that are dragged come to stand in line with others near by: how far they are pulled there, and along which lines. */

import { itemAt } from '../lib/columns.ts';
import { rectAt } from './places.ts';
import { around, type Rect, type SpatialIndex, type XY } from './plane.ts';
import type { Scene } from './scene.ts';

/** Pixels of the plane: nearer than this it snaps. */
const NEAR = 6;
/** Of a far view with hundreds of cards none is lined up with. */
const LOOKED_AT = 200;

/** A line of one pixel over what stands along it. */
const THICK = 1;

export interface Snap {
  /** From where the pointer has them. */
  readonly by: XY;
  readonly guides: readonly Rect[];
}

const NOWHERE: Snap = { by: { x: 0, y: 0 }, guides: [] };

/** @param area what is in view: cards elsewhere are nothing to line up with. Looked at once a drag, not at every step */
export function snapper(
  {
    scene,
    places,
    index,
  }: { readonly scene: Scene; readonly places: readonly XY[]; readonly index: SpatialIndex },
  area: Rect,
  calls: readonly number[],
): (by: XY) => Snap {
  const own = new Set(calls);
  const all = around(calls.map((call) => rectAt(scene, places, call)));
  const near = index.count(area, LOOKED_AT + 1) > LOOKED_AT ? [] : index.within(area);
  const others = near.filter((call) => !own.has(call)).map((call) => rectAt(scene, places, call));
  return (by) => {
    if (!all || others.length === 0) return NOWHERE;
    const moved = { ...all, x: all.x + by.x, y: all.y + by.y };
    // Along a way that it was not moved, it stays as it was put.
    const across = by.x === 0 ? null : nearest(moved, others, 'x', 'width');
    const down = by.y === 0 ? null : nearest(moved, others, 'y', 'height');
    const snapped = { ...moved, x: moved.x + (across?.by ?? 0), y: moved.y + (down?.by ?? 0) };
    const guides = [
      ...(across ? [line(snapped, others, 'x', across.at)] : []),
      ...(down ? [line(snapped, others, 'y', down.at)] : []),
    ];
    return { by: { x: across?.by ?? 0, y: down?.by ?? 0 }, guides };
  };
}

/** Edges and middles of what is dragged against those of the others. */
function nearest(
  moved: Rect,
  others: readonly Rect[],
  at: 'x' | 'y',
  size: 'width' | 'height',
): { readonly by: number; readonly at: number } | null {
  let best: { by: number; at: number } | null = null;
  for (const share of [0, 0.5, 1]) {
    const from = moved[at] + moved[size] * share;
    for (const other of others) {
      const to = other[at] + other[size] * share;
      if (Math.abs(to - from) > NEAR || (best && Math.abs(best.by) <= Math.abs(to - from))) continue;
      best = { by: to - from, at: to };
    }
  }
  return best;
}

/** Over all cards that stand along it, and what is dragged. */
function line(moved: Rect, others: readonly Rect[], at: 'x' | 'y', place: number): Rect {
  const size = at === 'x' ? 'width' : 'height';
  const isOn = (rect: Rect): boolean =>
    [0, 0.5, 1].some((share) => Math.abs(rect[at] + rect[size] * share - place) < 0.5);
  const span = around([moved, ...others.filter(isOn)]);
  const { x, y, width, height } = span ?? itemAt(others, 0);
  return at === 'x' ? { x: place, y, width: THICK, height } : { x, y: place, width, height: THICK };
}
