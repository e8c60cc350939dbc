/** One barycentre sweep over the layers. It knows neither where the order came from nor how good it is. */
import { intAt, realAt } from '../lib/columns.ts';
import type { Order } from './order.ts';
import type { ProperGraph } from './proper.ts';

/** Steps a place is divided into when barycentres are compared. */
const resolution = 4096;

export class Sweeper {
  readonly #graph: ProperGraph;
  readonly #keys: Float64Array;
  readonly #before: Int32Array;

  constructor(graph: ProperGraph) {
    this.#graph = graph;
    this.#keys = new Float64Array(graph.widest);
    this.#before = new Int32Array(graph.widest);
  }

  /**
   * Sorts every layer by the mean place of its neighbours in the layer before it, going down or up.
   * @param turnTies puts nodes of one mean in the reverse of the order they had: the way out of a local optimum.
   */
  sweep(order: Order, direction: 'down' | 'up', turnTies: boolean): void {
    const last = this.#graph.layerCount - 1;
    if (direction === 'down') for (let l = 1; l <= last; l++) this.#sort(order, l, 'up', turnTies);
    else for (let l = last - 1; l >= 0; l--) this.#sort(order, l, 'down', turnTies);
  }

  #sort(order: Order, layer: number, side: 'up' | 'down', turnTies: boolean): void {
    const start = side === 'up' ? this.#graph.upStart : this.#graph.downStart;
    const neighbours = side === 'up' ? this.#graph.up : this.#graph.down;
    const { nodes, at } = order;
    const first = intAt(this.#graph.layerStart, layer);
    const width = intAt(this.#graph.layerStart, layer + 1) - first;
    const keys = this.#keys;
    let mean = 0;
    for (let i = 0; i < width; i++) {
      const v = intAt(nodes, first + i);
      this.#before[i] = v;
      const from = intAt(start, v);
      const to = intAt(start, v + 1);
      // A node with no neighbour on this side stays beside the one it stands next to.
      if (to > from) {
        let sum = 0;
        for (let k = from; k < to; k++) sum += intAt(at, intAt(neighbours, k));
        mean = sum / (to - from);
      }
      // Mean and tie-break in one number, so that the native sort without a comparison function serves.
      keys[i] = Math.round(mean * resolution) * width + (turnTies ? width - 1 - i : i);
    }
    keys.subarray(0, width).sort();
    for (let i = 0; i < width; i++) {
      const tie = realAt(keys, i) % width;
      const v = intAt(this.#before, turnTies ? width - 1 - tie : tie);
      nodes[first + i] = v;
      at[v] = i;
    }
  }
}
