/** Fourth stage: the order within the layers with few crossings. It knows no coordinates and reads no clock. */

import { intAt, realAt } from '../lib/columns.ts';
import { assignOrder, CrossingCounter, copyOrder, type Order, orderFrom } from './order.ts';
import type { ProperGraph } from './proper.ts';
import { reach, Sifter } from './sifting.ts';
import { Sweeper } from './sweep.ts';

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

/**
 * Orders every layer: barycentre sweeps and sifting from several first orders, the best result kept.
 * @param known an order to start from and stay near, when the graph was drawn before.
 */
export function orderLayers(graph: ProperGraph, known?: Order): Order {
  const first = known ?? depthFirst(graph, 'down');
  const descent = new Descent(graph, first);
  if (descent.crossings === 0) return descent.best;
  descent.run(first, 'down');
  if (known !== undefined) return descent.best;
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
