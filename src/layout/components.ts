/** Splits a graph into its connected components. */
import { intAt } from '../lib/columns.ts';
import { type IndexedGraph, incidence } from './indexed.ts';

/** One component as a graph of its own; `nodes` and `edges` say what its numbers are in the whole graph. */
interface Component {
  readonly graph: IndexedGraph;
  readonly nodes: Int32Array;
  readonly edges: Int32Array;
}

/** The components in the order of their first nodes, those without an edge after all others. */
export function components(graph: IndexedGraph): readonly Component[] {
  const { count, from, to } = graph;
  const parent = new Int32Array(count);
  for (let v = 0; v < count; v++) parent[v] = v;
  const find = (v: number): number => {
    let root = v;
    while (intAt(parent, root) !== root) {
      parent[root] = intAt(parent, intAt(parent, root));
      root = intAt(parent, root);
    }
    return root;
  };
  for (let e = 0; e < from.length; e++) {
    const a = find(intAt(from, e));
    const b = find(intAt(to, e));
    // The smaller index leads, so that a component is numbered where its first node stands.
    if (a < b) parent[b] = a;
    else parent[a] = b;
  }
  const part = new Int32Array(count);
  const local = new Int32Array(count);
  let parts = 0;
  for (let v = 0; v < count; v++) part[v] = find(v) === v ? parts++ : intAt(part, find(v));
  const nodesOf = incidence(parts, part);
  const edgesOf = incidence(
    parts,
    from.map((v) => intAt(part, v)),
  );
  const result: Component[] = [];
  for (let p = 0; p < parts; p++) {
    const nodes = nodesOf.edges.subarray(intAt(nodesOf.start, p), intAt(nodesOf.start, p + 1));
    const edges = edgesOf.edges.subarray(intAt(edgesOf.start, p), intAt(edgesOf.start, p + 1));
    nodes.forEach((v, i) => {
      local[v] = i;
    });
    const inner = {
      count: nodes.length,
      from: edges.map((e) => intAt(local, intAt(from, e))),
      to: edges.map((e) => intAt(local, intAt(to, e))),
    };
    result.push({ graph: inner, nodes, edges });
  }
  return [...result.filter((c) => c.edges.length > 0), ...result.filter((c) => c.edges.length === 0)];
}
