/** The plan order of a graph (L-22): as its calls are listed, where that will do, else by Kahn's algorithm. */

import { intAt } from '../lib/columns.ts';
import type { ConnectedWrites } from './connected-writes.ts';
import type { GraphReads } from './graph-reads.ts';
import { planOrder } from './plan-order.ts';
import { type Rows, rowsInWork, transposed } from './rows.ts';

interface GraphOrder {
  readonly order: readonly number[];
  readonly rank: Int32Array;
}

/** @param onlyWriter by read, as of a graph */
export function graphOrder(
  size: number,
  numbered: GraphReads,
  connected: ConnectedWrites,
  onlyWriter: Int32Array,
): GraphOrder {
  if (areListedLater(numbered, connected)) return asListed(size);
  const { readers, writers } = sources(numbered, connected, onlyWriter);
  return planOrder(size, readers, writers);
}

/** Whether all readers, of whom the first is the least, come after all writers, be they of another instance. */
function areListedLater({ count, paths, readers }: GraphReads, { lastWriter }: ConnectedWrites): boolean {
  for (let read = 0; read < count; read++)
    if (lastWriter(intAt(paths, read)) >= intAt(readers.items, intAt(readers.starts, read))) return false;
  return true;
}

/** The last that was made: from edit to edit it is nearly always the same. */
let listed: GraphOrder = { order: [], rank: new Int32Array(0) };

function asListed(size: number): GraphOrder {
  if (listed.order.length === size) return listed;
  const rank = new Int32Array(size);
  const order = new Array<number>(size);
  for (let i = 0; i < size; i++) {
    rank[i] = i;
    order[i] = i;
  }
  listed = { order, rank };
  return listed;
}

/**
 * Who waits for whom. Reads that see the same writes are one source: 10,000 of them with 10,000 writers each would
 * be 10^8 steps.
 */
function sources(
  { count, paths, scopeOf, sequence }: GraphReads,
  { find, writers }: ConnectedWrites,
  onlyWriter: Int32Array,
): { readers: Rows; writers: Rows } {
  const sourceOf = new Int32Array(count);
  const known = new Map<readonly number[], number>();
  const rows = rowsInWork(count);
  let size = 0;
  for (let read = 0; read < count; read++) {
    if (intAt(onlyWriter, read) >= 0) {
      rows.add(intAt(onlyWriter, read));
      rows.end();
      sourceOf[read] = size++;
      continue;
    }
    const writes = find(intAt(paths, read), scopeOf(read));
    let source = known.get(writes);
    if (source === undefined) {
      for (const write of writes) rows.add(intAt(writers, write));
      rows.end();
      source = size++;
      known.set(writes, source);
    }
    sourceOf[read] = source;
  }
  const waiting = { starts: sequence.starts, items: sequence.items.map((read) => intAt(sourceOf, read)) };
  return { readers: transposed(waiting, size), writers: rows.finish() };
}
