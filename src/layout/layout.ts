/** Layered layout of a graph of cards (Sugiyama's method). It knows no plan, no canvas and no clock. */

import { intAt, itemAt, realAt, valueAt } from '../lib/columns.ts';
import { LAYER_GAP } from './gaps.ts';
import { type IndexedGraph, indexGraph } from './indexed.ts';
import { withoutCycles } from './layers.ts';
import { type Placement, place } from './placement.ts';
import { type Block, blockOf, type Folded, foldTwins } from './twins.ts';

/** A card and its size in pixels. Of several with one id the first stands. */
export interface LayoutNode {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** An edge; self-loops, repeats and ids that are not there are passed over. */
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a long edge bends on its way past the layers between its ends. */
interface EdgeBends {
  readonly from: string;
  readonly to: string;
  readonly points: readonly Point[];
}

/** Where every card of a plan stands. */
export interface Layout {
  /** The top left corner of every card. A record without a prototype: any id is an ordinary key. */
  readonly positions: Readonly<Record<string, Point>>;
  /** The ids by layer; every edge that closes no cycle runs from a lower to a higher one. */
  readonly layers: readonly (readonly string[])[];
  /** Only the edges that bend; all others are straight from port to port. */
  readonly bends: readonly EdgeBends[];
  readonly width: number;
  readonly height: number;
}

/**
 * Places every node in layers, edges leading one way, with few crossings and no overlap. The same input always
 * gives the same layout. Edges that close a cycle are left out of account. Components stand one below another
 * in common columns. More than 24 nodes with the very same neighbours (a wide fan-out, a heap of nodes without
 * edges) share one layer as a grid; any other layer is one column, however long.
 */
export function layoutGraph(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Layout {
  const indexed = indexGraph(nodes, edges);
  const acyclic = withoutCycles(indexed);
  const folded = foldTwins(acyclic);
  const blocks = folded.members.map((members) => blockOf(members.map((v) => itemAt(indexed.nodes, v))));
  const placed = place(folded.graph, blocks);

  const positions: Record<string, Point> = Object.create(null);
  const layers: string[][] = Array.from({ length: placed.layerCount }, () => []);
  let width = 0;
  let height = 0;
  for (const b of placed.sequence) {
    const block = itemAt(blocks, b);
    itemAt(folded.members, b).forEach((v, i) => {
      const node = itemAt(indexed.nodes, v);
      const along = realAt(placed.along, b) + realAt(block.along, i);
      const across = realAt(placed.across, b) + realAt(block.centre, i) - node.height / 2;
      positions[node.id] = { x: along, y: across };
      itemAt(layers, intAt(placed.layer, b)).push(node.id);
      width = Math.max(width, along + node.width);
      height = Math.max(height, across + node.height);
    });
  }
  const bends = edgeBends(acyclic, folded, blocks, placed).flatMap((points, e) =>
    points.length === 0
      ? []
      : [
          {
            from: itemAt(indexed.nodes, intAt(acyclic.from, e)).id,
            to: itemAt(indexed.nodes, intAt(acyclic.to, e)).id,
            points,
          },
        ],
  );
  return { positions, layers, bends, width, height };
}

/** Offsets across a layer of less than this, in pixels, are rounding and no bend. */
const straight = 0.01;

/** The bends of every edge of `graph`, by its number; straight edges have none. */
function edgeBends(
  graph: IndexedGraph,
  folded: Folded,
  blocks: readonly Block[],
  placed: Placement,
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
      return realAt(block.along, intAt(memberOf, v)) > 0 ? [{ x: realAt(placed.layerAt, l), y: across }] : [];
    const reaches = realAt(block.alongEnd, intAt(memberOf, v)) >= realAt(placed.layerLength, l);
    return reaches ? [] : [{ x: realAt(placed.layerAt, l) + realAt(placed.layerLength, l), y: across }];
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
      ? passing(placed, edge, tailLayer + 1)
      : inLane(placed, realAt(placed.lane, edge), tailLayer, headLayer);
    return [...levelOut(tail, 'far'), ...way, ...levelOut(head, 'near')];
  });
}

/** An edge passes a layer level, from its near side to its far side, so that it bends only between layers. */
function passing(placed: Placement, edge: number, firstLayer: number): Point[] {
  const centres = itemAt(placed.passes, edge);
  const points: Point[] = [];
  for (let i = 0; i < centres.length; ) {
    let last = i;
    while (last + 1 < centres.length && Math.abs(realAt(centres, last + 1) - realAt(centres, i)) < straight)
      last++;
    points.push({ x: realAt(placed.layerAt, firstLayer + i), y: realAt(centres, i) });
    const end = firstLayer + last;
    points.push({ x: realAt(placed.layerAt, end) + realAt(placed.layerLength, end), y: realAt(centres, i) });
    i = last + 1;
  }
  return points;
}

/** Up to the lane in the gap after the one layer, level, and down again in the gap before the other. */
function inLane(placed: Placement, lane: number, tailLayer: number, headLayer: number): Point[] {
  const leaves = realAt(placed.layerAt, tailLayer) + realAt(placed.layerLength, tailLayer) + LAYER_GAP / 2;
  const arrives = realAt(placed.layerAt, headLayer) - LAYER_GAP / 2;
  return [
    { x: leaves, y: lane },
    { x: arrives, y: lane },
  ];
}
