/** One connected component, from layers to coordinates across them. It knows no other component. */
import { intAt, realAt } from '../lib/columns.ts';
import { assignCentres } from './coordinates.ts';
import type { IndexedGraph } from './indexed.ts';
import { knownOrder } from './known-order.ts';
import { chooseLanes } from './lanes.ts';
import { orderLayers } from './ordering.ts';
import { insertDummies } from './proper.ts';

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
