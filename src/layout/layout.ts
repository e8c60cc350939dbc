/** Layered layout of a graph of cards (Sugiyama's method). It knows no plan, no canvas and no clock. */
import { intAt, itemAt, numberAt, realAt } from '../lib/columns.ts';
import { axesOf, gapsOf, type Point } from './axes.ts';
import { edgeBends } from './bends.ts';
import { indexGraph } from './indexed.ts';
import { withoutCycles } from './layers.ts';
import { place } from './placement.ts';
import { blockOf, foldTwins } from './twins.ts';

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

export interface LayoutOptions {
  /** Where edges lead; `right` unless said otherwise. */
  readonly direction?: 'right' | 'down';
  /** Pixels between one layer and the next; 96 unless said otherwise. */
  readonly layerGap?: number;
  /** Pixels between neighbours in a layer; 32 unless said otherwise. Long edges keep a third of it. */
  readonly nodeGap?: number;
  /** Where cards stood before: the order within layers stays as it was unless another has fewer crossings. */
  readonly previous?: Readonly<Record<string, Point>>;
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
export function layoutGraph(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  options: LayoutOptions = {},
): Layout {
  const axes = axesOf(options);
  const gaps = gapsOf(options);
  const indexed = indexGraph(nodes, edges);
  const acyclic = withoutCycles(indexed);
  const folded = foldTwins(acyclic);
  const blocks = folded.members.map((members) =>
    blockOf(
      members.map((v) => itemAt(indexed.nodes, v)),
      axes,
      gaps.nodeGap,
    ),
  );
  const known = folded.members.map((members, b) => {
    const first = itemAt(indexed.nodes, numberAt(members, 0));
    const previous = options.previous;
    if (previous === undefined || !Object.hasOwn(previous, first.id)) return Number.NaN;
    return axes.across(previous[first.id]!) + itemAt(blocks, b).extent / 2;
  });
  const placed = place(folded.graph, blocks, known, gaps);

  const positions: Record<string, Point> = Object.create(null);
  const layers: string[][] = Array.from({ length: placed.layerCount }, () => []);
  let length = 0;
  let extent = 0;
  for (const b of placed.sequence) {
    const block = itemAt(blocks, b);
    itemAt(folded.members, b).forEach((v, i) => {
      const node = itemAt(indexed.nodes, v);
      const along = realAt(placed.along, b) + realAt(block.along, i);
      const across = realAt(placed.across, b) + realAt(block.centre, i) - axes.extent(node) / 2;
      positions[node.id] = axes.point(along, across);
      itemAt(layers, intAt(placed.layer, b)).push(node.id);
      length = Math.max(length, along + axes.length(node));
      extent = Math.max(extent, across + axes.extent(node));
    });
  }
  const bends = edgeBends(acyclic, folded, blocks, placed, axes).flatMap((points, e) =>
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
  const size = axes.point(length, extent);
  return { positions, layers, bends, width: size.x, height: size.y };
}
