/** First stage: the graph without the edges that close a cycle. It knows no layers and no geometry. */
import { addAt, intAt } from '../lib/columns.ts';
import { type IndexedGraph, incidence } from './indexed.ts';

/**
 * Leaves out every edge that a depth-first walk, in node order, finds to lead back into its own path.
 * What is left has no cycle. The walk keeps its own stack: a chain of any length must not overflow ours.
 */
export function withoutCycles(graph: IndexedGraph): IndexedGraph {
  const { count, from, to } = graph;
  const out = incidence(count, from);
  const next = out.start.slice(0, count);
  const state = new Uint8Array(count); // 0 unseen, 1 on the path, 2 done
  const keep = new Uint8Array(from.length);
  const stack = new Int32Array(count);
  let kept = 0;
  for (let root = 0; root < count; root++) {
    if (state[root] !== 0) continue;
    let depth = 0;
    stack[depth++] = root;
    state[root] = 1;
    while (depth > 0) {
      const v = intAt(stack, depth - 1);
      if (intAt(next, v) === intAt(out.start, v + 1)) {
        state[v] = 2;
        depth--;
        continue;
      }
      const e = intAt(out.edges, addAt(next, v, 1) - 1);
      const w = intAt(to, e);
      if (state[w] === 1) continue;
      keep[e] = 1;
      kept++;
      if (state[w] === 0) {
        state[w] = 1;
        stack[depth++] = w;
      }
    }
  }
  if (kept === from.length) return graph;
  return { count, from: from.filter((_, e) => keep[e] === 1), to: to.filter((_, e) => keep[e] === 1) };
}
