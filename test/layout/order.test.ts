import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexGraph } from '../../src/layout/indexed.ts';
import { assignLayers, withoutCycles } from '../../src/layout/layers.ts';
import { CrossingCounter, copyOrder, type Order } from '../../src/layout/order.ts';
import {
  breadthFirst,
  depthFirst,
  orderLayers,
  Sifter,
  Sweeper,
  shuffledStart,
} from '../../src/layout/ordering.ts';
import { insertDummies, type ProperGraph } from '../../src/layout/proper.ts';
import { anyGraph, type Graph } from './graphs.ts';

function proper({ nodes, edges }: Graph): ProperGraph {
  const graph = withoutCycles(indexGraph(nodes, edges));
  return insertDummies(graph, assignLayers(graph));
}

/** Every pair of segments between the same two layers, looked at one by one. */
function crossingsByPairs(graph: ProperGraph, order: Order): number {
  let crossings = 0;
  for (let s = 0; s < graph.upper.length; s++) {
    for (let t = s + 1; t < graph.upper.length; t++) {
      if (graph.layer[graph.upper[s]!] !== graph.layer[graph.upper[t]!]) continue;
      const above = order.at[graph.upper[s]!]! - order.at[graph.upper[t]!]!;
      const below = order.at[graph.lower[s]!]! - order.at[graph.lower[t]!]!;
      if (above * below < 0) crossings++;
    }
  }
  return crossings;
}

/** Nodes of an order that do not stand where `at` and their layer say. */
const misplaced = (graph: ProperGraph, order: Order): number[] =>
  Array.from(order.at.keys()).filter(
    (v) => order.nodes[graph.layerStart[graph.layer[v]!]! + order.at[v]!] !== v,
  );

describe('the order within layers', () => {
  it('has the crossings that a look at every pair of segments finds', () => {
    fc.assert(
      fc.property(anyGraph, fc.integer(), (graph, seed) => {
        const p = proper(graph);
        const order = shuffledStart(p, depthFirst(p, 'down'), seed);
        expect(new CrossingCounter(p).count(order)).toBe(crossingsByPairs(p, order));
      }),
    );
  });

  it('stays a permutation of every layer through starts, sweeps and sifting', () => {
    fc.assert(
      fc.property(anyGraph, fc.boolean(), (graph, turn) => {
        const p = proper(graph);
        for (const start of [depthFirst(p, 'down'), depthFirst(p, 'up'), breadthFirst(p)]) {
          expect(misplaced(p, start)).toEqual([]);
          const order = copyOrder(start);
          new Sweeper(p).sweep(order, 'down', turn);
          new Sweeper(p).sweep(order, 'up', turn);
          new Sifter(p).pass(order, 'down');
          expect(misplaced(p, order)).toEqual([]);
        }
      }),
    );
  });

  it('loses by sifting exactly the crossings the pass says it saved', () => {
    fc.assert(
      fc.property(anyGraph, fc.integer(), (graph, seed) => {
        const p = proper(graph);
        const order = shuffledStart(p, breadthFirst(p), seed);
        const before = crossingsByPairs(p, order);
        const saved = new Sifter(p).pass(order, 'up');
        expect(before - saved).toBe(crossingsByPairs(p, order));
        expect(saved).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never ends with more crossings than it starts with', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const p = proper(graph);
        const counter = new CrossingCounter(p);
        expect(counter.count(orderLayers(p))).toBeLessThanOrEqual(counter.count(depthFirst(p, 'down')));
      }),
    );
  });
});

describe('layers', () => {
  it('are tightened: a source stands right before the one that reads it', () => {
    const nodes = ['a', 'b', 'c', 'late'].map((id) => ({ id, width: 1, height: 1 }));
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'late', to: 'c' },
    ];
    expect([...assignLayers(indexGraph(nodes, edges))]).toEqual([0, 1, 2, 1]);
  });
});
