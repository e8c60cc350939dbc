/** Brandes–Köpf, second half: blocks pushed together as far as the gaps allow. It knows no edges. */
import type { Alignment } from './alignment.ts';
import type { Order } from './order.ts';
import type { ProperGraph } from './proper.ts';

/** The extent of each node across the layers, and the room between neighbours in a layer. */
export interface Spacing {
  readonly extent: Float64Array;
  readonly nodeGap: number;
  /** Between two long edges that pass through a layer side by side. */
  readonly edgeGap: number;
}

/** Least distance between the centres of two neighbours in a layer. */
function separation(graph: ProperGraph, spacing: Spacing, v: number, w: number): number {
  const gap = v >= graph.real && w >= graph.real ? spacing.edgeGap : spacing.nodeGap;
  return (spacing.extent[v]! + spacing.extent[w]!) / 2 + gap;
}

/**
 * A centre for every node, one for all nodes of a block. Blocks first go as far left as they can and then as far
 * right as their right neighbours let them (mirrored unless `leftmost`). Nothing overlaps: both passes walk the
 * same constraints, "each neighbour in a layer keeps its separation".
 */
export function compact(
  graph: ProperGraph,
  order: Order,
  alignment: Alignment,
  spacing: Spacing,
  leftmost: boolean,
): Float64Array {
  const { count, layer, layerStart } = graph;
  const { root, next } = alignment;
  const ahead = leftmost ? 1 : -1;
  const neighbour = (v: number, step: number): number => {
    const l = layer[v]!;
    const i = layerStart[l]! + order.at[v]! + step;
    return i < layerStart[l]! || i >= layerStart[l + 1]! ? -1 : order.nodes[i]!;
  };

  const waiting = new Int32Array(count);
  for (let v = 0; v < count; v++) if (neighbour(v, -ahead) >= 0) waiting[root[v]!]!++;
  const blocks = new Int32Array(count);
  let end = 0;
  for (let v = 0; v < count; v++) if (root[v] === v && waiting[v] === 0) blocks[end++] = v;
  const centre = new Float64Array(count);
  for (let i = 0; i < end; i++) {
    const block = blocks[i]!;
    let v = block;
    do {
      const w = neighbour(v, ahead);
      if (w >= 0) {
        const other = root[w]!;
        centre[other] = Math.max(centre[other]!, centre[block]! + separation(graph, spacing, v, w));
        if (--waiting[other]! === 0) blocks[end++] = other;
      }
      v = next[v]!;
    } while (v !== block);
  }
  for (let i = end - 1; i >= 0; i--) {
    const block = blocks[i]!;
    let room = Number.POSITIVE_INFINITY;
    let v = block;
    do {
      const w = neighbour(v, ahead);
      if (w >= 0) room = Math.min(room, centre[root[w]!]! - separation(graph, spacing, v, w));
      v = next[v]!;
    } while (v !== block);
    if (room !== Number.POSITIVE_INFINITY) centre[block] = Math.max(centre[block]!, room);
  }
  const result = new Float64Array(count);
  for (let v = 0; v < count; v++) result[v] = ahead * centre[root[v]!]!;
  return result;
}
