/** A set of small integers, least first: each of its operations takes as long among ten as among a million. */

import { intAt, itemAt } from './columns.ts';

/** A set of whole numbers from 0 on, in order. */
export interface IntSet {
  /** One that is in already stays in once. */
  add(item: number): void;
  /** Takes the least out; -1 when empty. */
  takeLeast(): number;
  /** -1 when empty. */
  least(): number;
  copy(): IntSet;
}

/** Each bit stands for an item, and each bit of the next level for a word of the one below that is not 0. */
const BITS = 5;
const MASK = 31;

/** @param size items are integers from 0 up to this, without it */
export function intSet(size: number): IntSet {
  const levels: Int32Array[] = [];
  let words = size;
  do {
    words = Math.max(1, (words + MASK) >>> BITS);
    levels.push(new Int32Array(words));
  } while (words > 1);
  return setOver(levels);
}

function setOver(levels: readonly Int32Array[]): IntSet {
  function least(): number {
    let at = 0;
    for (let level = levels.length - 1; level >= 0; level--) {
      const word = intAt(itemAt(levels, level), at);
      if (word === 0) return -1;
      at = (at << BITS) + (MASK - Math.clz32(word & -word));
    }
    return at;
  }

  return {
    least,
    copy: () => setOver(levels.map((level) => level.slice())),
    add(item) {
      let at = item;
      for (let level = 0; level < levels.length; level++) {
        const own = itemAt(levels, level);
        const word = intAt(own, at >>> BITS);
        own[at >>> BITS] = word | (1 << (at & MASK));
        // The levels above know of this word already.
        if (word !== 0) return;
        at >>>= BITS;
      }
    },
    takeLeast() {
      const item = least();
      if (item === -1) return -1;
      let at = item;
      for (let level = 0; level < levels.length; level++) {
        const own = itemAt(levels, level);
        own[at >>> BITS] = intAt(own, at >>> BITS) & ~(1 << (at & MASK));
        if (own[at >>> BITS] !== 0) return item;
        at >>>= BITS;
      }
      return item;
    },
  };
}
