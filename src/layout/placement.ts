/** Runs the stages on every component and puts the results below one another. It knows blocks, not cards. */
import { components } from './components.ts';
import { assignCentres } from './coordinates.ts';
import type { Block } from './grid.ts';
import type { IndexedGraph } from './indexed.ts';
import { knownOrder } from './known-order.ts';
import { assignLayers } from './layers.ts';
import { orderLayers } from './ordering.ts';
import { insertDummies } from './proper.ts';

export interface Placement {
  readonly layer: Int32Array;
  readonly layerCount: number;
  /** Where each block starts, along and across the direction of the edges. */
  readonly along: Float64Array;
  readonly across: Float64Array;
  /** All blocks, by component and layer, in their order within the layer. */
  readonly sequence: Int32Array;
  /** For each edge the centre, across, at which it passes each layer between its ends. */
  readonly passes: readonly Float64Array[];
  /** Where each layer starts along the direction of the edges, and how far it reaches. */
  readonly layerAt: Float64Array;
  readonly layerLength: Float64Array;
}

export interface Gaps {
  readonly layerGap: number;
  readonly nodeGap: number;
  readonly edgeGap: number;
}

/** @param known where each block's centre was before, across; `NaN` for one that is new. */
export function place(
  graph: IndexedGraph,
  blocks: readonly Block[],
  known: readonly number[],
  gaps: Gaps,
): Placement {
  const layer = assignLayers(graph);
  const across = new Float64Array(graph.count);
  const sequence = new Int32Array(graph.count);
  const passes: Float64Array[] = new Array(graph.from.length);
  const layerCount = layer.reduce((most, l) => Math.max(most, l + 1), 0);
  const layerLength = new Float64Array(layerCount);
  let placed = 0;
  let bottom = 0;
  for (const component of components(graph)) {
    const { nodes, edges } = component;
    const lowest = nodes.reduce((least, v) => Math.min(least, layer[v]!), layerCount);
    // Tightening may have left a component a layer late; it starts with the others.
    for (const v of nodes) layer[v]! -= lowest;
    const proper = insertDummies(
      component.graph,
      nodes.map((v) => layer[v]!),
    );
    const extent = new Float64Array(proper.count);
    nodes.forEach((v, i) => {
      const block = blocks[v]!;
      extent[i] = block.extent;
      // A heap of nodes without edges stands alone below the rest and need not widen the first layer.
      if (edges.length > 0) layerLength[layer[v]!] = Math.max(layerLength[layer[v]!]!, block.length);
    });
    const order = orderLayers(
      proper,
      knownOrder(
        proper,
        Array.from(nodes, (v) => known[v]!),
      ),
    );
    const centre = assignCentres(proper, order, { extent, nodeGap: gaps.nodeGap, edgeGap: gaps.edgeGap });
    let top = Number.POSITIVE_INFINITY;
    let end = Number.NEGATIVE_INFINITY;
    for (let v = 0; v < proper.count; v++) {
      top = Math.min(top, centre[v]! - extent[v]! / 2);
      end = Math.max(end, centre[v]! + extent[v]! / 2);
    }
    const shift = bottom - top;
    for (const v of order.nodes) {
      if (v >= proper.real) continue;
      across[nodes[v]!] = centre[v]! - extent[v]! / 2 + shift;
      sequence[placed++] = nodes[v]!;
    }
    edges.forEach((e, i) => {
      passes[e] = centre.subarray(proper.firstDummy[i]!, proper.firstDummy[i + 1]!).map((c) => c + shift);
    });
    bottom += end - top + gaps.nodeGap * (edges.length > 0 ? 2 : 1);
  }

  const layerAt = new Float64Array(layerCount);
  for (let l = 1; l < layerCount; l++) layerAt[l] = layerAt[l - 1]! + layerLength[l - 1]! + gaps.layerGap;
  const along = Float64Array.from(layer, (l) => layerAt[l]!);
  return { layer, layerCount, along, across, sequence, passes, layerAt, layerLength };
}
