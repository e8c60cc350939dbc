import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendLayout } from '../../src/layout/extend.ts';
import { type Layout, type LayoutEdge, layoutGraph } from '../../src/layout/layout.ts';
import { anyGraph, anyPlan, backward, cards, type Graph, layerOf, overlaps } from './graphs.ts';

/** Where a stream begins. */
const emptyLayout: Layout = {
  positions: Object.freeze(Object.create(null)),
  layers: [],
  bends: [],
  width: 0,
  height: 0,
};

const link = (from: number, to: number) => ({ from: `c${from}`, to: `c${to}` });

/** Streams a graph in call by call, each with the edges among what is there; `seen` looks at every step. */
function stream(
  { nodes, edges }: Graph,
  seen: (before: Layout, after: Layout, edges: LayoutEdge[]) => void,
): Layout {
  let layout = emptyLayout;
  for (let count = 1; count <= nodes.length; count++) {
    const here = nodes.slice(0, count);
    const ids = new Set(here.map((node) => node.id));
    const among = edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
    const next = extendLayout(layout, here, among);
    seen(layout, next, among);
    layout = next;
  }
  return layout;
}

describe('extendLayout', () => {
  it('moves nothing that is placed while a plan streams in, and every step is valid', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const last = stream(plan, (before, after, edges) => {
          expect(backward(after, edges)).toEqual([]);
          for (const id of Object.keys(before.positions)) {
            expect(after.positions[id]).toEqual(before.positions[id]);
            expect(layerOf(after).get(id)).toBe(layerOf(before).get(id));
          }
        });
        expect(Object.keys(last.positions).length).toBe(plan.nodes.length);
        expect(overlaps(last, plan.nodes)).toEqual([]);
      }),
    );
  });

  it('keeps the layers of placed nodes and overlaps nothing, in whatever order and with cycles', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const last = stream(graph, (before, after) => {
          for (const [id, layer] of layerOf(before)) expect(layerOf(after).get(id)).toBe(layer);
        });
        expect(overlaps(last, graph.nodes)).toEqual([]);
      }),
    );
  });

  it('extends a finished layout without moving it', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 0, max: 40 }), ({ nodes, edges }, cut) => {
        const early = nodes.slice(0, cut);
        const ids = new Set(early.map((node) => node.id));
        const before = layoutGraph(
          early,
          edges.filter(({ to }) => ids.has(to)),
        );
        const after = extendLayout(before, nodes, edges);
        for (const { id } of early) expect(after.positions[id]).toEqual(before.positions[id]);
        expect(after.bends).toEqual(before.bends);
        expect(backward(after, edges)).toEqual([]);
        expect(overlaps(after, nodes)).toEqual([]);
      }),
    );
  });

  it('moves a card only across its layer when one beside it has grown', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 0, max: 39 }), ({ nodes, edges }, grows) => {
        const before = layoutGraph(nodes, edges);
        const grown = nodes.map((node, i) => (i === grows ? { ...node, height: node.height + 400 } : node));
        const after = extendLayout(before, grown, edges);
        expect(overlaps(after, grown)).toEqual([]);
        for (const { id } of nodes) {
          expect(layerOf(after).get(id)).toBe(layerOf(before).get(id));
          expect(after.positions[id]!.x).toBe(before.positions[id]!.x);
        }
      }),
    );
  });

  it('puts a new card level with the one it reads', () => {
    const before = layoutGraph(cards(3), [link(0, 1), link(0, 2)]);
    const after = extendLayout(before, cards(4), [link(0, 1), link(0, 2), link(2, 3)]);
    expect(after.positions.c3!.y).toBe(before.positions.c2!.y);
    expect(layerOf(after).get('c3')).toBe(2);
  });

  it('lets go of what is gone and gives its room away', () => {
    const before = extendLayout(emptyLayout, cards(3), [link(0, 1), link(0, 2)]);
    const kept = cards(4).filter(({ id }) => id !== 'c1');
    const after = extendLayout(before, kept, [link(0, 2), link(0, 3)]);
    expect(after.positions.c1).toBeUndefined();
    expect(after.positions.c2).toEqual(before.positions.c2);
    expect(after.positions.c3).toEqual(before.positions.c1);
  });

  it('puts a late writer before its placed reader where there is a layer before it', () => {
    const before = extendLayout(emptyLayout, cards(2), [link(0, 1)]);
    const after = extendLayout(before, cards(3), [link(0, 1), link(2, 1)]);
    expect(after.layers).toEqual([['c0', 'c2'], ['c1']]);
  });
});
