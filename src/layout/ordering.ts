/** Fourth stage: the order within the layers with few crossings. It knows no coordinates and reads no clock. */

import { intAt, realAt } from '../lib/columns.ts';
import { assignOrder, CrossingCounter, copyOrder, neighbourPlaces, type Order, orderFrom } from './order.ts';
import type { ProperGraph } from './proper.ts';

/**
 * What may be spent, in segments looked at: a number and not a time, so that the same graph always comes out the
 * same. A sweep looks at every node and segment once.
 */
const budget = 350_000;
const fewestSweeps = 8;
const mostSweeps = 400;
/** Sweeps in a row that may bring nothing before a descent ends. */
const patience = 2;
/** A descent ends with sifting, until nothing is gained or so many times; one costs as much as a few sweeps. */
const mostSiftings = 6;
const sweepsPerSifting = 3;
/** Fruitless fresh starts after which a small graph is taken to be as good as it gets. */
const fruitlessStarts = 12;

class Descent {
  readonly best: Order;
  crossings: number;
  sweepsLeft: number;
  readonly #counter: CrossingCounter;
  readonly #sweeper: Sweeper;
  readonly #sifter: Sifter;

  constructor(graph: ProperGraph, first: Order) {
    this.#counter = new CrossingCounter(graph);
    this.#sweeper = new Sweeper(graph);
    this.#sifter = new Sifter(graph);
    this.best = copyOrder(first);
    this.crossings = this.#counter.count(first);
    // Sifting looks further in wide layers, so that there a sweep and its share of the sifting cost up to thrice.
    const sifted = Math.min(reach, graph.count / Math.max(1, graph.layerCount)) / 8;
    const cost = (graph.count + graph.upper.length) * (1 + sifted);
    this.sweepsLeft = Math.min(mostSweeps, Math.max(fewestSweeps, Math.floor(budget / cost)));
  }

  /** Improves `start` by sweeps and then by sifting; keeps the result if it is the best so far. */
  run(start: Order, first: 'down' | 'up'): boolean {
    const order = copyOrder(start);
    const found = copyOrder(start);
    let crossings = this.#counter.count(order);
    let idle = 0;
    for (let i = first === 'down' ? 0 : 1; idle < patience && this.sweepsLeft > 0; i++) {
      this.#sweeper.sweep(order, i % 2 === 0 ? 'down' : 'up', i % 4 > 1);
      this.sweepsLeft--;
      const now = this.#counter.count(order, crossings);
      idle = now < crossings ? 0 : idle + 1;
      if (now >= crossings) continue;
      crossings = now;
      assignOrder(found, order);
      if (now === 0) break;
    }
    for (let i = 0; crossings > 0 && i < mostSiftings && (i === 0 || this.sweepsLeft > 0); i++) {
      const saved = this.#sifter.pass(found, i % 2 === 0 ? 'down' : 'up');
      this.sweepsLeft -= sweepsPerSifting;
      crossings -= saved;
      if (saved === 0) break;
    }
    if (crossings >= this.crossings) return false;
    this.crossings = crossings;
    assignOrder(this.best, found);
    return true;
  }
}

/** Orders every layer: barycentre sweeps and sifting from several first orders, the best result kept. */
export function orderLayers(graph: ProperGraph): Order {
  const first = depthFirst(graph, 'down');
  const descent = new Descent(graph, first);
  if (descent.crossings === 0) return descent.best;
  descent.run(first, 'down');
  if (descent.crossings > 0 && descent.sweepsLeft > 0) descent.run(depthFirst(graph, 'up'), 'up');
  if (descent.crossings > 0 && descent.sweepsLeft > 0) descent.run(breadthFirst(graph), 'up');
  let fruitless = 0;
  for (let seed = 1; descent.crossings > 0 && descent.sweepsLeft > 0 && fruitless < fruitlessStarts; seed++) {
    const better = descent.run(shuffledStart(graph, descent.best, seed), seed % 2 === 0 ? 'down' : 'up');
    fruitless = better ? 0 : fruitless + 1;
  }
  return descent.best;
}

// First orders for the sweeps to improve: walks that keep what hangs together side by side.

/** Depth first from the sources down, which draws every tree without a crossing. */
export function depthFirst(graph: ProperGraph, direction: 'down' | 'up'): Order {
  const start = direction === 'down' ? graph.downStart : graph.upStart;
  const back = direction === 'down' ? graph.upStart : graph.downStart;
  const neighbours = direction === 'down' ? graph.down : graph.up;
  const sequence = new Int32Array(graph.count);
  const seen = new Uint8Array(graph.count);
  const stack: number[] = [];
  let end = 0;
  for (let root = 0; root < graph.count; root++) {
    if (seen[root] === 1 || back[root] !== back[root + 1]) continue;
    stack.push(root);
    while (stack.length > 0) {
      const v = stack.pop()!;
      if (seen[v] === 1) continue;
      seen[v] = 1;
      sequence[end++] = v;
      for (let k = intAt(start, v + 1) - 1; k >= intAt(start, v); k--) {
        if (seen[intAt(neighbours, k)] === 0) stack.push(intAt(neighbours, k));
      }
    }
  }
  return orderFrom(graph, sequence);
}

/** Breadth first over all neighbours, from node 0: neighbours of neighbours stay near each other. */
export function breadthFirst(graph: ProperGraph): Order {
  const sequence = new Int32Array(graph.count);
  const seen = new Uint8Array(graph.count);
  let end = 0;
  let read = 0;
  const visit = (v: number) => {
    if (seen[v] === 1) return;
    seen[v] = 1;
    sequence[end++] = v;
  };
  for (let root = 0; root < graph.count; root++) {
    visit(root);
    for (; read < end; read++) {
      const v = intAt(sequence, read);
      for (let k = intAt(graph.downStart, v); k < intAt(graph.downStart, v + 1); k++)
        visit(intAt(graph.down, k));
      for (let k = intAt(graph.upStart, v); k < intAt(graph.upStart, v + 1); k++) visit(intAt(graph.up, k));
    }
  }
  return orderFrom(graph, sequence);
}

/**
 * An order near `best`: every node is moved by chance, up to an eighth of its layer either way. `seed` decides how,
 * so that the same graph always gets the same starts.
 */
export function shuffledStart(graph: ProperGraph, best: Order, seed: number): Order {
  const keys = new Float64Array(graph.count);
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  for (let v = 0; v < graph.count; v++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const l = intAt(graph.layer, v);
    const reach = (intAt(graph.layerStart, l + 1) - intAt(graph.layerStart, l)) / 4 + 2;
    keys[v] = intAt(best.at, v) + (state / 4294967296 - 0.5) * reach;
  }
  return orderFrom(
    graph,
    best.nodes.slice().sort((v, w) => realAt(keys, v) - realAt(keys, w)),
  );
}

/** Steps a place is divided into when barycentres are compared. */
const resolution = 4096;

/** One barycentre sweep over the layers. It knows neither where the order came from nor how good it is. */
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

/** How far a node is moved either way in search of its best place; twice as far gains little and costs double. */
const reach = 16;

/** Sifting: moves each node to where, near its place, it has the fewest crossings with both layers beside it. */
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
