/** Rows of bits: sets of small numbers, one a row, in one block of memory. */

import { wordAt } from '../lib/columns.ts';

export interface BitRows {
  /** 32-bit words in a row. */
  readonly words: number;
  readonly bits: Uint32Array;
  set(row: number, bit: number): void;
  has(row: number, bit: number): boolean;
  /** Adds every bit of `from` to `row`. */
  union(row: number, from: number): void;
}

export function bitRows(rows: number, width: number): BitRows {
  const words = Math.max(1, Math.ceil(width / 32));
  const bits = new Uint32Array(rows * words);
  return {
    words,
    bits,
    set(row, bit) {
      bits[row * words + (bit >>> 5)]! |= 1 << (bit & 31);
    },
    has: (row, bit) => (wordAt(bits, row * words + (bit >>> 5)) & (1 << (bit & 31))) !== 0,
    union(row, from) {
      for (let w = 0; w < words; w++) bits[row * words + w]! |= wordAt(bits, from * words + w);
    },
  };
}
