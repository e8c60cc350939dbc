/** Where long arrows bend past the cards between their ends: as the layered layout says, while the ends stand there. */

import { type Layout, layoutGraph } from '../../layout/layout.ts';
import { LAYOUT_OPTIONS, layoutEdgesOf, layoutNodesOf } from './placement.ts';
import type { Scene } from './scene.ts';
import type { XY } from './to-flow.ts';

/** By the call indexes of its ends, "3>7". */
export type Bends = ReadonlyMap<string, readonly XY[]>;

/** Above this the layout, computed anew at every change of an arrow, would be felt. */
const CALLS_AT_MOST = 300;
/** Places in a plan are whole pixels. */
const SAME = 1.5;

const NONE: Bends = new Map();

/** Remembers the layout of the last shape it saw: typing a value changes a call and no shape. One a canvas. */
export function createBends() {
  let last: { shape: string; layout: Layout } | null = null;

  return function bendsOf(scene: Scene, places: readonly XY[]): Bends {
    if (scene.cards.length > CALLS_AT_MOST) return NONE;
    const nodes = layoutNodesOf(scene);
    const edges = layoutEdgesOf(scene);
    const shape = JSON.stringify([nodes, edges]);
    if (last?.shape !== shape) last = { shape, layout: layoutGraph(nodes, edges, LAYOUT_OPTIONS) };
    return standing(scene, places, last.layout);
  };
}

/** Cards that were dragged away from where the layout has them take their arrows with them, straight. */
function standing(scene: Scene, places: readonly XY[], layout: Layout): Bends {
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
