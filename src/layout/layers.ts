/** First stage and second: no edge closes a cycle, and a layer for every node, so that edges run forward and are short. */
import { addAt, intAt } from '../lib/columns.ts';
import { type IndexedGraph, incidence } from './indexed.ts';

/** How often the tightening looks at every node; it mostly settles after three or four rounds. */
const tighteningRounds = 12;

/**
 * Layers by longest path from the sources, then tightened: a node moves inside the room its neighbours
 * leave it, towards the side where it has more edges, so that less of every edge crosses other layers.
 * @returns the layer of each node, from 0; every edge runs from a lower to a higher layer.
 */
export function assignLayers(graph: IndexedGraph): Int32Array {
  const { count, from, to } = graph;
  const out = incidence(count, from);
  const into = incidence(count, to);
  const layer = new Int32Array(count);
  const order = new Int32Array(count);
  const missing = new Int32Array(count);
  let end = 0;
  for (let v = 0; v < count; v++) {
    missing[v] = intAt(into.start, v + 1) - intAt(into.start, v);
    if (missing[v] === 0) order[end++] = v;
  }
  for (let i = 0; i < end; i++) {
    const v = intAt(order, i);
    for (let k = intAt(out.start, v); k < intAt(out.start, v + 1); k++) {
      const w = intAt(to, intAt(out.edges, k));
      if (intAt(layer, w) <= intAt(layer, v)) layer[w] = intAt(layer, v) + 1;
      if (addAt(missing, w, -1) === 0) order[end++] = w;
    }
  }

  const tighten = (v: number): boolean => {
    const reads = intAt(into.start, v + 1) - intAt(into.start, v);
    const readers = intAt(out.start, v + 1) - intAt(out.start, v);
    if (reads === readers) return false;
    let target = readers > reads ? Number.MAX_SAFE_INTEGER : -1;
    if (readers > reads) {
      for (let k = intAt(out.start, v); k < intAt(out.start, v + 1); k++) {
        target = Math.min(target, intAt(layer, intAt(to, intAt(out.edges, k))) - 1);
      }
    } else {
      for (let k = intAt(into.start, v); k < intAt(into.start, v + 1); k++) {
        target = Math.max(target, intAt(layer, intAt(from, intAt(into.edges, k))) + 1);
      }
    }
    if (target === layer[v]) return false;
    layer[v] = target;
    return true;
  };
  for (let round = 0; round < tighteningRounds; round++) {
    let moved = false;
    for (let i = count - 1; i >= 0; i--) moved = tighten(intAt(order, i)) || moved;
    for (let i = 0; i < count; i++) moved = tighten(intAt(order, i)) || moved;
    if (!moved) break;
  }
  return layer;
}

// First stage: the graph without the edges that close a cycle. It knows no layers and no geometry.

/**
 * Leaves out every edge that a depth-first walk, in node order, finds to lead back into its own path.
 * What is left has no cycle. The walk keeps its own stack: a chain of any length must not overflow ours.
 */
export function withoutCycles(graph: IndexedGraph): IndexedGraph {
  const { count, from, to } = graph;
  const out = incidence(count, from);
  const next = out.start.slice(0, count);
  const state = new Uint8Array(count); // 0 unseen, 1 on the path, 2 done
  const keep = new Uint8Array(from.length);
  const stack = new Int32Array(count);
  let kept = 0;
  for (let root = 0; root < count; root++) {
    if (state[root] !== 0) continue;
    let depth = 0;
    stack[depth++] = root;
    state[root] = 1;
    while (depth > 0) {
      const v = intAt(stack, depth - 1);
      if (intAt(next, v) === intAt(out.start, v + 1)) {
        state[v] = 2;
        depth--;
        continue;
      }
      const e = intAt(out.edges, addAt(next, v, 1) - 1);
      const w = intAt(to, e);
      if (state[w] === 1) continue;
      keep[e] = 1;
      kept++;
      if (state[w] === 0) {
        state[w] = 1;
        stack[depth++] = w;
      }
    }
  }
  if (kept === from.length) return graph;
  return { count, from: from.filter((_, e) => keep[e] === 1), to: to.filter((_, e) => keep[e] === 1) };
}
