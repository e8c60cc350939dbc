/** Where long arrows bend past the cards between their ends: as the layered layout says, while the ends stand there. */

import { type Layout, layoutGraph } from '../../layout/layout.ts';
import { LAYOUT_OPTIONS, layoutEdgesOf, layoutNodesOf } from './placement.ts';
import type { Scene } from './scene.ts';
import type { XY } from './to-flow.ts';

/** By the call indexes of its ends, "3>7". */
export type Bends = ReadonlyMap<string, readonly XY[]>;

/** The layout is computed at every edit of a call; above this it would be felt while typing. */
const CALLS_AT_MOST = 150;
/** Places in a plan are whole pixels. */
const SAME = 1.5;

const NONE: Bends = new Map();
const layouts = new WeakMap<Scene, Layout>();

/** Cards that were dragged away from where the layout has them take their arrows with them, straight. */
export function bendsOf(scene: Scene, places: readonly XY[]): Bends {
  if (scene.cards.length > CALLS_AT_MOST) return NONE;
  const layout =
    layouts.get(scene) ?? layoutGraph(layoutNodesOf(scene), layoutEdgesOf(scene), LAYOUT_OPTIONS);
  layouts.set(scene, layout);
  const stands = (id: string): boolean => {
    const [at, wanted] = [places[scene.indexOf.get(id)!], layout.positions[id]];
    if (!at || !wanted) return false;
    return Math.abs(at.x - wanted.x) < SAME && Math.abs(at.y - wanted.y) < SAME;
  };
  const bends = layout.bends.filter(({ from, to }) => stands(from) && stands(to));
  return new Map(
    bends.map(({ from, to, points }) => [`${scene.indexOf.get(from)}>${scene.indexOf.get(to)}`, points]),
  );
}
