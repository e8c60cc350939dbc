/** Ids to numbers: the graph as typed arrays, with what a stranger's list may hold cleaned away. No geometry. */
import { addAt, intAt } from '../lib/columns.ts';
import type { LayoutEdge, LayoutNode } from './layout.ts';

/** A directed graph over the nodes `0 … count - 1`; edge `e` runs from `from[e]` to `to[e]`. */
export interface IndexedGraph {
  readonly count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

export interface Indexed extends IndexedGraph {
  /** The nodes by index; of several with one id the first stands. */
  readonly nodes: readonly LayoutNode[];
  readonly indexOf: ReadonlyMap<string, number>;
}

/** Numbers the nodes; drops self-loops, edges named twice and edges to ids that are not there. */
export function indexGraph(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Indexed {
  const indexOf = new Map<string, number>();
  const unique: LayoutNode[] = [];
  for (const node of nodes) {
    if (indexOf.has(node.id)) continue;
    indexOf.set(node.id, unique.length);
    unique.push(node);
  }
  const from = new Int32Array(edges.length);
  const to = new Int32Array(edges.length);
  const seen = new Set<number>();
  let kept = 0;
  for (const edge of edges) {
    const tail = indexOf.get(edge.from);
    const head = indexOf.get(edge.to);
    if (tail === undefined || head === undefined || tail === head) continue;
    const key = tail * unique.length + head;
    if (seen.has(key)) continue;
    seen.add(key);
    from[kept] = tail;
    to[kept++] = head;
  }
  return { count: unique.length, nodes: unique, indexOf, from: from.slice(0, kept), to: to.slice(0, kept) };
}

/** The edges at each node: those of node `v` are `edges[start[v]] … edges[start[v + 1] - 1]`. */
export interface Incidence {
  readonly start: Int32Array;
  readonly edges: Int32Array;
}

/** Groups edges by one of their ends, in edge order. */
export function incidence(count: number, ends: Int32Array): Incidence {
  const start = new Int32Array(count + 1);
  for (let e = 0; e < ends.length; e++) addAt(start, intAt(ends, e) + 1, 1);
  for (let v = 0; v < count; v++) addAt(start, v + 1, intAt(start, v));
  const next = start.slice();
  const edges = new Int32Array(ends.length);
  for (let e = 0; e < ends.length; e++) edges[addAt(next, intAt(ends, e), 1) - 1] = e;
  return { start, edges };
}
