/** Which of some calls come before others by dependency (L-27). For plans without cycles. */

import type { Graph } from '../plan/graph.ts';
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
  if ((graph.calls.length * among.length) / 8 > MOST_BYTES) return undefined;
  const column = new Map(among.map((call, i) => [call, i]));
  const ancestors = bitRows(graph.calls.length, among.length);
  for (const call of graph.order) {
    for (const read of graph.readsOf[call]!) {
      for (const write of read.writes) {
        ancestors.union(call, write.call);
        const own = column.get(write.call);
        if (own !== undefined) ancestors.set(call, own);
      }
    }
  }
  return (a, b) => ancestors.has(a, column.get(b)!) || ancestors.has(b, column.get(a)!);
}
