/**
 * Which values a column holds, kept small enough for a profile: whether two columns of two files hold the same things is told
 * however each file is ordered, and however many more the one has, which their first cells don't tell. Knows no file.
 */

import type { NumberWriting } from './file-profile.ts';
import { numberIn } from './written-numbers.ts';

/** Four bytes for each different cell: of the 300,000 cells that a profile looks at in a file, 1.2 MB at most. */
export interface ValueSketch {
  /** In order, each once. */
  readonly hashes: Uint32Array;
  /**
   * It holds most whole numbers from one, or from its least, up to its greatest: such columns overlap for being counted up,
   * and that proves nothing.
   */
  readonly dense?: 'from one' | 'from its least';
  /** The file has more rows than were read: what else the column holds nobody knows. */
  readonly part?: true;
}

/** Hashes that are looked up of the column of fewer: the least are a fair sample, and the share is told to some 3 %. */
const SAMPLE = 256;

/** Cells are compared as `joinRows` does: 7 and "7" are one key, 07 is another. */
export function sketchOf(cells: Iterable<string>, number?: NumberWriting): ValueSketch {
  const hashes = new Set<number>();
  let least = Number.POSITIVE_INFINITY;
  let greatest = 0;
  let isWhole = true;
  for (const cell of cells) {
    const said = numberOf(cell, number);
    if (said === null || !Number.isInteger(said) || said < 0) isWhole = false;
    else {
      least = Math.min(least, said);
      greatest = Math.max(greatest, said);
    }
    hashes.add(hashOf(said === null ? `t${cell.trim().toLowerCase()}` : `n${said}`));
  }
  const sketch = { hashes: Uint32Array.from(hashes).sort() };
  if (!isWhole) return sketch;
  if (hashes.size * 2 > greatest) return { ...sketch, dense: 'from one' };
  return hashes.size * 2 > greatest - least ? { ...sketch, dense: 'from its least' } : sketch;
}

/** From 0 to 1: how many of the fewer different values the other has too. Looks up 256 of them at most. */
export function sharedPart(a: ValueSketch, b: ValueSketch): number {
  const [few, many] = a.hashes.length <= b.hashes.length ? [a.hashes, b.hashes] : [b.hashes, a.hashes];
  const asked = few.subarray(0, SAMPLE);
  return asked.length === 0 ? 0 : asked.filter((hash) => has(many, hash)).length / asked.length;
}

/** Whether the other has all the values of the one: not, where nobody knows all the one has. */
export const isWithin = (one: ValueSketch, other: ValueSketch): boolean =>
  one.part !== true && one.hashes.every((hash) => has(other.hashes, hash));

/** By halves: they are in order. */
function has(hashes: Uint32Array, hash: number): boolean {
  let from = 0;
  let to = hashes.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((hashes[middle] ?? 0) < hash) from = middle + 1;
    else to = middle;
  }
  return hashes[from] === hash;
}

function numberOf(cell: string, writing: NumberWriting | undefined): number | null {
  if (writing !== undefined) return numberIn(cell, writing);
  const text = cell.trim();
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/u.test(text) ? Number(text) : null;
}

/** FNV-1a, its bits stirred once more: names that differ in their last letter only would stand side by side. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
