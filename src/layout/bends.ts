/** Where drawn edges bend: past the layers between their ends, and inside a grid of twins. */
import { intAt, itemAt, realAt, valueAt } from '../lib/columns.ts';
import type { Axes, Point } from './axes.ts';
import type { IndexedGraph } from './indexed.ts';
import type { Placement } from './placement.ts';
import type { Block, Folded } from './twins.ts';

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
    between.set(intAt(folded.graph.from, e) * folded.graph.count + intAt(folded.graph.to, e), e);
  }
  /**
   * A card that is shorter than its layer, or stands inside a grid, has its edges run level to the side of the layer:
   * a slanted line would cut a neighbour. Behind the other cards of a row of a grid that line is a bus.
   */
  const levelOut = (v: number, side: 'near' | 'far'): Point[] => {
    const b = intAt(folded.blockOf, v);
    const block = itemAt(blocks, b);
    const l = intAt(placed.layer, b);
    const across = realAt(placed.across, b) + realAt(block.centre, intAt(memberOf, v));
    if (side === 'near')
      return realAt(block.along, intAt(memberOf, v)) > 0
        ? [axes.point(realAt(placed.layerAt, l), across)]
        : [];
    const reaches = realAt(block.alongEnd, intAt(memberOf, v)) >= realAt(placed.layerLength, l);
    return reaches ? [] : [axes.point(realAt(placed.layerAt, l) + realAt(placed.layerLength, l), across)];
  };

  return Array.from(graph.from, (tail, e) => {
    const head = intAt(graph.to, e);
    const edge = valueAt(
      between,
      intAt(folded.blockOf, tail) * folded.graph.count + intAt(folded.blockOf, head),
    );
    const tailLayer = intAt(placed.layer, intAt(folded.blockOf, tail));
    const headLayer = intAt(placed.layer, intAt(folded.blockOf, head));
    const way = Number.isNaN(realAt(placed.lane, edge))
      ? passing(placed, edge, tailLayer + 1, axes)
      : inLane(placed, realAt(placed.lane, edge), tailLayer, headLayer, axes);
    return [...levelOut(tail, 'far'), ...way, ...levelOut(head, 'near')];
  });
}

/** An edge passes a layer level, from its near side to its far side, so that it bends only between layers. */
function passing(placed: Placement, edge: number, firstLayer: number, axes: Axes): Point[] {
  const centres = itemAt(placed.passes, edge);
  const points: Point[] = [];
  for (let i = 0; i < centres.length; ) {
    let last = i;
    while (last + 1 < centres.length && Math.abs(realAt(centres, last + 1) - realAt(centres, i)) < straight)
      last++;
    points.push(axes.point(realAt(placed.layerAt, firstLayer + i), realAt(centres, i)));
    const end = firstLayer + last;
    points.push(
      axes.point(realAt(placed.layerAt, end) + realAt(placed.layerLength, end), realAt(centres, i)),
    );
    i = last + 1;
  }
  return points;
}

/** Up to the lane in the gap after the one layer, level, and down again in the gap before the other. */
function inLane(placed: Placement, lane: number, tailLayer: number, headLayer: number, axes: Axes): Point[] {
  const leaves =
    realAt(placed.layerAt, tailLayer) + realAt(placed.layerLength, tailLayer) + placed.layerGap / 2;
  const arrives = realAt(placed.layerAt, headLayer) - placed.layerGap / 2;
  return [axes.point(leaves, lane), axes.point(arrives, lane)];
}
