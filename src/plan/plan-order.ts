/** Plan order (L-22): Kahn's algorithm over calls and the paths between them. By number; knows no call. */

import { intHeap } from '../lib/heap.ts';

/** A list of numbers for each of many rows, in one block: ten thousand small lists would be slow to make. */
export interface Rows {
  /** Row `r` is `items` from `starts[r]` up to `starts[r + 1]`. */
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** @param list what stands in a row, each turned into a number by `number` */
export function rowsOf<R, T>(
  rows: readonly R[],
  list: (row: R) => readonly T[],
  number: (item: T) => number,
): Rows {
  const starts = new Int32Array(rows.length + 1);
  for (let row = 0; row < rows.length; row++) starts[row + 1] = starts[row]! + list(rows[row]!).length;
  const items = new Int32Array(starts[rows.length]!);
  let at = 0;
  for (const row of rows) {
    const own = list(row);
    for (let i = 0; i < own.length; i++) items[at++] = number(own[i]!);
  }
  return { starts, items };
}

/** Rows that are filled one after the other. */
export interface RowsInWork {
  /** Appends to the row in work. */
  add(item: number): void;
  /** Appends a whole row of others. */
  copy(rows: Rows, row: number): void;
  /** Ends the row in work. */
  end(): void;
  finish(): Rows;
}

export function rowsInWork(): RowsInWork {
  const starts = [0];
  const items: number[] = [];
  return {
    add: (item) => items.push(item),
    copy(rows, row) {
      for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at++) items.push(rows.items[at]!);
    },
    end: () => starts.push(items.length),
    finish: () => ({ starts: Int32Array.from(starts), items: Int32Array.from(items) }),
  };
}

/** For each number up to `size` the positions in `items` where it stands, in order. */
export function positionsOf(items: Int32Array, size: number): Rows {
  const starts = new Int32Array(size + 1);
  for (let at = 0; at < items.length; at++) starts[items[at]! + 1]! += 1;
  for (let i = 0; i < size; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const positions = new Int32Array(items.length);
  for (let at = 0; at < items.length; at++) positions[next[items[at]!]!++] = at;
  return { starts, items: positions };
}

/** For each number up to `size` the rows it stands in, in order; once for each time it stands there. */
export function transposed({ starts, items }: Rows, size: number): Rows {
  const turned = new Int32Array(size + 1);
  for (const item of items) turned[item + 1]! += 1;
  for (let i = 0; i < size; i++) turned[i + 1]! += turned[i]!;
  const next = turned.slice();
  const rows = new Int32Array(items.length);
  for (let row = 0; row + 1 < starts.length; row++)
    for (let at = starts[row]!; at < starts[row + 1]!; at++) rows[next[items[at]!]!++] = row;
  return { starts: turned, items: rows };
}

/**
 * Kahn's algorithm; linear in calls, paths and connections, and a logarithm for the order.
 * @param readers for each path the calls that read it, each once
 * @param writers for each path the calls that write it; one that writes it twice stands twice
 * @param priority of several calls that could come next the least does; the list index where absent
 * @returns `order` without the calls in or behind cycles, whose `rank` is -1
 */
export function planOrder(
  size: number,
  readers: Rows,
  writers: Rows,
  priority: (call: number) => number = (call) => call,
): { order: number[]; rank: Int32Array } {
  const paths = readers.starts.length - 1;
  const openWrites = new Int32Array(paths);
  const waitsFor = new Int32Array(size);
  for (let path = 0; path < paths; path++) {
    openWrites[path] = writers.starts[path + 1]! - writers.starts[path]!;
    if (openWrites[path] === 0) continue;
    for (let at = readers.starts[path]!; at < readers.starts[path + 1]!; at++)
      waitsFor[readers.items[at]!]! += 1;
  }
  const written = transposed(writers, size);
  const ready = intHeap(priority);
  for (let call = 0; call < size; call++) if (waitsFor[call] === 0) ready.push(call);
  const order: number[] = [];
  const rank = new Int32Array(size).fill(-1);
  for (let call = ready.pop(); call !== undefined; call = ready.pop()) {
    rank[call] = order.length;
    order.push(call);
    for (let w = written.starts[call]!; w < written.starts[call + 1]!; w++) {
      const path = written.items[w]!;
      openWrites[path]! -= 1;
      if (openWrites[path]! > 0) continue;
      for (let at = readers.starts[path]!; at < readers.starts[path + 1]!; at++) {
        const reader = readers.items[at]!;
        waitsFor[reader]! -= 1;
        if (waitsFor[reader] === 0) ready.push(reader);
      }
    }
  }
  return { order, rank };
}
