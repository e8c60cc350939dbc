/** Transposing neighbours: swaps two adjacent nodes of a layer where that saves crossings, on both sides at once. */
import { neighbourPlaces, type Order } from './order.ts';
import type { ProperGraph } from './proper.ts';

/** How often one layer is gone through before the next: swaps ripple, but most of the gain is in the first rounds. */
const roundsPerLayer = 4;

export class Switcher {
  readonly #graph: ProperGraph;
  readonly #upPlaces: Int32Array;
  readonly #downPlaces: Int32Array;
  readonly #next: Int32Array;

  constructor(graph: ProperGraph) {
    this.#graph = graph;
    this.#upPlaces = new Int32Array(graph.up.length);
    this.#downPlaces = new Int32Array(graph.down.length);
    this.#next = new Int32Array(graph.count);
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
    const first = graph.layerStart[layer]!;
    const end = graph.layerStart[layer + 1]!;
    if (end - first < 2) return 0;
    if (layer > 0) neighbourPlaces(graph, order, layer, 'up', this.#upPlaces, this.#next);
    if (layer + 1 < graph.layerCount)
      neighbourPlaces(graph, order, layer, 'down', this.#downPlaces, this.#next);
    let saved = 0;
    for (let round = 0; round < roundsPerLayer; round++) {
      let gained = 0;
      for (let i = first; i + 1 < end; i++) {
        const v = nodes[i]!;
        const w = nodes[i + 1]!;
        const gain =
          gainOfSwap(graph.upStart, this.#upPlaces, v, w) +
          gainOfSwap(graph.downStart, this.#downPlaces, v, w);
        if (gain <= 0) continue;
        nodes[i] = w;
        nodes[i + 1] = v;
        at[w] = i - first;
        at[v] = i + 1 - first;
        gained += gain;
      }
      saved += gained;
      if (gained === 0) break;
    }
    return saved;
  }
}

/** Crossings on one side with `v` before `w`, less those with `w` before `v`; a merge of two ascending lists. */
function gainOfSwap(start: Int32Array, places: Int32Array, v: number, w: number): number {
  const vEnd = start[v + 1]!;
  const wEnd = start[w + 1]!;
  let i = start[v]!;
  let j = start[w]!;
  let gain = 0;
  const wStart = j;
  let equal = 0;
  while (i < vEnd) {
    const place = places[i++]!;
    while (j < wEnd && places[j]! < place) j++;
    equal = j;
    while (equal < wEnd && places[equal]! === place) equal++;
    gain += j - wStart - (wEnd - equal);
  }
  return gain;
}
