/** Sifting: moves each node to where, near its place, it has the fewest crossings with both layers beside it. */
import { intAt } from '../lib/columns.ts';
import { neighbourPlaces, type Order } from './order.ts';
import type { ProperGraph } from './proper.ts';

/** How far a node is moved either way in search of its best place; twice as far gains little and costs double. */
export const reach = 16;

export class Sifter {
  readonly #graph: ProperGraph;
  readonly #upPlaces: Int32Array;
  readonly #downPlaces: Int32Array;
  readonly #next: Int32Array;
  readonly #layerNodes: Int32Array;

  constructor(graph: ProperGraph) {
    this.#graph = graph;
    this.#upPlaces = new Int32Array(graph.up.length);
    this.#downPlaces = new Int32Array(graph.down.length);
    this.#next = new Int32Array(graph.count);
    this.#layerNodes = new Int32Array(graph.widest);
  }

  /** One pass over all layers. @returns how many crossings it saved. */
  pass(order: Order, direction: 'down' | 'up'): number {
    const { layerCount } = this.#graph;
    let saved = 0;
    for (let i = 0; i < layerCount; i++)
      saved += this.#layer(order, direction === 'down' ? i : layerCount - 1 - i);
    return saved;
  }

  #layer(order: Order, layer: number): number {
    const graph = this.#graph;
    const { nodes, at } = order;
    const first = intAt(graph.layerStart, layer);
    const end = intAt(graph.layerStart, layer + 1);
    if (end - first < 2) return 0;
    if (layer > 0) neighbourPlaces(graph, order, layer, 'up', this.#upPlaces, this.#next);
    if (layer + 1 < graph.layerCount)
      neighbourPlaces(graph, order, layer, 'down', this.#downPlaces, this.#next);
    this.#layerNodes.set(nodes.subarray(first, end));
    let saved = 0;
    for (let k = 0; k < end - first; k++) {
      const v = intAt(this.#layerNodes, k);
      const from = first + intAt(at, v);
      let best = 0;
      let to = from;
      let gain = 0;
      for (let i = from + 1; i < Math.min(end, from + 1 + reach); i++) {
        gain += this.#gain(v, intAt(nodes, i));
        if (gain > best) {
          best = gain;
          to = i;
        }
      }
      gain = 0;
      for (let i = from - 1; i >= Math.max(first, from - reach); i--) {
        gain += this.#gain(intAt(nodes, i), v);
        if (gain > best) {
          best = gain;
          to = i;
        }
      }
      if (best === 0) continue;
      saved += best;
      const step = to > from ? 1 : -1;
      for (let i = from; i !== to; i += step) {
        nodes[i] = intAt(nodes, i + step);
        at[intAt(nodes, i)] = i - first;
      }
      nodes[to] = v;
      at[v] = to - first;
    }
    return saved;
  }

  /** What it saves to have `w` before `v` instead of after it. */
  #gain(v: number, w: number): number {
    return (
      gainOfSwap(this.#graph.upStart, this.#upPlaces, v, w) +
      gainOfSwap(this.#graph.downStart, this.#downPlaces, v, w)
    );
  }
}

/** Crossings on one side with `v` before `w`, less those with `w` before `v`; a merge of two ascending lists. */
function gainOfSwap(start: Int32Array, places: Int32Array, v: number, w: number): number {
  const vEnd = intAt(start, v + 1);
  const wEnd = intAt(start, w + 1);
  let i = intAt(start, v);
  let j = intAt(start, w);
  let gain = 0;
  const wStart = j;
  let equal = 0;
  while (i < vEnd) {
    const place = intAt(places, i++);
    while (j < wEnd && intAt(places, j) < place) j++;
    equal = j;
    while (equal < wEnd && intAt(places, equal) === place) equal++;
    gain += j - wStart - (wEnd - equal);
  }
  return gain;
}
