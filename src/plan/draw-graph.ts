/** Draws a graph from the wiring of a plan: who writes what whom reads, and the plan order that follows (L-14, L-22). */

import { type ConnectedWrites, connectedWrites } from './connected-writes.ts';
import type { Plan } from './document.ts';
import type { Graph } from './graph.ts';
import { graphOrder } from './graph-order.ts';
import { type GraphReads, graphReads } from './graph-reads.ts';
import { viewedGraph } from './graph-views.ts';
import type { ParsedCall } from './parsed-call.ts';
import { wiringOf } from './wiring.ts';

/** @param before the graph of a plan that spells its calls alike, be it this one before an edit */
export function drawGraph(plan: Plan, before: Graph | undefined): Graph {
  const wiring = wiringOf(plan, before?.wiring);
  const { calls } = wiring;
  const numbered = graphReads(wiring);
  const connected = connectedWrites(wiring);
  const onlyWriter = onlyWriters(numbered, connected);
  const index = before && sameIds(calls, before) ? before.index : indexOf(calls);
  const order = graphOrder(calls.length, numbered, connected, onlyWriter);
  return viewedGraph({ calls, index, wiring, numbered, connected, onlyWriter, ...order });
}

function onlyWriters(
  { count, paths, scopeOf }: GraphReads,
  { onlyWrite, writers }: ConnectedWrites,
): Int32Array {
  const only = new Int32Array(count).fill(-1);
  for (let read = 0; read < count; read++) {
    const write = scopeOf(read) === '*' ? onlyWrite(paths[read]!) : -1;
    if (write >= 0) only[read] = writers[write]!;
  }
  return only;
}

function sameIds(calls: readonly ParsedCall[], before: Graph): boolean {
  if (calls.length !== before.calls.length) return false;
  for (let i = 0; i < calls.length; i++)
    if (calls[i] !== before.calls[i] && calls[i]!.call._id !== before.calls[i]!.call._id) return false;
  return true;
}

function indexOf(calls: readonly ParsedCall[]): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  // Backwards, so that of duplicate ids the first stays.
  for (let i = calls.length - 1; i >= 0; i--) index.set(calls[i]!.call._id, i);
  return index;
}
