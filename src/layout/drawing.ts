/** One connected component, from layers to coordinates across them. It knows no other component. */
import { addAt, intAt, realAt } from '../lib/columns.ts';
import { assignCentres } from './coordinates.ts';
import type { IndexedGraph } from './indexed.ts';
import { type Order, orderFrom } from './order.ts';
import { orderLayers } from './ordering.ts';
import { insertDummies, type ProperGraph } from './proper.ts';

export interface Gaps {
  readonly layerGap: number;
  readonly nodeGap: number;
  readonly edgeGap: number;
}

/** Everything is measured across the layers, from 0 to `extent`. */
interface Drawing {
  /** Where each node starts. */
  readonly across: Float64Array;
  /** The nodes by layer, in their order within it. */
  readonly sequence: Int32Array;
  /** For each edge the places at which it passes the layers between its ends. */
  readonly passes: readonly Float64Array[];
  /** For each edge the lane above the nodes it runs in, `NaN` for one that passes the layers. */
  readonly lane: Float64Array;
  readonly extent: number;
}

const nowhere = new Float64Array(0);

/**
 * @param layer of each node, every edge running from a lower to a higher one.
 * @param extents of the nodes across the layers.
 * @param known where each node's centre was in an earlier drawing, `NaN` for one that is new.
 */
export function drawComponent(
  graph: IndexedGraph,
  layer: Int32Array,
  extents: Float64Array,
  known: Float64Array,
  gaps: Gaps,
): Drawing {
  const { count, from, to } = graph;
  const lanes = chooseLanes(graph, layer);
  const routed = Int32Array.from(from.keys()).filter((e) => lanes.laneOf[e] === -1);
  const short = { count, from: routed.map((e) => intAt(from, e)), to: routed.map((e) => intAt(to, e)) };
  const proper = insertDummies(short, layer);
  const extent = new Float64Array(proper.count);
  extent.set(extents);
  const order = orderLayers(proper, knownOrder(proper, known));
  const centre = assignCentres(proper, order, { extent, nodeGap: gaps.nodeGap, edgeGap: gaps.edgeGap });

  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (let v = 0; v < proper.count; v++) {
    top = Math.min(top, realAt(centre, v) - realAt(extent, v) / 2);
    bottom = Math.max(bottom, realAt(centre, v) + realAt(extent, v) / 2);
  }
  const laneRoom = lanes.count === 0 ? 0 : (lanes.count - 1) * gaps.edgeGap + gaps.nodeGap;
  const shift = laneRoom - top;
  const passes: Float64Array[] = new Array(from.length).fill(nowhere);
  routed.forEach((e, i) => {
    passes[e] = centre
      .subarray(intAt(proper.firstDummy, i), intAt(proper.firstDummy, i + 1))
      .map((c) => c + shift);
  });
  return {
    across: extents.map((own, v) => realAt(centre, v) - own / 2 + shift),
    sequence: order.nodes.filter((v) => v < count),
    passes,
    lane: Float64Array.from(lanes.laneOf, (lane) => (lane < 0 ? Number.NaN : lane * gaps.edgeGap)),
    extent: laneRoom + bottom - top,
  };
}

// The order a graph had when it was drawn before, carried over to one that may have changed since.

/**
 * @param centres where each real node was, across its layer, `NaN` for a new one.
 * @returns that order, new nodes beside their neighbours and long edges between their ends; `undefined` where less
 * than half was drawn before and so nothing is worth keeping.
 */
function knownOrder(graph: ProperGraph, centres: Float64Array): Order | undefined {
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

// Edges that are not led past every layer between their ends: they run in lanes above the drawing instead.

/**
 * A node that sends, or collects, more edges than this past at least so many layers has them in one lane. A result
 * that the whole plan reads would otherwise be a band of parallel lines wider than the plan.
 */
const busFrom = 24;
const busPasses = 4;

/**
 * Dummies a component may have: so many a node, and some more; the longest edges beyond that get lanes too. Usual
 * plans stay far below. Without a limit 10,000 calls in a row could be cut into fifty million steps.
 */
const dummiesPerNode = 6;
const dummiesMore = 500;

interface Lanes {
  /** For each edge the number of its lane, from 0; -1 for one that is led past the layers. */
  readonly laneOf: Int32Array;
  readonly count: number;
}

function chooseLanes(graph: IndexedGraph, layer: Int32Array): Lanes {
  const { count, from, to } = graph;
  const passes = from.map((tail, e) => intAt(layer, intAt(to, e)) - intAt(layer, tail) - 1);
  const far = edgesAtEnds(graph, (e) => intAt(passes, e) >= busPasses);
  const shortestFirst = Int32Array.from(passes.keys()).sort(
    (a, b) => intAt(passes, a) - intAt(passes, b) || a - b,
  );
  const inLane = new Uint8Array(from.length);
  let left = dummiesPerNode * count + dummiesMore;
  for (const e of shortestFirst) {
    const hubs = Math.max(intAt(far.sent, intAt(from, e)), intAt(far.collected, intAt(to, e)));
    if ((intAt(passes, e) >= busPasses && hubs > busFrom) || intAt(passes, e) > left) inLane[e] = 1;
    else left -= intAt(passes, e);
  }

  const laneOf = new Int32Array(from.length).fill(-1);
  const shared = edgesAtEnds(graph, (e) => inLane[e] === 1);
  const lanes = new Map<number, number>();
  for (let e = 0; e < from.length; e++) {
    if (inLane[e] === 0) continue;
    // One lane for all its sender sends, or for all its collector collects, whichever is more.
    const hub =
      intAt(shared.sent, intAt(from, e)) >= intAt(shared.collected, intAt(to, e))
        ? intAt(from, e)
        : count + intAt(to, e);
    const lane = lanes.get(hub) ?? lanes.size;
    lanes.set(hub, lane);
    laneOf[e] = lane;
  }
  return { laneOf, count: lanes.size };
}

function edgesAtEnds(graph: IndexedGraph, counts: (edge: number) => boolean) {
  const sent = new Int32Array(graph.count);
  const collected = new Int32Array(graph.count);
  for (let e = 0; e < graph.from.length; e++) {
    if (!counts(e)) continue;
    addAt(sent, intAt(graph.from, e), 1);
    addAt(collected, intAt(graph.to, e), 1);
  }
  return { sent, collected };
}
