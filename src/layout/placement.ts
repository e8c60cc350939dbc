/** Draws every component and puts them below one another in common layers. It knows blocks, not cards. */
import { intAt, itemAt, numberAt, realAt } from '../lib/columns.ts';
import { drawComponent, type Gaps } from './drawing.ts';
import type { Block } from './grid.ts';
import { type IndexedGraph, incidence } from './indexed.ts';
import { assignLayers } from './layers.ts';

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
  readonly layerGap: number;
}

/** @param known where each block's centre was before, across; `NaN` for one that is new. */
export function place(
  graph: IndexedGraph,
  blocks: readonly Block[],
  known: readonly number[],
  gaps: Gaps,
): Placement {
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
      Float64Array.from(nodes, (v) => numberAt(known, v)),
      gaps,
    );
    for (const i of drawing.sequence) {
      sequence[placed++] = intAt(nodes, i);
      across[intAt(nodes, i)] = realAt(drawing.across, i) + top;
    }
    edges.forEach((e, i) => {
      passes[e] = itemAt(drawing.passes, i).map((at) => at + top);
      lane[e] = realAt(drawing.lane, i) + top;
    });
    top += drawing.extent + gaps.nodeGap * (edges.length > 0 ? 2 : 1);
  }

  const { layerGap } = gaps;
  const layerAt = new Float64Array(layerCount);
  for (let l = 1; l < layerCount; l++)
    layerAt[l] = realAt(layerAt, l - 1) + realAt(layerLength, l - 1) + layerGap;
  const along = Float64Array.from(layer, (l) => realAt(layerAt, l));
  return { layer, layerCount, along, across, sequence, passes, lane, layerAt, layerLength, layerGap };
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
