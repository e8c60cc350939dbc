/** Lists of numbers, one for each of many rows, in one block: ten thousand small lists would be slow to make. */

import { addAt, intAt, itemAt } from '../lib/columns.ts';

/** Lists of whole numbers in two arrays: thousands of small lists cost the collector too much. */
export interface Rows {
  /** Row `r` is `items` from `starts[r]` up to `starts[r + 1]`. */
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** One row. */
export const rowOf = ({ starts, items }: Rows, row: number): Int32Array =>
  items.subarray(intAt(starts, row), intAt(starts, row + 1));

/** @param list what stands in a row, each turned into a number by `number` */
export function rowsOf<R, T>(
  rows: readonly R[],
  list: (row: R) => readonly T[],
  number: (item: T) => number,
): Rows {
  const starts = new Int32Array(rows.length + 1);
  for (let row = 0; row < rows.length; row++)
    starts[row + 1] = intAt(starts, row) + list(itemAt(rows, row)).length;
  const items = new Int32Array(intAt(starts, rows.length));
  let at = 0;
  for (const row of rows) {
    const own = list(row);
    for (let i = 0; i < own.length; i++) items[at++] = number(itemAt(own, i));
  }
  return { starts, items };
}

/** Rows that are filled one after the other. */
export interface RowsInWork {
  /** Appends to the row in work. */
  add(item: number): void;
  /** Appends rows of others, from one up to another, without it. */
  copy(rows: Rows, from: number, to: number): void;
  /** Ends the row in work. */
  end(): void;
  finish(): Rows;
}

/** @param size how many rows there will be at most */
export function rowsInWork(size: number): RowsInWork {
  const starts = new Int32Array(size + 1);
  let items = new Int32Array(2 * size + 16);
  let row = 0;
  let length = 0;

  function makeRoom(atLeast = 0): void {
    const larger = new Int32Array(Math.max(2 * items.length, atLeast));
    larger.set(items);
    items = larger;
  }

  return {
    add(item) {
      if (length === items.length) makeRoom();
      items[length++] = item;
    },
    copy(rows, from, to) {
      const first = intAt(rows.starts, from);
      const end = intAt(rows.starts, to);
      if (length + end - first > items.length) makeRoom(length + end - first);
      items.set(rows.items.subarray(first, end), length);
      for (let other = from; other < to; other++)
        starts[++row] = length + intAt(rows.starts, other + 1) - first;
      length += end - first;
    },
    end() {
      starts[++row] = length;
    },
    finish: () => ({ starts: starts.subarray(0, row + 1), items: items.subarray(0, length) }),
  };
}

/** For each number up to `size` the positions in `items` where it stands, in order. */
export function positionsOf(items: Int32Array, size: number): Rows {
  const starts = new Int32Array(size + 1);
  for (let at = 0; at < items.length; at++) addAt(starts, intAt(items, at) + 1, 1);
  for (let i = 0; i < size; i++) addAt(starts, i + 1, intAt(starts, i));
  const next = starts.slice();
  const positions = new Int32Array(items.length);
  for (let at = 0; at < items.length; at++) positions[addAt(next, intAt(items, at), 1) - 1] = at;
  return { starts, items: positions };
}

/** Each row's numbers, which are below `size`, once and in order. */
export function eachOnce({ starts: from, items: all }: Rows, size: number): Rows {
  const starts = new Int32Array(from.length);
  const items = new Int32Array(all.length);
  const lastRow = new Int32Array(size).fill(-1);
  let length = 0;
  for (let row = 0; row + 1 < from.length; row++) {
    const end = intAt(from, row + 1);
    for (let at = intAt(from, row); at < end; at++) {
      const item = intAt(all, at);
      if (lastRow[item] === row) continue;
      lastRow[item] = row;
      items[length++] = item;
    }
    starts[row + 1] = length;
  }
  return { starts, items: items.subarray(0, length) };
}

/** For each number up to `size` the rows it stands in, in order; once for each time it stands there. */
export function transposed({ starts, items }: Rows, size: number): Rows {
  const turned = new Int32Array(size + 1);
  for (let at = 0; at < items.length; at++) addAt(turned, intAt(items, at) + 1, 1);
  for (let i = 0; i < size; i++) addAt(turned, i + 1, intAt(turned, i));
  const next = turned.slice();
  const rows = new Int32Array(items.length);
  for (let row = 0; row + 1 < starts.length; row++) {
    const end = intAt(starts, row + 1);
    for (let at = intAt(starts, row); at < end; at++) rows[addAt(next, intAt(items, at), 1) - 1] = row;
  }
  return { starts: turned, items: rows };
}
