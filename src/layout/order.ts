/** The order of the nodes within their layers, and how many crossings it has. It knows no coordinates. */
import { addAt, intAt } from '../lib/columns.ts';
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
    const l = intAt(graph.layer, v);
    at[v] = intAt(next, l) - intAt(graph.layerStart, l);
    nodes[addAt(next, l, 1) - 1] = v;
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
  for (let i = intAt(layerStart, layer); i < intAt(layerStart, layer + 1); i++) {
    const v = intAt(order.nodes, i);
    next[v] = intAt(own, v);
  }
  const other = side === 'down' ? layer + 1 : layer - 1;
  const first = intAt(layerStart, other);
  for (let i = first; i < intAt(layerStart, other + 1); i++) {
    const w = intAt(order.nodes, i);
    for (let k = intAt(backStart, w); k < intAt(backStart, w + 1); k++)
      places[addAt(next, intAt(back, k), 1) - 1] = i - first;
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
    const width = intAt(layerStart, layer + 2) - intAt(layerStart, layer + 1);
    let leaves = 1;
    while (leaves < width) leaves *= 2;
    tree.fill(0, 0, 2 * leaves);
    let crossings = 0;
    for (let i = intAt(layerStart, layer); i < intAt(layerStart, layer + 1); i++) {
      const v = intAt(order.nodes, i);
      for (let k = intAt(downStart, v); k < intAt(downStart, v + 1); k++) {
        let node = intAt(places, k) + leaves;
        addAt(tree, node, 1);
        // Every earlier segment that ends further on crosses this one: they are the right siblings on the way up.
        while (node > 1) {
          if ((node & 1) === 0) crossings += intAt(tree, node + 1);
          node >>= 1;
          addAt(tree, node, 1);
        }
      }
    }
    return crossings;
  }
}
