/** Graphs for the layout's tests: generated ones, and what every drawing of one must keep. */
import * as fc from 'fast-check';
import type { Layout, LayoutEdge, LayoutNode } from '../../src/layout/layout.ts';

export interface Graph {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
}

const size = fc.record({
  width: fc.constantFrom(248, 248, 248, 120),
  height: fc.integer({ min: 90, max: 300 }),
});

const sized = (sizes: readonly { width: number; height: number }[]): LayoutNode[] =>
  sizes.map((s, i) => ({ id: `c${i}`, ...s }));

const edgesBetween = (count: number, most: number) =>
  fc.array(fc.tuple(fc.integer({ min: 0, max: count - 1 }), fc.integer({ min: 0, max: count - 1 })), {
    maxLength: most,
  });

/** Any graph: cycles, self-loops, repeats, and edges to an id that is not there. */
export const anyGraph: fc.Arbitrary<Graph> = fc.array(size, { minLength: 1, maxLength: 40 }).chain((sizes) =>
  edgesBetween(sizes.length + 1, 90).map((pairs) => ({
    nodes: sized(sizes),
    edges: pairs.map(([a, b]) => ({ from: `c${a}`, to: `c${b}` })),
  })),
);

/** A plan: every edge leads from an earlier to a later node. */
export const anyPlan: fc.Arbitrary<Graph> = fc.array(size, { minLength: 1, maxLength: 40 }).chain((sizes) =>
  edgesBetween(sizes.length, 70).map((pairs) => ({
    nodes: sized(sizes),
    edges: pairs
      .filter(([a, b]) => a !== b)
      .map(([a, b]) => ({ from: `c${Math.min(a, b)}`, to: `c${Math.max(a, b)}` })),
  })),
);

export const cards = (count: number, height = 120): LayoutNode[] =>
  Array.from({ length: count }, (_, i) => ({ id: `c${i}`, width: 248, height }));

export const layerOf = (layout: Layout): Map<string, number> =>
  new Map(layout.layers.flatMap((ids, l) => ids.map((id) => [id, l] as const)));

/** Edges that do not lead from a lower to a higher layer. */
export function backward(layout: Layout, edges: readonly LayoutEdge[]): LayoutEdge[] {
  const layer = layerOf(layout);
  return edges.filter(({ from, to }) => layer.get(from)! >= layer.get(to)!);
}

/** Pairs of nodes whose cards share some of the plane (more than rounding). */
export function overlaps(layout: Layout, nodes: readonly LayoutNode[]): string[] {
  const found: string[] = [];
  const slack = 1e-6;
  nodes.forEach((a, i) => {
    const p = layout.positions[a.id]!;
    for (const b of nodes.slice(i + 1)) {
      const q = layout.positions[b.id]!;
      const apart =
        p.x + a.width <= q.x + slack ||
        q.x + b.width <= p.x + slack ||
        p.y + a.height <= q.y + slack ||
        q.y + b.height <= p.y + slack;
      if (!apart) found.push(`${a.id} and ${b.id}`);
    }
  });
  return found;
}

/** Nodes that are not inside `0 … width, 0 … height`. */
export function outside(layout: Layout, nodes: readonly LayoutNode[]): string[] {
  return nodes
    .filter((node) => {
      const p = layout.positions[node.id]!;
      return (
        !(p.x >= -1e-6 && p.y >= -1e-6) ||
        p.x + node.width > layout.width + 1e-6 ||
        p.y + node.height > layout.height + 1e-6
      );
    })
    .map((node) => node.id);
}
