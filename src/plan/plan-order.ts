/** Plan order (L-22): Kahn's algorithm over calls and the paths between them. By number; knows no call. */

import { addAt, intAt, numberAt } from '../lib/columns.ts';
import { type Rows, transposed } from './rows.ts';

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
    openWrites[path] = intAt(writers.starts, path + 1) - intAt(writers.starts, path);
    if (openWrites[path] === 0) continue;
    for (let at = intAt(readers.starts, path); at < intAt(readers.starts, path + 1); at++)
      addAt(waitsFor, intAt(readers.items, at), 1);
  }
  const written = transposed(writers, size);
  const ready = intHeap(priority);
  for (let call = 0; call < size; call++) if (waitsFor[call] === 0) ready.push(call);
  const order: number[] = [];
  const rank = new Int32Array(size).fill(-1);
  for (let call = ready.pop(); call !== undefined; call = ready.pop()) {
    rank[call] = order.length;
    order.push(call);
    for (let w = intAt(written.starts, call); w < intAt(written.starts, call + 1); w++) {
      const path = intAt(written.items, w);
      addAt(openWrites, path, -1);
      if (intAt(openWrites, path) > 0) continue;
      for (let at = intAt(readers.starts, path); at < intAt(readers.starts, path + 1); at++) {
        const reader = intAt(readers.items, at);
        addAt(waitsFor, reader, -1);
        if (waitsFor[reader] === 0) ready.push(reader);
      }
    }
  }
  return { order, rank };
}

// A binary min-heap of integers, ordered by a rank that never changes while an item is in it.

interface IntHeap {
  readonly size: number;
  push(item: number): void;
  /** The item of least rank; undefined when empty. */
  pop(): number | undefined;
  peek(): number | undefined;
}

/** @param rank smaller comes first; ties must not exist (give the index itself where there are any). */
export function intHeap(rank: (item: number) => number): IntHeap {
  const items: number[] = [];
  const ranks: number[] = [];

  const place = (at: number, item: number, value: number) => {
    items[at] = item;
    ranks[at] = value;
  };

  return {
    get size() {
      return items.length;
    },
    push(item) {
      const value = rank(item);
      let at = items.length;
      items.push(item);
      ranks.push(value);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (numberAt(ranks, parent) <= value) break;
        place(at, numberAt(items, parent), numberAt(ranks, parent));
        at = parent;
      }
      place(at, item, value);
    },
    pop() {
      const top = items[0];
      if (top === undefined) return undefined;
      const item = items.pop()!;
      const value = ranks.pop()!;
      const size = items.length;
      if (size === 0) return top;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= size) break;
        if (child + 1 < size && numberAt(ranks, child + 1) < numberAt(ranks, child)) child += 1;
        if (numberAt(ranks, child) >= value) break;
        place(at, numberAt(items, child), numberAt(ranks, child));
        at = child;
      }
      place(at, item, value);
      return top;
    },
    peek: () => items[0],
  };
}
