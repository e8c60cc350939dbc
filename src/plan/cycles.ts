/** Cycles of a plan (L-28): one shortest for each knot of calls, with the references that make its steps. */

import type { Ref } from './expression.ts';
import { edgesOf, type Graph } from './graph.ts';

export interface Cycle {
  /** Call indexes in the direction the data flows, the least list index first; the last writes for the first. */
  readonly calls: readonly number[];
  /** `refs[i]` is what makes the step from `calls[i]` to the next: the reference that reads it. */
  readonly refs: readonly Ref[];
}

/** Edges looked at while searching for shortest cycles, over all knots: a bound on hostile plans. */
const SEARCH_LIMIT = 5_000_000;

interface Arrow {
  readonly to: number;
  readonly ref: Ref;
}

export function findCycles(graph: Graph): Cycle[] {
  if (graph.order.length === graph.calls.length) return [];
  const arrows: Arrow[][] = graph.calls.map(() => []);
  for (const edge of edgesOf(graph)) {
    if (graph.rank[edge.from] === -1 && graph.rank[edge.to] === -1)
      arrows[edge.from]!.push({ to: edge.to, ref: edge.ref });
  }
  let budget = SEARCH_LIMIT;
  const trail = newTrail(arrows.length);
  const cycles: Cycle[] = [];
  for (const knot of knotsOf(arrows, graph.rank)) {
    for (const call of knot) trail.knot[call] = knot[0]!;
    let best: Cycle | null = null;
    for (const start of knot) {
      if (budget <= 0 && best) break;
      const found = shortestThrough(
        start,
        arrows,
        trail,
        best ? best.calls.length : Number.POSITIVE_INFINITY,
      );
      budget -= found.looked;
      if (found.cycle) best = found.cycle;
      if (best && best.calls.length === 1) break;
    }
    if (best) cycles.push(leastFirst(best));
  }
  return cycles.sort((a, b) => a.calls[0]! - b.calls[0]!);
}

/** Tarjan's strongly connected components, without recursion; single calls only where they read themselves. */
function knotsOf(arrows: readonly (readonly Arrow[])[], rank: Int32Array): number[][] {
  const size = arrows.length;
  const number = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const onStack = new Uint8Array(size);
  const stack: number[] = [];
  const knots: number[][] = [];
  let count = 0;

  for (let root = 0; root < size; root++) {
    if (rank[root] !== -1 || number[root] !== -1) continue;
    const work: { call: number; next: number }[] = [{ call: root, next: 0 }];
    while (work.length > 0) {
      const frame = work[work.length - 1]!;
      const { call } = frame;
      if (frame.next === 0) {
        number[call] = count;
        low[call] = count;
        count += 1;
        stack.push(call);
        onStack[call] = 1;
      }
      const arrow = arrows[call]![frame.next];
      if (arrow) {
        frame.next += 1;
        if (number[arrow.to] === -1) work.push({ call: arrow.to, next: 0 });
        else if (onStack[arrow.to]) low[call] = Math.min(low[call]!, number[arrow.to]!);
        continue;
      }
      work.pop();
      const parent = work[work.length - 1];
      if (parent) low[parent.call] = Math.min(low[parent.call]!, low[call]!);
      if (low[call] !== number[call]) continue;
      const knot: number[] = [];
      for (let member = stack.pop()!; ; member = stack.pop()!) {
        onStack[member] = 0;
        knot.push(member);
        if (member === call) break;
      }
      if (knot.length > 1 || arrows[call]!.some((own) => own.to === call))
        knots.push(knot.sort((a, b) => a - b));
    }
  }
  return knots;
}

/** Where a search has been, by call: tables kept from search to search, for there is one from every call of a knot. */
interface Trail {
  /** The least call of its knot; -1 outside. */
  readonly knot: Int32Array;
  /** The start of the search that came by last; -1 for none. */
  readonly search: Int32Array;
  readonly cameFrom: Int32Array;
  readonly by: Ref[];
}

const newTrail = (size: number): Trail => ({
  knot: new Int32Array(size).fill(-1),
  search: new Int32Array(size).fill(-1),
  cameFrom: new Int32Array(size),
  by: new Array(size),
});

function shortestThrough(
  start: number,
  arrows: readonly (readonly Arrow[])[],
  { knot, search, cameFrom, by }: Trail,
  shorterThan: number,
): { cycle: Cycle | null; looked: number } {
  let frontier = [start];
  let looked = 0;
  for (let length = 1; frontier.length > 0 && length < shorterThan; length++) {
    const next: number[] = [];
    for (const call of frontier) {
      for (const { to, ref } of arrows[call]!) {
        looked += 1;
        if (to === start) {
          const calls = [call];
          const refs = [ref];
          for (let at = call; at !== start; at = cameFrom[at]!) {
            calls.push(cameFrom[at]!);
            refs.push(by[at]!);
          }
          return { cycle: { calls: calls.reverse(), refs: refs.reverse() }, looked };
        }
        if (knot[to] !== knot[start] || search[to] === start) continue;
        search[to] = start;
        cameFrom[to] = call;
        by[to] = ref;
        next.push(to);
      }
    }
    frontier = next;
  }
  return { cycle: null, looked };
}

function leastFirst({ calls, refs }: Cycle): Cycle {
  const at = calls.indexOf(Math.min(...calls));
  return {
    calls: [...calls.slice(at), ...calls.slice(0, at)],
    refs: [...refs.slice(at), ...refs.slice(0, at)],
  };
}
