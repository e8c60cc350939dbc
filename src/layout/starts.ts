/** First orders for the sweeps to improve: walks that keep what hangs together side by side. */
import { intAt, realAt } from '../lib/columns.ts';
import { type Order, orderFrom } from './order.ts';
import type { ProperGraph } from './proper.ts';

/** Depth first from the sources down, which draws every tree without a crossing. */
export function depthFirst(graph: ProperGraph, direction: 'down' | 'up'): Order {
  const start = direction === 'down' ? graph.downStart : graph.upStart;
  const back = direction === 'down' ? graph.upStart : graph.downStart;
  const neighbours = direction === 'down' ? graph.down : graph.up;
  const sequence = new Int32Array(graph.count);
  const seen = new Uint8Array(graph.count);
  const stack: number[] = [];
  let end = 0;
  for (let root = 0; root < graph.count; root++) {
    if (seen[root] === 1 || back[root] !== back[root + 1]) continue;
    stack.push(root);
    while (stack.length > 0) {
      const v = stack.pop()!;
      if (seen[v] === 1) continue;
      seen[v] = 1;
      sequence[end++] = v;
      for (let k = intAt(start, v + 1) - 1; k >= intAt(start, v); k--) {
        if (seen[intAt(neighbours, k)] === 0) stack.push(intAt(neighbours, k));
      }
    }
  }
  return orderFrom(graph, sequence);
}

/** Breadth first over all neighbours, from node 0: neighbours of neighbours stay near each other. */
export function breadthFirst(graph: ProperGraph): Order {
  const sequence = new Int32Array(graph.count);
  const seen = new Uint8Array(graph.count);
  let end = 0;
  let read = 0;
  const visit = (v: number) => {
    if (seen[v] === 1) return;
    seen[v] = 1;
    sequence[end++] = v;
  };
  for (let root = 0; root < graph.count; root++) {
    visit(root);
    for (; read < end; read++) {
      const v = intAt(sequence, read);
      for (let k = intAt(graph.downStart, v); k < intAt(graph.downStart, v + 1); k++)
        visit(intAt(graph.down, k));
      for (let k = intAt(graph.upStart, v); k < intAt(graph.upStart, v + 1); k++) visit(intAt(graph.up, k));
    }
  }
  return orderFrom(graph, sequence);
}

/**
 * An order near `best`: every node is moved by chance, up to an eighth of its layer either way. `seed` decides how,
 * so that the same graph always gets the same starts.
 */
export function shuffledStart(graph: ProperGraph, best: Order, seed: number): Order {
  const keys = new Float64Array(graph.count);
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  for (let v = 0; v < graph.count; v++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const l = intAt(graph.layer, v);
    const reach = (intAt(graph.layerStart, l + 1) - intAt(graph.layerStart, l)) / 4 + 2;
    keys[v] = intAt(best.at, v) + (state / 4294967296 - 0.5) * reach;
  }
  return orderFrom(
    graph,
    best.nodes.slice().sort((v, w) => realAt(keys, v) - realAt(keys, w)),
  );
}
