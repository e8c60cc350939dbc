/** Twins, nodes that read the same and are read by the same, folded into one block. It knows no layers. */
import { intAt, itemAt, numberAt, realAt } from '../lib/columns.ts';
import { NODE_GAP } from './gaps.ts';
import { type Incidence, type IndexedGraph, incidence } from './indexed.ts';
import type { LayoutNode } from './layout.ts';

/**
 * A column of more twins than this is folded into a grid. 5,000 calls that all read one result would otherwise be
 * a strip a million pixels high and one card wide, which no zoom makes readable.
 */
const mostInAColumn = 24;

export interface Folded {
  /** The graph of the blocks; edges between the same two blocks are one. */
  readonly graph: IndexedGraph;
  readonly blockOf: Int32Array;
  /** The nodes of each block, in node order: one, or a crowd of twins. */
  readonly members: readonly (readonly number[])[];
}

export function foldTwins(graph: IndexedGraph): Folded {
  const { count, from, to } = graph;
  const out = incidence(count, from);
  const into = incidence(count, to);
  const degree = (side: Incidence, v: number) => intAt(side.start, v + 1) - intAt(side.start, v);
  const names = (side: Incidence, ends: Int32Array, v: number): string =>
    Array.from(side.edges.subarray(intAt(side.start, v), intAt(side.start, v + 1)), (e) => intAt(ends, e))
      .sort((a, b) => a - b)
      .join();
  // A twin in a crowd has only neighbours with at least that many edges, so almost every node is out at once.
  const crowded = (v: number): boolean =>
    into.edges
      .subarray(intAt(into.start, v), intAt(into.start, v + 1))
      .every((e) => degree(out, intAt(from, e)) > mostInAColumn) &&
    out.edges
      .subarray(intAt(out.start, v), intAt(out.start, v + 1))
      .every((e) => degree(into, intAt(to, e)) > mostInAColumn);

  const crowds = new Map<string, number[]>();
  const crowdOf: (number[] | undefined)[] = new Array(count);
  for (let v = 0; v < count; v++) {
    if (!crowded(v)) continue;
    const key = `${names(into, from, v)}|${names(out, to, v)}`;
    const crowd = crowds.get(key) ?? [];
    crowds.set(key, crowd);
    crowd.push(v);
    crowdOf[v] = crowd;
  }

  const blockOf = new Int32Array(count);
  const members: (readonly number[])[] = [];
  for (let v = 0; v < count; v++) {
    const crowd = crowdOf[v];
    const folds = crowd !== undefined && crowd.length > mostInAColumn;
    if (folds && crowd[0] !== v) {
      blockOf[v] = intAt(blockOf, numberAt(crowd, 0));
    } else {
      blockOf[v] = members.length;
      members.push(folds ? crowd : [v]);
    }
  }
  if (members.length === count) return { graph, blockOf, members };
  const edges = new Set<number>();
  for (let e = 0; e < from.length; e++)
    edges.add(intAt(blockOf, intAt(from, e)) * members.length + intAt(blockOf, intAt(to, e)));
  const keys = [...edges];
  return {
    graph: {
      count: members.length,
      from: Int32Array.from(keys, (key) => Math.floor(key / members.length)),
      to: Int32Array.from(keys, (key) => key % members.length),
    },
    blockOf,
    members,
  };
}

// The inside of a block: its one node, or a crowd of twins row by row in a grid that is about square.

export interface Block {
  readonly length: number;
  readonly extent: number;
  /** Of each member, in the order given: where it starts and ends along the block, and its centre across it. */
  readonly along: Float64Array;
  readonly alongEnd: Float64Array;
  readonly centre: Float64Array;
}

export function blockOf(nodes: readonly LayoutNode[]): Block {
  const length = nodes.reduce((most, node) => Math.max(most, node.width), 0);
  const total = nodes.reduce((sum, node) => sum + node.height + NODE_GAP, 0);
  const columnCount = Math.max(1, Math.min(nodes.length, Math.round(Math.sqrt(total / (length + NODE_GAP)))));
  const along = new Float64Array(nodes.length);
  const alongEnd = new Float64Array(nodes.length);
  const centre = new Float64Array(nodes.length);
  let extent = 0;
  for (let first = 0; first < nodes.length; first += columnCount) {
    const row = nodes.slice(first, first + columnCount);
    const tallest = row.reduce((most, node) => Math.max(most, node.height), 0);
    if (first > 0) extent += NODE_GAP;
    for (let k = 0; k < row.length; k++) {
      along[first + k] = k * (length + NODE_GAP);
      alongEnd[first + k] = realAt(along, first + k) + itemAt(row, k).width;
      centre[first + k] = extent + tallest / 2;
    }
    extent += tallest;
  }
  return { length: columnCount * (length + NODE_GAP) - NODE_GAP, extent, along, alongEnd, centre };
}
