/** Which of some calls come before others by dependency (L-27). For plans without cycles. */

import type { Graph, Write } from '../plan/graph.ts';
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
  // What several writers write, and several calls or paths see, has a row of its own. Were each reader to ask every
  // writer, 5,000 of either on one path would take a quarter of a minute.
  const rowOf = new Map<readonly Write[], number>();
  const seen = new Set<readonly Write[]>();
  for (const { writes, readers } of graph.reads) {
    const isShared = readers.length > 1 || seen.has(writes);
    seen.add(writes);
    if (writes.length > 1 && isShared && !rowOf.has(writes))
      rowOf.set(writes, graph.calls.length + rowOf.size);
  }
  const rows = graph.calls.length + rowOf.size;
  if ((rows * among.length) / 8 > MOST_BYTES) return undefined;
  const column = new Map(among.map((call, i) => [call, i]));
  const ancestors = bitRows(rows, among.length);
  const gathered = new Set<readonly Write[]>();
  for (const call of graph.order) {
    for (const { writes } of graph.readsOf[call]!) {
      const row = rowOf.get(writes);
      if (row === undefined || !gathered.has(writes)) addWriters(writes, row ?? call);
      if (row === undefined) continue;
      gathered.add(writes);
      ancestors.union(call, row);
    }
  }
  return (a, b) => ancestors.has(a, column.get(b)!) || ancestors.has(b, column.get(a)!);

  function addWriters(writes: readonly Write[], row: number): void {
    for (const write of writes) {
      ancestors.union(row, write.call);
      const own = column.get(write.call);
      if (own !== undefined) ancestors.set(row, own);
    }
  }
}
