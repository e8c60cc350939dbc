/**
 * Cycles of a plan (L-28): one shortest for each knot of calls, with the references that make its steps.
 *
 * Searches over calls and the paths between them, never over pairs of calls: 10,000 calls that all read a path
 * which 10,000 write are 20,000 steps that way, and 10^8 the other.
 */

import { intAt, itemAt, numberAt } from '../lib/columns.ts';
import type { Ref } from './expression.ts';
import type { Graph } from './graph.ts';
import { rowsOf, transposed } from './rows.ts';

interface Cycle {
  /** Call indexes in the direction the data flows, the least list index first; the last writes for the first. */
  readonly calls: readonly number[];
  /** `refs[i]` is what makes the step from `calls[i]` to the next: the reference that reads it. */
  readonly refs: readonly Ref[];
}

/** Steps taken in search of shortest cycles, over all knots: a bound on hostile plans. */
const SEARCH_LIMIT = 1_000_000;

/** One shortest cycle for each knot of calls (L-28); none where the graph has an order. */
export function findCycles(graph: Graph): Cycle[] {
  if (graph.order.length === graph.calls.length) return [];
  const net = netOf(graph);
  const search = shortestSearch(net);
  let budget = SEARCH_LIMIT;
  const cycles: Cycle[] = [];
  for (const knot of knotsOf(net)) {
    let best: readonly number[] | undefined;
    for (const start of knot) {
      if (best && (budget <= 0 || best.length === 2)) break;
      const found = search(start, best ? best.length : Number.POSITIVE_INFINITY);
      budget -= found.steps;
      best = found.nodes ?? best;
    }
    if (best) cycles.push(cycleOf(graph, best));
  }
  return cycles.sort((a, b) => numberAt(a.calls, 0) - numberAt(b.calls, 0));
}

/** Calls, and behind them the paths that are read, as nodes: from a call to what it writes, from there to readers. */
interface Net {
  readonly calls: number;
  readonly size: number;
  next(node: number): readonly number[] | Int32Array;
  /** The component a node is in, filled by `knotsOf`: a cycle does not leave it. */
  readonly component: Int32Array;
  /** Whether the call is in or behind a cycle. */
  isCaught(call: number): boolean;
}

function netOf({ calls, reads, rank }: Graph): Net {
  const writers = rowsOf(
    reads,
    (read) => read.writes,
    (write) => write.call,
  );
  const { starts, items } = transposed(writers, calls.length);
  const written = items.map((read) => calls.length + read);
  const size = calls.length + reads.length;
  return {
    calls: calls.length,
    size,
    next: (node) =>
      node < calls.length
        ? written.subarray(starts[node], starts[node + 1])
        : itemAt(reads, node - calls.length).readers,
    component: new Int32Array(size).fill(-1),
    isCaught: (call) => rank[call] === -1,
  };
}

/** Tarjan's strongly connected components, without recursion. Gives the calls of each that has a cycle, in order. */
function knotsOf({ calls, size, next, component, isCaught }: Net): number[][] {
  const number = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const stack: number[] = [];
  const knots: number[][] = [];
  let count = 0;
  let components = 0;

  for (let root = 0; root < calls; root++) {
    if (!isCaught(root) || number[root] !== -1) continue;
    const work: { node: number; ahead: readonly number[] | Int32Array; at: number }[] = [];
    const enter = (node: number) => {
      number[node] = low[node] = count++;
      stack.push(node);
      work.push({ node, ahead: next(node), at: 0 });
    };
    enter(root);
    while (work.length > 0) {
      const frame = itemAt(work, work.length - 1);
      const { node } = frame;
      if (frame.at < frame.ahead.length) {
        const to = frame.ahead[frame.at++]!;
        if (number[to] === -1) enter(to);
        else if (component[to] === -1) low[node] = Math.min(intAt(low, node), intAt(number, to));
        continue;
      }
      work.pop();
      const parent = work[work.length - 1]?.node;
      if (parent !== undefined) low[parent] = Math.min(intAt(low, parent), intAt(low, node));
      if (low[node] !== number[node]) continue;
      const knot: number[] = [];
      let members = 0;
      for (let member = -1; member !== node; members++) {
        member = stack.pop()!;
        component[member] = components;
        if (member < calls) knot.push(member);
      }
      components += 1;
      // A call alone is no knot; with a path it is one that reads what it writes.
      if (members > 1) knots.push(knot.sort((a, b) => a - b));
    }
  }
  return knots;
}

/** A search, breadth first, for a shortest cycle through a call: its nodes from the call on, where it has fewer than `fewerThan`. */
function shortestSearch({ size, next, component }: Net) {
  const cameFrom = new Int32Array(size);
  /** The start of the search that saw a node last. */
  const seenBy = new Int32Array(size).fill(-1);
  return (start: number, fewerThan: number): { nodes: number[] | undefined; steps: number } => {
    let frontier = [start];
    let steps = 0;
    for (let length = 1; frontier.length > 0 && length < fewerThan; length++) {
      const ahead: number[] = [];
      for (const node of frontier) {
        for (const to of next(node)) {
          steps += 1;
          if (to === start) return { nodes: wayTo(node, start, cameFrom), steps };
          if (component[to] !== component[start] || seenBy[to] === start) continue;
          seenBy[to] = start;
          cameFrom[to] = node;
          ahead.push(to);
        }
      }
      frontier = ahead;
    }
    return { nodes: undefined, steps };
  };
}

function wayTo(end: number, start: number, cameFrom: Int32Array): number[] {
  const nodes = [end];
  for (let node = end; node !== start; ) {
    node = intAt(cameFrom, node);
    nodes.push(node);
  }
  return nodes.reverse();
}

/** Call and path in turn, turned so that the least list index comes first. */
function cycleOf({ calls, reads }: Graph, nodes: readonly number[]): Cycle {
  let least = 0;
  for (let i = 0; i < nodes.length; i += 2) if (numberAt(nodes, i) < numberAt(nodes, least)) least = i;
  const turned = [...nodes.slice(least), ...nodes.slice(0, least)];
  return {
    calls: turned.filter((_, i) => i % 2 === 0),
    refs: turned.filter((_, i) => i % 2 === 1).map((node) => itemAt(reads, node - calls.length).ref),
  };
}
