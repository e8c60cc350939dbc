/** Draws every component and puts them below one another in common layers. It knows blocks, not cards. */
import { addAt, intAt, itemAt, realAt } from '../lib/columns.ts';
import { assignCentres } from './coordinates.ts';
import { EDGE_GAP, LAYER_GAP, NODE_GAP } from './gaps.ts';
import { type IndexedGraph, incidence } from './indexed.ts';
import { assignLayers } from './layers.ts';
import { orderLayers } from './ordering.ts';
import { insertDummies } from './proper.ts';
import type { Block } from './twins.ts';

export interface Placement {
  readonly layer: Int32Array;
  readonly layerCount: number;
  /** Where each block starts, along and across the direction of the edges. */
  readonly along: Float64Array;
  readonly across: Float64Array;
  /** All blocks, by component and layer, in their order within the layer. */
  readonly sequence: Int32Array;
  /** For each edge where, across, it passes each layer between its ends. */
  readonly passes: readonly Float64Array[];
  /** For each edge the lane it runs in instead, across; `NaN` for one that passes the layers. */
  readonly lane: Float64Array;
  /** Where each layer starts along the direction of the edges, and how far it reaches. */
  readonly layerAt: Float64Array;
  readonly layerLength: Float64Array;
}

export function place(graph: IndexedGraph, blocks: readonly Block[]): Placement {
  const layer = assignLayers(graph);
  const layerCount = layer.reduce((most, l) => Math.max(most, l + 1), 0);
  const across = new Float64Array(graph.count);
  const sequence = new Int32Array(graph.count);
  const passes: Float64Array[] = new Array(graph.from.length);
  const lane = new Float64Array(graph.from.length);
  const layerLength = new Float64Array(layerCount);
  let placed = 0;
  let top = 0;
  for (const { graph: part, nodes, edges } of components(graph)) {
    // Tightening may have left a component a layer late; it starts with the others.
    const late = nodes.reduce((least, v) => Math.min(least, intAt(layer, v)), layerCount);
    for (const v of nodes) {
      layer[v] = intAt(layer, v) - late;
      // A heap of nodes without edges stands alone below the rest and need not widen the first layer.
      if (edges.length > 0)
        layerLength[intAt(layer, v)] = Math.max(
          realAt(layerLength, intAt(layer, v)),
          itemAt(blocks, v).length,
        );
    }
    const drawing = drawComponent(
      part,
      nodes.map((v) => intAt(layer, v)),
      Float64Array.from(nodes, (v) => itemAt(blocks, v).extent),
    );
    for (const i of drawing.sequence) {
      sequence[placed++] = intAt(nodes, i);
      across[intAt(nodes, i)] = realAt(drawing.across, i) + top;
    }
    edges.forEach((e, i) => {
      passes[e] = itemAt(drawing.passes, i).map((at) => at + top);
      lane[e] = realAt(drawing.lane, i) + top;
    });
    top += drawing.extent + NODE_GAP * (edges.length > 0 ? 2 : 1);
  }

  const layerAt = new Float64Array(layerCount);
  for (let l = 1; l < layerCount; l++)
    layerAt[l] = realAt(layerAt, l - 1) + realAt(layerLength, l - 1) + LAYER_GAP;
  const along = Float64Array.from(layer, (l) => realAt(layerAt, l));
  return { layer, layerCount, along, across, sequence, passes, lane, layerAt, layerLength };
}

/** One component as a graph of its own; `nodes` and `edges` say what its numbers are in the whole graph. */
interface Component {
  readonly graph: IndexedGraph;
  readonly nodes: Int32Array;
  readonly edges: Int32Array;
}

/** The components in the order of their first nodes, those without an edge after all others. */
function components(graph: IndexedGraph): readonly Component[] {
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

/** One connected component, from layers to coordinates across them. It knows no other component. */
const nowhere = new Float64Array(0);

/**
 * @param layer of each node, every edge running from a lower to a higher one.
 * @param extents of the nodes across the layers.
 */
function drawComponent(graph: IndexedGraph, layer: Int32Array, extents: Float64Array): Drawing {
  const { count, from, to } = graph;
  const lanes = chooseLanes(graph, layer);
  const routed = Int32Array.from(from.keys()).filter((e) => lanes.laneOf[e] === -1);
  const short = { count, from: routed.map((e) => intAt(from, e)), to: routed.map((e) => intAt(to, e)) };
  const proper = insertDummies(short, layer);
  const extent = new Float64Array(proper.count);
  extent.set(extents);
  const order = orderLayers(proper);
  const centre = assignCentres(proper, order, extent);

  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (let v = 0; v < proper.count; v++) {
    top = Math.min(top, realAt(centre, v) - realAt(extent, v) / 2);
    bottom = Math.max(bottom, realAt(centre, v) + realAt(extent, v) / 2);
  }
  const laneRoom = lanes.count === 0 ? 0 : (lanes.count - 1) * EDGE_GAP + NODE_GAP;
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
    lane: Float64Array.from(lanes.laneOf, (lane) => (lane < 0 ? Number.NaN : lane * EDGE_GAP)),
    extent: laneRoom + bottom - top,
  };
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
