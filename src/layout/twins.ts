/** Twins, nodes that read the same and are read by the same, folded into one block. It knows no layers. */
import { intAt, numberAt } from '../lib/columns.ts';
import { type Incidence, type IndexedGraph, incidence } from './indexed.ts';

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
