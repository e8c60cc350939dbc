/** Draws a graph from the wiring of a plan: who writes what whom reads, and the plan order that follows (L-14, L-22). */

import { intAt, itemAt } from '../lib/columns.ts';
import { type NumberByText, TextNumbers } from '../lib/text-numbers.ts';
import { type ConnectedWrites, connectedWrites } from './connected-writes.ts';
import type { Plan } from './document.ts';
import type { CallIds, Graph } from './graph.ts';
import { graphOrder } from './graph-order.ts';
import { type GraphReads, graphReads } from './graph-reads.ts';
import { viewedGraph } from './graph-views.ts';
import type { ParsedCall } from './parsed-call.ts';
import { sameEnds, type Wiring, wiringOf } from './wiring.ts';

/** @param before the graph of a plan that spells its calls alike, be it this one before an edit */
export function drawGraph(plan: Plan, before: Graph | undefined): Graph {
  const wiring = wiringOf(plan, before?.wiring);
  const { calls } = wiring;
  const numbered = graphReads(wiring);
  const connected = connectedWrites(wiring);
  const onlyWriter = onlyWriters(numbered, connected);
  const ids = idsOf(wiring, before);
  const order = graphOrder(calls.length, numbered, connected, onlyWriter);
  return viewedGraph({ calls, ids, wiring, numbered, connected, onlyWriter, ...order });
}

function onlyWriters(
  { count, paths, scopeOf }: GraphReads,
  { onlyWrite, writers }: ConnectedWrites,
): Int32Array {
  const only = new Int32Array(count).fill(-1);
  for (let read = 0; read < count; read++) {
    const write = scopeOf(read) === '*' ? onlyWrite(intAt(paths, read)) : -1;
    if (write >= 0) only[read] = intAt(writers, write);
  }
  return only;
}

/** More new calls than this, and the index is the quicker way to tell whether an id is there twice. */
const FEW_NEW = 8;

function idsOf(wiring: Wiring, before: Graph | undefined): CallIds {
  const { calls } = wiring;
  if (before?.ids.areUnique) {
    const { head, tail } = sameEnds(before.wiring.listed, wiring.listed);
    const isNew = (at: number) => at >= head && at < calls.length - tail;
    const sameLength = calls.length === before.calls.length;
    const added = calls.length - tail - head;
    if (sameLength && sameIds(calls, before.calls, head, head + added)) return before.ids;
    if (added <= FEW_NEW) {
      const names = new Set(calls.slice(head, head + added).map(({ call }) => call._id));
      const isTwice = names.size < added || calls.some(({ call }, at) => !isNew(at) && names.has(call._id));
      if (!isTwice) return uniqueIds(calls);
    }
  }
  const index = indexOf(calls);
  return { areUnique: index.size === calls.length, index: () => index };
}

function sameIds(a: readonly ParsedCall[], b: readonly ParsedCall[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (itemAt(a, i).call._id !== itemAt(b, i).call._id) return false;
  return true;
}

function uniqueIds(calls: readonly ParsedCall[]): CallIds {
  let index: NumberByText | undefined;
  return {
    areUnique: true,
    index: () => {
      index ??= indexOf(calls);
      return index;
    },
  };
}

function indexOf(calls: readonly ParsedCall[]): NumberByText {
  const index = new TextNumbers(calls.length);
  for (let i = 0; i < calls.length; i++) index.add(itemAt(calls, i).call._id, i);
  return index;
}
