/** Which calls come before others by dependency (L-27). For plans without cycles. */

import { intAt, itemAt, numberAt, wordAt } from '../lib/columns.ts';
import type { Graph, Write } from '../plan/graph.ts';

/** Whether a call waits, directly or through others, for all of a range of `columns`. */
interface OrderQuestions {
  /** Calls that are asked about. One may stand in it several times. */
  readonly columns: readonly number[];
  /** By question the call, and the range of `columns` from the first up to the second, without it. */
  readonly calls: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Columns that are looked at in one pass: so much memory a call, and no more, however many ask. */
const BLOCK = 1024;
const WORDS = BLOCK / 32;

/**
 * By question 1 where the answer is yes. A bit for each call and column, block by block: a pass goes only through the
 * calls between the first of its columns and the last that asks about them, so neighbours in `columns` had better be
 * neighbours in plan order.
 */
export function behindAll(graph: Graph, { columns, calls, from, to }: OrderQuestions): Uint8Array {
  const answers = new Uint8Array(calls.length).fill(1);
  const asked: number[][] = Array.from({ length: Math.ceil(columns.length / BLOCK) }, () => []);
  for (let q = 0; q < calls.length; q++)
    for (let block = Math.floor(numberAt(from, q) / BLOCK); block * BLOCK < numberAt(to, q); block++)
      itemAt(asked, block).push(q);
  for (let block = 0; block < asked.length; block++) {
    const open = itemAt(asked, block).filter((q) => answers[q] === 1);
    if (open.length === 0) continue;
    const start = block * BLOCK;
    const own = columns.slice(start, start + BLOCK);
    const rows = ancestorsAmong(graph, own, lastOf(graph, open, calls));
    for (const q of open) {
      const first = Math.max(numberAt(from, q), start) - start;
      const end = Math.min(numberAt(to, q), start + BLOCK) - start;
      if (!hasAll(rows.bits, rows.offsetOf(numberAt(calls, q)), first, end)) answers[q] = 0;
    }
  }
  return answers;
}

/** The greatest rank of the calls that ask. */
function lastOf({ rank }: Graph, questions: readonly number[], calls: readonly number[]): number {
  let last = -1;
  for (const q of questions) last = Math.max(last, intAt(rank, numberAt(calls, q)));
  return last;
}

interface Ancestors {
  readonly bits: Uint32Array;
  /** Where the row of a call begins; -1 for one that comes before all columns. */
  offsetOf(call: number): number;
}

/** For the calls up to a rank which of some calls they wait for. */
function ancestorsAmong(graph: Graph, columns: readonly number[], last: number): Ancestors {
  const { rank, order, numbered, onlyWriter } = graph;
  const { starts, items } = numbered.sequence;
  let first = last + 1;
  for (const call of columns) first = Math.min(first, intAt(rank, call));
  const columnsOf = new Map<number, number[]>();
  for (let i = 0; i < columns.length; i++) {
    const known = columnsOf.get(numberAt(columns, i));
    if (known) known.push(i);
    else columnsOf.set(numberAt(columns, i), [i]);
  }
  const bits = new Uint32Array(Math.max(0, last + 1 - first) * WORDS);
  const offsetOf = (call: number) => (intAt(rank, call) < first ? -1 : (intAt(rank, call) - first) * WORDS);
  // What several writers write is put together once for all who see it: 5,000 readers of what 5,000 write are 10,000 steps.
  const gathered = new Map<readonly Write[], Uint32Array>();
  for (let at = first; at <= last; at++) {
    const call = numberAt(order, at);
    const row = offsetOf(call);
    for (let i = intAt(starts, call); i < intAt(starts, call + 1); i++) {
      const read = intAt(items, i);
      const only = intAt(onlyWriter, read);
      if (only >= 0) addWriter(bits, row, only);
      else unite(bits, row, writersOf(graph.read(read).writes), 0);
    }
  }
  return { bits, offsetOf };

  function writersOf(writes: readonly Write[]): Uint32Array {
    let all = gathered.get(writes);
    if (!all) {
      all = new Uint32Array(WORDS);
      for (const write of writes) addWriter(all, 0, write.call);
      gathered.set(writes, all);
    }
    return all;
  }

  function addWriter(into: Uint32Array, row: number, writer: number): void {
    const offset = offsetOf(writer);
    if (offset < 0) return;
    unite(into, row, bits, offset);
    for (const column of columnsOf.get(writer) ?? NONE)
      into[row + (column >>> 5)] = wordAt(into, row + (column >>> 5)) | (1 << (column & 31));
  }
}

const NONE: readonly number[] = [];

function unite(into: Uint32Array, row: number, from: Uint32Array, offset: number): void {
  for (let w = 0; w < WORDS; w++) into[row + w] = wordAt(into, row + w) | wordAt(from, offset + w);
}

function hasAll(bits: Uint32Array, row: number, first: number, end: number): boolean {
  if (row < 0) return first >= end;
  for (let bit = first; bit < end; ) {
    const word = wordAt(bits, row + (bit >>> 5));
    if ((bit & 31) === 0 && end - bit >= 32) {
      if (word !== 0xffffffff) return false;
      bit += 32;
    } else {
      if ((word & (1 << (bit & 31))) === 0) return false;
      bit++;
    }
  }
  return true;
}
