/** Third stage: long edges cut into steps of one layer by dummies. It knows no coordinates. */
import { intAt } from '../lib/columns.ts';
import { type IndexedGraph, incidence } from './indexed.ts';

/**
 * A graph whose segments each join neighbouring layers. Nodes below `real` are the graph's own, the others
 * dummies; segment `s` runs from `upper[s]` to `lower[s]`, one layer down.
 */
export interface ProperGraph {
  readonly count: number;
  readonly real: number;
  readonly layerCount: number;
  readonly layer: Int32Array;
  /** The nodes of layer `l` stand, in every order, at `layerStart[l] … layerStart[l + 1] - 1`. */
  readonly layerStart: Int32Array;
  readonly widest: number;
  readonly upper: Int32Array;
  readonly lower: Int32Array;
  /** Neighbours one layer up and down, by node: `up[upStart[v]] … up[upStart[v + 1] - 1]`. */
  readonly upStart: Int32Array;
  readonly up: Int32Array;
  readonly downStart: Int32Array;
  readonly down: Int32Array;
  /** The dummies of edge `e` are `firstDummy[e] … firstDummy[e + 1] - 1`, from its tail to its head. */
  readonly firstDummy: Int32Array;
}

/** @param layer of each node, every edge running from a lower to a higher one (see `assignLayers`). */
export function insertDummies(graph: IndexedGraph, layer: Int32Array): ProperGraph {
  const { count: real, from, to } = graph;
  const firstDummy = new Int32Array(from.length + 1);
  firstDummy[0] = real;
  for (let e = 0; e < from.length; e++) {
    firstDummy[e + 1] = intAt(firstDummy, e) + intAt(layer, intAt(to, e)) - intAt(layer, intAt(from, e)) - 1;
  }
  const count = intAt(firstDummy, from.length);
  const segments = count - real + from.length;
  const upper = new Int32Array(segments);
  const lower = new Int32Array(segments);
  const layers = new Int32Array(count);
  layers.set(layer);
  let s = 0;
  for (let e = 0; e < from.length; e++) {
    let tail = intAt(from, e);
    for (let d = intAt(firstDummy, e); d < intAt(firstDummy, e + 1); d++) {
      layers[d] = intAt(layers, tail) + 1;
      upper[s] = tail;
      lower[s++] = d;
      tail = d;
    }
    upper[s] = tail;
    lower[s++] = intAt(to, e);
  }
  let layerCount = 0;
  for (let v = 0; v < real; v++) layerCount = Math.max(layerCount, intAt(layer, v) + 1);
  const layerStart = incidence(layerCount, layers).start;
  let widest = 0;
  for (let l = 0; l < layerCount; l++)
    widest = Math.max(widest, intAt(layerStart, l + 1) - intAt(layerStart, l));
  const above = incidence(count, lower);
  const below = incidence(count, upper);
  return {
    count,
    real,
    layerCount,
    layer: layers,
    layerStart,
    widest,
    upper,
    lower,
    upStart: above.start,
    up: above.edges.map((e) => intAt(upper, e)),
    downStart: below.start,
    down: below.edges.map((e) => intAt(lower, e)),
    firstDummy,
  };
}
