/** A binary min-heap of integers, ordered by a rank that never changes while an item is in it. */

import { numberAt } from './columns.ts';

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
