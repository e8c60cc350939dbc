/** Brandes–Köpf, first half: nodes chained into straight blocks with their median neighbours. No coordinates yet. */
import { intAt } from '../lib/columns.ts';
import { neighbourPlaces, type Order } from './order.ts';
import type { ProperGraph } from './proper.ts';

/** Blocks as rings: `next[v]` follows `v` in its block, the last leads back to the first, `root[v]`. */
export interface Alignment {
  readonly root: Int32Array;
  readonly next: Int32Array;
}

/** The places of every node's neighbours on both sides, ascending, beside its neighbour list. */
interface SortedNeighbours {
  readonly up: Int32Array;
  readonly down: Int32Array;
}

export function sortedNeighbours(graph: ProperGraph, order: Order): SortedNeighbours {
  const up = new Int32Array(graph.up.length);
  const down = new Int32Array(graph.down.length);
  const next = new Int32Array(graph.count);
  for (let l = 1; l < graph.layerCount; l++) neighbourPlaces(graph, order, l, 'up', up, next);
  for (let l = 0; l + 1 < graph.layerCount; l++) neighbourPlaces(graph, order, l, 'down', down, next);
  return { up, down };
}

/**
 * For every dummy below a dummy, the place of the one above it, else -1: the inner segments of long edges, which
 * are to be straight even where another edge would have to bend for it.
 */
function innerAbove(graph: ProperGraph, sorted: SortedNeighbours, v: number): number {
  if (v < graph.real) return -1;
  const slot = intAt(graph.upStart, v);
  return intAt(graph.up, slot) < graph.real ? -1 : intAt(sorted.up, slot);
}

/** Places in the layer above between which each node may align without cutting an inner segment. */
interface Corridors {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/** Between the nearest inner segments to the left and right of each node. */
export function corridors(graph: ProperGraph, order: Order, sorted: SortedNeighbours): Corridors {
  const low = new Int32Array(graph.count);
  const high = new Int32Array(graph.count);
  for (let l = 1; l < graph.layerCount; l++) {
    const first = intAt(graph.layerStart, l);
    const end = intAt(graph.layerStart, l + 1);
    let bound = -1;
    for (let i = first; i < end; i++) {
      const v = intAt(order.nodes, i);
      low[v] = bound;
      bound = Math.max(bound, innerAbove(graph, sorted, v));
    }
    bound = graph.widest;
    for (let i = end - 1; i >= first; i--) {
      const v = intAt(order.nodes, i);
      high[v] = bound;
      const inner = innerAbove(graph, sorted, v);
      if (inner >= 0) bound = Math.min(bound, inner);
    }
  }
  return { low, high };
}

/**
 * Aligns every node with a median neighbour on one side, first come first served in the order of `leftmost`.
 * @param side the layer the neighbours are in: `up` works downwards from the top, `down` upwards from the bottom.
 */
export function align(
  graph: ProperGraph,
  order: Order,
  sorted: SortedNeighbours,
  free: Corridors,
  side: 'up' | 'down',
  leftmost: boolean,
): Alignment {
  const { layerCount, layerStart } = graph;
  const start = side === 'up' ? graph.upStart : graph.downStart;
  const places = side === 'up' ? sorted.up : sorted.down;
  const root = new Int32Array(graph.count);
  for (let v = 0; v < graph.count; v++) root[v] = v;
  const next = root.slice();
  for (let i = 1; i < layerCount; i++) {
    const l = side === 'up' ? i : layerCount - 1 - i;
    const otherFirst = intAt(layerStart, side === 'up' ? l - 1 : l + 1);
    const width = intAt(layerStart, l + 1) - intAt(layerStart, l);
    let taken = leftmost ? -1 : graph.widest;
    for (let k = 0; k < width; k++) {
      const at = leftmost ? k : width - 1 - k;
      const v = intAt(order.nodes, intAt(layerStart, l) + at);
      const degree = intAt(start, v + 1) - intAt(start, v);
      if (degree === 0) continue;
      const lower = intAt(start, v) + ((degree - 1) >> 1);
      const upper = intAt(start, v) + (degree >> 1);
      for (let turn = 0; turn < 2 && next[v] === v; turn++) {
        const place = intAt(places, leftmost === (turn === 0) ? lower : upper);
        if (leftmost ? place <= taken : place >= taken) continue;
        const u = intAt(order.nodes, otherFirst + place);
        if (side === 'up' ? cuts(free, v, place) : cuts(free, u, at)) continue;
        next[u] = v;
        root[v] = intAt(root, u);
        next[v] = intAt(root, v);
        taken = place;
      }
    }
  }
  return { root, next };
}

const cuts = (free: Corridors, lower: number, upperPlace: number): boolean =>
  upperPlace < intAt(free.low, lower) || upperPlace > intAt(free.high, lower);
