/** Edges as drawn lines, and how often those cross. It knows a finished layout and none of its stages. */
import type { Layout, LayoutEdge, LayoutNode, Point } from '../../src/layout/layout.ts';
import { itemAt } from '../../src/lib/columns.ts';

/** Twice the signed area of a triangle: its sign says on which side of a→b the point c lies. */
const side = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/**
 * The number of pairs of segments, of two different lines, that cross each other in the plane.
 * Lines that only touch (a shared port) or run over each other do not cross.
 */
export function countCrossings(lines: readonly (readonly Point[])[]): number {
  const segments: { line: number; a: Point; b: Point }[] = [];
  lines.forEach((points, line) => {
    for (let i = 1; i < points.length; i++) {
      const p = itemAt(points, i - 1);
      const q = itemAt(points, i);
      segments.push(p.x <= q.x ? { line, a: p, b: q } : { line, a: q, b: p });
    }
  });
  segments.sort((s, t) => s.a.x - t.a.x);
  let crossings = 0;
  const active: typeof segments = [];
  for (const s of segments) {
    let kept = 0;
    for (const t of active) {
      if (t.b.x <= s.a.x && t.b.x < s.b.x) continue;
      active[kept++] = t;
      if (t.line === s.line) continue;
      const d1 = side(s.a.x, s.a.y, s.b.x, s.b.y, t.a.x, t.a.y);
      const d2 = side(s.a.x, s.a.y, s.b.x, s.b.y, t.b.x, t.b.y);
      if (d1 * d2 >= 0) continue;
      const d3 = side(t.a.x, t.a.y, t.b.x, t.b.y, s.a.x, s.a.y);
      const d4 = side(t.a.x, t.a.y, t.b.x, t.b.y, s.b.x, s.b.y);
      if (d3 * d4 < 0) crossings++;
    }
    active.length = kept;
    active.push(s);
  }
  return crossings;
}

/**
 * Every edge of a layout as the line that is drawn: from the middle of the tail's far side, through its bends, to
 * the middle of the head's near side. Edges to ids that are not there are left out.
 */
export function drawEdges(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  layout: Layout,
): readonly (readonly Point[])[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const bends = new Map(layout.bends.map(({ from, to, points }) => [JSON.stringify([from, to]), points]));
  const port = (node: LayoutNode, far: boolean): Point => {
    const corner = layout.positions[node.id]!;
    return { x: corner.x + (far ? node.width : 0), y: corner.y + node.height / 2 };
  };
  return edges.flatMap(({ from, to }) => {
    const tail = byId.get(from);
    const head = byId.get(to);
    if (tail === undefined || head === undefined) return [];
    return [[port(tail, true), ...(bends.get(JSON.stringify([from, to])) ?? []), port(head, false)]];
  });
}
