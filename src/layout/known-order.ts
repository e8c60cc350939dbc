/** The order a graph had when it was drawn before, carried over to one that may have changed since. */
import { intAt, realAt } from '../lib/columns.ts';
import { type Order, orderFrom } from './order.ts';
import type { ProperGraph } from './proper.ts';

/**
 * @param centres where each real node was, across its layer, `NaN` for a new one.
 * @returns that order, new nodes beside their neighbours and long edges between their ends; `undefined` where less
 * than half was drawn before and so nothing is worth keeping.
 */
export function knownOrder(graph: ProperGraph, centres: Float64Array): Order | undefined {
  const drawn = centres.reduce((sum, c) => sum + (Number.isNaN(c) ? 0 : 1), 0);
  if (drawn === 0 || 2 * drawn < graph.real) return undefined;
  const at = new Float64Array(graph.count).fill(Number.NaN);
  at.set(centres);
  for (let s = 0; s < graph.upper.length; s++) {
    const v = intAt(graph.lower, s);
    // A step of a long edge stays with its tail: segments run from tail to head, so that one is known by now.
    if (v >= graph.real) at[v] = realAt(at, intAt(graph.upper, s));
  }
  for (let v = 0; v < graph.count; v++)
    if (Number.isNaN(realAt(at, v))) at[v] = meanOfNeighbours(graph, at, v);
  const sequence = Int32Array.from({ length: graph.count }, (_, v) => v);
  sequence.sort((v, w) => realAt(at, v) - realAt(at, w) || v - w);
  return orderFrom(graph, sequence);
}

/** Zero where no neighbour is known: such a node goes first. */
function meanOfNeighbours(graph: ProperGraph, at: Float64Array, v: number): number {
  let sum = 0;
  let count = 0;
  const look = (w: number) => {
    if (Number.isNaN(realAt(at, w))) return;
    sum += realAt(at, w);
    count++;
  };
  for (let k = intAt(graph.upStart, v); k < intAt(graph.upStart, v + 1); k++) look(intAt(graph.up, k));
  for (let k = intAt(graph.downStart, v); k < intAt(graph.downStart, v + 1); k++) look(intAt(graph.down, k));
  return count === 0 ? 0 : sum / count;
}
