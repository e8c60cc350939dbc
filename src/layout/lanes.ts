/** Edges that are not led past every layer between their ends: they run in lanes above the drawing instead. */
import { addAt, intAt } from '../lib/columns.ts';
import type { IndexedGraph } from './indexed.ts';

/**
 * A node that sends, or collects, more edges than this past at least so many layers has them in one lane. A result
 * that the whole plan reads would otherwise be a band of parallel lines wider than the plan.
 */
const busFrom = 24;
const busPasses = 4;

/**
 * Dummies a component may have: so many a node, and some more; the longest edges beyond that get lanes too. Usual
 * plans stay far below. Without a limit 10,000 calls in a row could be cut into fifty million steps.
 */
const dummiesPerNode = 6;
const dummiesMore = 500;

interface Lanes {
  /** For each edge the number of its lane, from 0; -1 for one that is led past the layers. */
  readonly laneOf: Int32Array;
  readonly count: number;
}

export function chooseLanes(graph: IndexedGraph, layer: Int32Array): Lanes {
  const { count, from, to } = graph;
  const passes = from.map((tail, e) => intAt(layer, intAt(to, e)) - intAt(layer, tail) - 1);
  const far = edgesAtEnds(graph, (e) => intAt(passes, e) >= busPasses);
  const shortestFirst = Int32Array.from(passes.keys()).sort(
    (a, b) => intAt(passes, a) - intAt(passes, b) || a - b,
  );
  const inLane = new Uint8Array(from.length);
  let left = dummiesPerNode * count + dummiesMore;
  for (const e of shortestFirst) {
    const hubs = Math.max(intAt(far.sent, intAt(from, e)), intAt(far.collected, intAt(to, e)));
    if ((intAt(passes, e) >= busPasses && hubs > busFrom) || intAt(passes, e) > left) inLane[e] = 1;
    else left -= intAt(passes, e);
  }

  const laneOf = new Int32Array(from.length).fill(-1);
  const shared = edgesAtEnds(graph, (e) => inLane[e] === 1);
  const lanes = new Map<number, number>();
  for (let e = 0; e < from.length; e++) {
    if (inLane[e] === 0) continue;
    // One lane for all its sender sends, or for all its collector collects, whichever is more.
    const hub =
      intAt(shared.sent, intAt(from, e)) >= intAt(shared.collected, intAt(to, e))
        ? intAt(from, e)
        : count + intAt(to, e);
    const lane = lanes.get(hub) ?? lanes.size;
    lanes.set(hub, lane);
    laneOf[e] = lane;
  }
  return { laneOf, count: lanes.size };
}

function edgesAtEnds(graph: IndexedGraph, counts: (edge: number) => boolean) {
  const sent = new Int32Array(graph.count);
  const collected = new Int32Array(graph.count);
  for (let e = 0; e < graph.from.length; e++) {
    if (!counts(e)) continue;
    addAt(sent, intAt(graph.from, e), 1);
    addAt(collected, intAt(graph.to, e), 1);
  }
  return { sent, collected };
}
