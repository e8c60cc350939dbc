/** Which of some calls come before others by dependency (L-27). For plans without cycles. */

import type { Graph, Read } from '../plan/graph.ts';
import { bitRows } from './bit-rows.ts';

/** Bytes the answer may take; beyond it the question is not answered (L-27 cannot be checked). */
const MOST_BYTES = 64_000_000;

/**
 * A test of two calls of `among`: whether one waits for the other, directly or through others. undefined
 * where the plan is too large to tell.
 */
export function orderedAmong(
  graph: Graph,
  among: readonly number[],
): ((a: number, b: number) => boolean) | undefined {
  // A path of several writers and readers has a row of its own. Were each reader to ask every writer, 5,000 of
  // either on one path would take a quarter of a minute.
  const rowOf = new Map<Read, number>();
  for (const read of graph.reads)
    if (read.writes.length > 1 && read.readers.length > 1) rowOf.set(read, graph.calls.length + rowOf.size);
  const rows = graph.calls.length + rowOf.size;
  if ((rows * among.length) / 8 > MOST_BYTES) return undefined;
  const column = new Map(among.map((call, i) => [call, i]));
  const ancestors = bitRows(rows, among.length);
  const gathered = new Set<Read>();
  for (const call of graph.order) {
    for (const read of graph.readsOf[call]!) {
      const row = rowOf.get(read);
      if (row === undefined || !gathered.has(read)) addWriters(read, row ?? call);
      if (row === undefined) continue;
      gathered.add(read);
      ancestors.union(call, row);
    }
  }
  return (a, b) => ancestors.has(a, column.get(b)!) || ancestors.has(b, column.get(a)!);

  function addWriters({ writes }: Read, row: number): void {
    for (const write of writes) {
      ancestors.union(row, write.call);
      const own = column.get(write.call);
      if (own !== undefined) ancestors.set(row, own);
    }
  }
}
