import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutGraph } from '../../src/layout/layout.ts';
import { countCrossings, drawEdges } from './drawn-edges.ts';
import { anyGraph, anyPlan, backward, cards, layerOf, outside, overlaps } from './graphs.ts';

const link = (from: number, to: number) => ({ from: `c${from}`, to: `c${to}` });

describe('layoutGraph', () => {
  it('leads every edge of a plan from a lower to a higher layer, past all of the one before', () => {
    fc.assert(
      fc.property(anyPlan, ({ nodes, edges }) => {
        const layout = layoutGraph(nodes, edges);
        expect(backward(layout, edges)).toEqual([]);
        const byId = new Map(nodes.map((node) => [node.id, node]));
        for (const { from, to } of edges) {
          expect(layout.positions[from]!.x + byId.get(from)!.width).toBeLessThan(layout.positions[to]!.x);
        }
      }),
    );
  });

  it('overlaps no two cards and keeps all of them inside its size, whatever the graph', () => {
    fc.assert(
      fc.property(anyGraph, ({ nodes, edges }) => {
        const layout = layoutGraph(nodes, edges);
        expect(Object.keys(layout.positions).sort()).toEqual(nodes.map((node) => node.id).sort());
        expect(layout.layers.flat().sort()).toEqual(nodes.map((node) => node.id).sort());
        expect(overlaps(layout, nodes)).toEqual([]);
        expect(outside(layout, nodes)).toEqual([]);
      }),
    );
  });

  it('gives the same layout for the same graph, every time', () => {
    fc.assert(
      fc.property(anyGraph, ({ nodes, edges }) => {
        expect(layoutGraph(nodes, edges)).toEqual(layoutGraph(nodes, edges));
      }),
    );
  });

  it('does not change when repeats, self-loops and edges to unknown ids are added', () => {
    fc.assert(
      fc.property(anyPlan, ({ nodes, edges }) => {
        const noise = [
          ...edges,
          { from: 'c0', to: 'c0' },
          { from: 'c0', to: 'nobody' },
          { from: 'x', to: 'c0' },
        ];
        expect(layoutGraph(nodes, noise)).toEqual(layoutGraph(nodes, edges));
      }),
    );
  });

  it('bends long edges only between layers, so that they pass no card of another layer', () => {
    fc.assert(
      fc.property(anyPlan, ({ nodes, edges }) => {
        const layout = layoutGraph(nodes, edges);
        const crossed = drawEdges(nodes, edges, layout).flatMap((line, e) =>
          nodes.filter((node) => {
            if (node.id === edges[e]!.from || node.id === edges[e]!.to) return false;
            const { x, y } = layout.positions[node.id]!;
            const diagonals = [
              [
                { x, y },
                { x: x + node.width, y: y + node.height },
              ],
              [
                { x, y: y + node.height },
                { x: x + node.width, y },
              ],
            ];
            return diagonals.some((diagonal) => countCrossings([line, diagonal]) > 0);
          }),
        );
        expect(crossed).toEqual([]);
      }),
    );
  });

  it('leaves the edge that closes a cycle out of account', () => {
    const layout = layoutGraph(cards(3), [link(0, 1), link(1, 2), link(2, 0)]);
    expect(layout.layers).toEqual([['c0'], ['c1'], ['c2']]);
  });

  it('draws a tree without a crossing and a chain as a straight line', () => {
    const tree = Array.from({ length: 120 }, (_, i) => link((i * 7) % (i + 1), i + 1));
    expect(countCrossings(drawEdges(cards(121), tree, layoutGraph(cards(121), tree)))).toBe(0);
    const chain = layoutGraph(
      cards(9),
      Array.from({ length: 8 }, (_, i) => link(i, i + 1)),
    );
    expect(new Set(Object.values(chain.positions).map(({ y }) => y)).size).toBe(1);
  });

  it('undoes the crossings of a twisted ladder', () => {
    const edges = [link(0, 5), link(1, 4), link(2, 3), link(3, 8), link(4, 7), link(5, 6)];
    const joined = [...edges, link(9, 0), link(9, 1), link(9, 2)];
    expect(countCrossings(drawEdges(cards(10), joined, layoutGraph(cards(10), joined)))).toBe(0);
  });

  it('folds a fan-out of 5,000 into a grid that is about square', () => {
    const edges = Array.from({ length: 4_999 }, (_, i) => link(0, i + 1));
    const layout = layoutGraph(cards(5_000), edges);
    expect(layout.layers.map((ids) => ids.length)).toEqual([1, 4_999]);
    expect(layout.width / layout.height).toBeGreaterThan(0.5);
    expect(layout.width / layout.height).toBeLessThan(2);
  });

  it('lets 24 nodes without edges stand in a column and folds 25', () => {
    const columns = (count: number) =>
      new Set(Object.values(layoutGraph(cards(count), []).positions).map(({ x }) => x)).size;
    expect(columns(24)).toBe(1);
    expect(columns(25)).toBeGreaterThan(1);
  });

  it('lays out a chain of 50,000 without running out of stack', () => {
    const edges = Array.from({ length: 49_999 }, (_, i) => link(i, i + 1));
    expect(layoutGraph(cards(50_000), edges).layers.length).toBe(50_000);
  });

  it('gives what 2,000 calls in a row all read one lane instead of two million steps', () => {
    const edges = Array.from({ length: 1_999 }, (_, i) => [link(i, i + 1), link(0, i + 1)]).flat();
    const layout = layoutGraph(cards(2_000), edges);
    const lanes = new Set(layout.bends.filter(({ to }) => to !== 'c2').map(({ points }) => points[0]!.y));
    expect(layout.bends.length).toBeGreaterThan(1_900);
    expect(lanes.size).toBeLessThan(10);
    expect(layout.height).toBeLessThan(1_000);
  });

  it('takes ids such as __proto__ and constructor for ordinary ones', () => {
    const nodes = ['__proto__', 'constructor', 'toString'].map((id) => ({ id, width: 248, height: 90 }));
    const layout = layoutGraph(nodes, [{ from: '__proto__', to: 'constructor' }]);
    expect(Object.keys(layout.positions).sort()).toEqual(['__proto__', 'constructor', 'toString']);
    expect(layerOf(layout).get('constructor')).toBe(1);
  });

  it('returns nothing for nothing', () => {
    expect(layoutGraph([], [])).toEqual({
      positions: Object.create(null),
      layers: [],
      bends: [],
      width: 0,
      height: 0,
    });
  });
});
