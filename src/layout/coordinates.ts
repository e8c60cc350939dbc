/** Fifth stage: coordinates across the layers (Brandes–Köpf). It knows nothing of where the layers themselves stand. */
import { realAt } from '../lib/columns.ts';
import { align, corridors, sortedNeighbours } from './alignment.ts';
import { compact, type Spacing } from './compaction.ts';
import type { Order } from './order.ts';
import type { ProperGraph } from './proper.ts';

/**
 * The centre of every node and dummy across its layer, in the order given and without overlap: the middle of four
 * extreme drawings (aligned up or down, pushed left or right), which keeps any gap all four keep.
 */
export function assignCentres(graph: ProperGraph, order: Order, spacing: Spacing): Float64Array {
  const sorted = sortedNeighbours(graph, order);
  const free = corridors(graph, order, sorted);
  const drawings: { centre: Float64Array; low: number; high: number; leftmost: boolean }[] = [];
  for (const side of ['up', 'down'] as const) {
    for (const leftmost of [true, false]) {
      const alignment = align(graph, order, sorted, free, side, leftmost);
      const centre = compact(graph, order, alignment, spacing, leftmost);
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let v = 0; v < graph.count; v++) {
        low = Math.min(low, realAt(centre, v) - realAt(spacing.extent, v) / 2);
        high = Math.max(high, realAt(centre, v) + realAt(spacing.extent, v) / 2);
      }
      drawings.push({ centre, low, high, leftmost });
    }
  }
  const narrowest = drawings.reduce((a, b) => (b.high - b.low < a.high - a.low ? b : a));
  for (const { centre, low, high, leftmost } of drawings) {
    const shift = leftmost ? narrowest.low - low : narrowest.high - high;
    for (let v = 0; v < graph.count; v++) centre[v] = realAt(centre, v) + shift;
  }
  const [a, b, c, d] = drawings.map((drawing) => drawing.centre) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return a.map((p, v) => {
    const q = realAt(b, v);
    const r = realAt(c, v);
    const s = realAt(d, v);
    const least = Math.min(p, q, r, s);
    const most = Math.max(p, q, r, s);
    return (p + q + r + s - least - most) / 2;
  });
}
