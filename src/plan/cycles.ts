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
  const cycles: Cycle[] = [];
  for (const knot of knotsOf(arrows, graph.rank)) {
    const inKnot = new Set(knot);
    let best: Cycle | null = null;
    for (const start of knot) {
      if (budget <= 0 && best) break;
      const found = shortestThrough(
        start,
        arrows,
        inKnot,
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

function shortestThrough(
  start: number,
  arrows: readonly (readonly Arrow[])[],
  inKnot: ReadonlySet<number>,
  shorterThan: number,
): { cycle: Cycle | null; looked: number } {
  const cameFrom = new Map<number, { call: number; ref: Ref }>();
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
          for (let at = call; at !== start; ) {
            const step = cameFrom.get(at)!;
            calls.unshift(step.call);
            refs.unshift(step.ref);
            at = step.call;
          }
          return { cycle: { calls, refs }, looked };
        }
        if (!inKnot.has(to) || cameFrom.has(to)) continue;
        cameFrom.set(to, { call, ref });
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
