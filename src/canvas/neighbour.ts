/**
 * Part of the workbench: where an arrow key goes, along the references to the right and left, within the layer up and down.
 * Where no reference leads on, to the nearest card that lies that way: a call that nothing connects yet must be reached, and
 * left, too.
 */

import { itemAt } from '../lib/columns.ts';
import type { Direction } from './intents.ts';
import type { XY } from './plane.ts';
import type { Scene } from './scene.ts';

/** How far apart the left edges of calls of one layer may be, in pixels. */
const SAME_LAYER = 150;

/** The call to go to from `index`, or null where there is none. Of several the nearest in height. */
export function neighbour(
  scene: Scene,
  places: readonly XY[],
  index: number,
  direction: Direction,
): number | null {
  switch (direction) {
    case 'right':
      return (
        nearest(places, index, new Set(itemAt(scene.leaving, index).map((e) => itemAt(scene.edges, e).to))) ??
        beside(places, index, 1)
      );
    case 'left':
      return (
        nearest(
          places,
          index,
          new Set(itemAt(scene.arriving, index).map((e) => itemAt(scene.edges, e).from)),
        ) ?? beside(places, index, -1)
      );
    case 'up':
      return sibling(places, index, -1);
    case 'down':
      return sibling(places, index, 1);
  }
}

function nearest(places: readonly XY[], index: number, candidates: ReadonlySet<number>): number | null {
  let best: number | null = null;
  for (const candidate of candidates) {
    const distance = Math.abs(itemAt(places, candidate).y - itemAt(places, index).y);
    if (best === null || distance < Math.abs(itemAt(places, best).y - itemAt(places, index).y))
      best = candidate;
  }
  return best;
}

/** The nearest card of a layer further on. */
function beside(places: readonly XY[], index: number, sign: 1 | -1): number | null {
  const from = itemAt(places, index);
  let [best, least] = [null as number | null, Number.POSITIVE_INFINITY];
  for (let i = 0; i < places.length; i++) {
    const ahead = (itemAt(places, i).x - from.x) * sign;
    const distance = Math.hypot(ahead, itemAt(places, i).y - from.y);
    if (ahead <= SAME_LAYER || distance >= least) continue;
    [best, least] = [i, distance];
  }
  return best;
}

function sibling(places: readonly XY[], index: number, sign: 1 | -1): number | null {
  const from = itemAt(places, index);
  let best: number | null = null;
  for (let i = 0; i < places.length; i++) {
    const at = itemAt(places, i);
    const ahead = (at.y - from.y) * sign;
    if (i === index || ahead <= 0 || Math.abs(at.x - from.x) > SAME_LAYER) continue;
    if (best === null || ahead < (itemAt(places, best).y - from.y) * sign) best = i;
  }
  return best;
}
