/** The order of the nodes within their layers, and how many crossings it has. It knows no coordinates. */
import type { ProperGraph } from './proper.ts';

/** `nodes` holds the layers one after another (see `ProperGraph.layerStart`), `at` each node's place in its layer. */
export interface Order {
  readonly nodes: Int32Array;
  readonly at: Int32Array;
}

export const copyOrder = (order: Order): Order => ({ nodes: order.nodes.slice(), at: order.at.slice() });

export function assignOrder(target: Order, source: Order): void {
  target.nodes.set(source.nodes);
  target.at.set(source.at);
}

/** The order in which `sequence` meets the nodes of each layer. */
export function orderFrom(graph: ProperGraph, sequence: Int32Array): Order {
  const nodes = new Int32Array(graph.count);
  const at = new Int32Array(graph.count);
  const next = graph.layerStart.slice();
  for (const v of sequence) {
    const l = graph.layer[v]!;
    at[v] = next[l]! - graph.layerStart[l]!;
    nodes[next[l]!++] = v;
  }
  return { nodes, at };
}

/**
 * For every node of a layer the places of its neighbours one layer below (or above), ascending, written where the
 * node's own neighbour list stands. Walking the other layer in order sorts them for nothing.
 */
export function neighbourPlaces(
  graph: ProperGraph,
  order: Order,
  layer: number,
  side: 'up' | 'down',
  places: Int32Array,
  next: Int32Array,
): void {
  const { layerStart } = graph;
  const own = side === 'down' ? graph.downStart : graph.upStart;
  const backStart = side === 'down' ? graph.upStart : graph.downStart;
  const back = side === 'down' ? graph.up : graph.down;
  for (let i = layerStart[layer]!; i < layerStart[layer + 1]!; i++) {
    const v = order.nodes[i]!;
    next[v] = own[v]!;
  }
  const other = side === 'down' ? layer + 1 : layer - 1;
  const first = layerStart[other]!;
  for (let i = first; i < layerStart[other + 1]!; i++) {
    const w = order.nodes[i]!;
    for (let k = backStart[w]!; k < backStart[w + 1]!; k++) places[next[back[k]!]!++] = i - first;
  }
}

/** Counts the crossings of an order: one accumulator tree a layer, O(segments · log width) in all. */
export class CrossingCounter {
  readonly #graph: ProperGraph;
  readonly #places: Int32Array;
  readonly #next: Int32Array;
  readonly #tree: Int32Array;

  constructor(graph: ProperGraph) {
    this.#graph = graph;
    this.#places = new Int32Array(graph.down.length);
    this.#next = new Int32Array(graph.count);
    let leaves = 1;
    while (leaves < graph.widest) leaves *= 2;
    this.#tree = new Int32Array(2 * leaves);
  }

  /** The crossings of the whole order; once they exceed `limit` it stops and returns what it has. */
  count(order: Order, limit = Number.POSITIVE_INFINITY): number {
    let crossings = 0;
    for (let l = 0; l + 1 < this.#graph.layerCount && crossings <= limit; l++) {
      crossings += this.#between(order, l);
    }
    return crossings;
  }

  #between(order: Order, layer: number): number {
    const { layerStart, downStart } = this.#graph;
    const places = this.#places;
    const tree = this.#tree;
    neighbourPlaces(this.#graph, order, layer, 'down', places, this.#next);
    const width = layerStart[layer + 2]! - layerStart[layer + 1]!;
    let leaves = 1;
    while (leaves < width) leaves *= 2;
    tree.fill(0, 0, 2 * leaves);
    let crossings = 0;
    for (let i = layerStart[layer]!; i < layerStart[layer + 1]!; i++) {
      const v = order.nodes[i]!;
      for (let k = downStart[v]!; k < downStart[v + 1]!; k++) {
        let node = places[k]! + leaves;
        tree[node]!++;
        // Every earlier segment that ends further on crosses this one: they are the right siblings on the way up.
        while (node > 1) {
          if ((node & 1) === 0) crossings += tree[node + 1]!;
          node >>= 1;
          tree[node]!++;
        }
      }
    }
    return crossings;
  }
}
