/** Where drawn edges bend: past the layers between their ends, and inside a grid of twins. */
import type { Axes } from './axes.ts';
import type { Block } from './grid.ts';
import type { IndexedGraph } from './indexed.ts';
import type { Placement } from './placement.ts';
import type { Point } from './polylines.ts';
import type { Folded } from './twins.ts';

/** Offsets across a layer of less than this, in pixels, are rounding and no bend. */
const straight = 0.01;

/** The bends of every edge of `graph`, by its number; straight edges have none. */
export function edgeBends(
  graph: IndexedGraph,
  folded: Folded,
  blocks: readonly Block[],
  placed: Placement,
  axes: Axes,
): readonly (readonly Point[])[] {
  const memberOf = new Int32Array(graph.count);
  for (const members of folded.members) {
    members.forEach((v, i) => {
      memberOf[v] = i;
    });
  }
  const between = new Map<number, number>();
  for (let e = 0; e < folded.graph.from.length; e++) {
    between.set(folded.graph.from[e]! * folded.graph.count + folded.graph.to[e]!, e);
  }
  /** The point where an edge enters or leaves a grid: level with its card, whose row it follows behind the others. */
  const gridPort = (v: number, far: boolean): Point[] => {
    const b = folded.blockOf[v]!;
    if (folded.members[b]!.length === 1) return [];
    const block = blocks[b]!;
    const along = placed.along[b]! + (far ? block.length : 0);
    return [axes.point(along, placed.across[b]! + block.centre[memberOf[v]!]!)];
  };

  return Array.from(graph.from, (tail, e) => {
    const head = graph.to[e]!;
    const edge = between.get(folded.blockOf[tail]! * folded.graph.count + folded.blockOf[head]!)!;
    const tailLayer = placed.layer[folded.blockOf[tail]!]!;
    const headLayer = placed.layer[folded.blockOf[head]!]!;
    const way = Number.isNaN(placed.lane[edge]!)
      ? passing(placed, edge, tailLayer + 1, axes)
      : inLane(placed, placed.lane[edge]!, tailLayer, headLayer, axes);
    return [...gridPort(tail, true), ...way, ...gridPort(head, false)];
  });
}

/** An edge passes a layer level, from its near side to its far side, so that it bends only between layers. */
function passing(placed: Placement, edge: number, firstLayer: number, axes: Axes): Point[] {
  const centres = placed.passes[edge]!;
  const points: Point[] = [];
  for (let i = 0; i < centres.length; ) {
    let last = i;
    while (last + 1 < centres.length && Math.abs(centres[last + 1]! - centres[i]!) < straight) last++;
    points.push(axes.point(placed.layerAt[firstLayer + i]!, centres[i]!));
    const end = firstLayer + last;
    points.push(axes.point(placed.layerAt[end]! + placed.layerLength[end]!, centres[i]!));
    i = last + 1;
  }
  return points;
}

/** Up to the lane in the gap after the one layer, level, and down again in the gap before the other. */
function inLane(placed: Placement, lane: number, tailLayer: number, headLayer: number, axes: Axes): Point[] {
  const leaves = placed.layerAt[tailLayer]! + placed.layerLength[tailLayer]! + placed.layerGap / 2;
  const arrives = placed.layerAt[headLayer]! - placed.layerGap / 2;
  return [axes.point(leaves, lane), axes.point(arrives, lane)];
}
