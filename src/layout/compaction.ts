/** Brandes–Köpf, second half: blocks pushed together as far as the gaps allow. It knows no edges. */
import { addAt, intAt, realAt } from '../lib/columns.ts';
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
  return (realAt(spacing.extent, v) + realAt(spacing.extent, w)) / 2 + gap;
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
    const l = intAt(layer, v);
    const i = intAt(layerStart, l) + intAt(order.at, v) + step;
    return i < intAt(layerStart, l) || i >= intAt(layerStart, l + 1) ? -1 : intAt(order.nodes, i);
  };

  const waiting = new Int32Array(count);
  for (let v = 0; v < count; v++) if (neighbour(v, -ahead) >= 0) addAt(waiting, intAt(root, v), 1);
  const blocks = new Int32Array(count);
  let end = 0;
  for (let v = 0; v < count; v++) if (root[v] === v && waiting[v] === 0) blocks[end++] = v;
  const centre = new Float64Array(count);
  for (let i = 0; i < end; i++) {
    const block = intAt(blocks, i);
    let v = block;
    do {
      const w = neighbour(v, ahead);
      if (w >= 0) {
        const other = intAt(root, w);
        centre[other] = Math.max(
          realAt(centre, other),
          realAt(centre, block) + separation(graph, spacing, v, w),
        );
        if (addAt(waiting, other, -1) === 0) blocks[end++] = other;
      }
      v = intAt(next, v);
    } while (v !== block);
  }
  for (let i = end - 1; i >= 0; i--) {
    const block = intAt(blocks, i);
    let room = Number.POSITIVE_INFINITY;
    let v = block;
    do {
      const w = neighbour(v, ahead);
      if (w >= 0) room = Math.min(room, realAt(centre, intAt(root, w)) - separation(graph, spacing, v, w));
      v = intAt(next, v);
    } while (v !== block);
    if (room !== Number.POSITIVE_INFINITY) centre[block] = Math.max(realAt(centre, block), room);
  }
  const result = new Float64Array(count);
  for (let v = 0; v < count; v++) result[v] = ahead * realAt(centre, intAt(root, v));
  return result;
}
