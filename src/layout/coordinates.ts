/** Fifth stage: coordinates across the layers (Brandes–Köpf). It knows nothing of where the layers themselves stand. */
import { addAt, intAt, realAt } from '../lib/columns.ts';
import { EDGE_GAP, NODE_GAP } from './gaps.ts';
import { neighbourPlaces, type Order } from './order.ts';
import type { ProperGraph } from './proper.ts';

/**
 * The centre of every node and dummy across its layer, in the order given and without overlap: the middle of four
 * extreme drawings (aligned up or down, pushed left or right), which keeps any gap all four keep.
 */
export function assignCentres(graph: ProperGraph, order: Order, extent: Float64Array): Float64Array {
  const sorted = sortedNeighbours(graph, order);
  const free = corridors(graph, order, sorted);
  const drawings: { centre: Float64Array; low: number; high: number; leftmost: boolean }[] = [];
  for (const side of ['up', 'down'] as const) {
    for (const leftmost of [true, false]) {
      const alignment = align(graph, order, sorted, free, side, leftmost);
      const centre = compact(graph, order, alignment, extent, leftmost);
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let v = 0; v < graph.count; v++) {
        low = Math.min(low, realAt(centre, v) - realAt(extent, v) / 2);
        high = Math.max(high, realAt(centre, v) + realAt(extent, v) / 2);
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

// Brandes–Köpf, first half: nodes chained into straight blocks with their median neighbours. No coordinates yet.

/** Blocks as rings: `next[v]` follows `v` in its block, the last leads back to the first, `root[v]`. */
interface Alignment {
  readonly root: Int32Array;
  readonly next: Int32Array;
}

/** The places of every node's neighbours on both sides, ascending, beside its neighbour list. */
interface SortedNeighbours {
  readonly up: Int32Array;
  readonly down: Int32Array;
}

function sortedNeighbours(graph: ProperGraph, order: Order): SortedNeighbours {
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
function corridors(graph: ProperGraph, order: Order, sorted: SortedNeighbours): Corridors {
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
function align(
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

// Brandes–Köpf, second half: blocks pushed together as far as the gaps allow. It knows no edges.

/** Least distance between the centres of two neighbours in a layer. */
function separation(graph: ProperGraph, extent: Float64Array, v: number, w: number): number {
  const gap = v >= graph.real && w >= graph.real ? EDGE_GAP : NODE_GAP;
  return (realAt(extent, v) + realAt(extent, w)) / 2 + gap;
}

/**
 * A centre for every node, one for all nodes of a block. Blocks first go as far left as they can and then as far
 * right as their right neighbours let them (mirrored unless `leftmost`). Nothing overlaps: both passes walk the
 * same constraints, "each neighbour in a layer keeps its separation".
 */
function compact(
  graph: ProperGraph,
  order: Order,
  alignment: Alignment,
  extent: Float64Array,
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
          realAt(centre, block) + separation(graph, extent, v, w),
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
      if (w >= 0) room = Math.min(room, realAt(centre, intAt(root, w)) - separation(graph, extent, v, w));
      v = intAt(next, v);
    } while (v !== block);
    if (room !== Number.POSITIVE_INFINITY) centre[block] = Math.max(realAt(centre, block), room);
  }
  const result = new Float64Array(count);
  for (let v = 0; v < count; v++) result[v] = ahead * realAt(centre, intAt(root, v));
  return result;
}
