/**
 * Which values a column holds, kept small enough for a profile: whether two columns of two files hold the same things is told
 * however each file is ordered, which their first cells don't tell. Knows no file.
 */

import type { NumberWriting } from './file-profile.ts';
import { numberIn } from './written-numbers.ts';

/** The least hashes of a column's different cells; of all of them where there are no more (bottom-k sketch). */
export interface ValueSketch {
  readonly hashes: readonly number[];
  /** Different cells. */
  readonly of: number;
  /** It holds most whole numbers up to its greatest: any column of small numbers is in it, and that proves nothing. */
  readonly dense?: true;
}

const MOST = 64;

/** Cells are compared as `joinRows` does: 7 and "7" are one key, 07 is another. */
export function sketchOf(cells: Iterable<string>, number?: NumberWriting): ValueSketch {
  const hashes: number[] = [];
  let of = 0;
  let greatest = 0;
  let isWhole = true;
  for (const cell of cells) {
    of += 1;
    const said = numberOf(cell, number);
    if (said === null || !Number.isInteger(said) || said < 0) isWhole = false;
    else greatest = Math.max(greatest, said);
    insert(hashes, hashOf(said === null ? `t${cell.trim().toLowerCase()}` : `n${said}`));
  }
  return { hashes, of, ...(isWhole && of * 2 > greatest ? { dense: true } : {}) };
}

/** From 0 to 1: how many of the fewer different values the other has too; an estimate where either has more than are kept. */
export function sharedPart(a: ValueSketch, b: ValueSketch): number {
  if (a.of === 0 || b.of === 0) return 0;
  const other = new Set(b.hashes);
  const both = new Set(a.hashes.filter((hash) => other.has(hash)));
  // Beyond what both kept for certain nothing can be said of either.
  const least = [...new Set([...a.hashes, ...b.hashes])].sort((x, y) => x - y).slice(0, kept(a, b));
  const union = (a.of + b.of) / (1 + least.filter((hash) => both.has(hash)).length / least.length);
  return Math.min(1, Math.max(0, (a.of + b.of - union) / Math.min(a.of, b.of)));
}

/** Whether the other surely has all the values of the one: not, where either has more than are kept. */
export const isWithin = (one: ValueSketch, other: ValueSketch): boolean =>
  kept(one, other) === Number.POSITIVE_INFINITY && one.hashes.every((hash) => other.hashes.includes(hash));

const kept = (...sketches: readonly ValueSketch[]): number =>
  Math.min(
    ...sketches.map(({ hashes, of }) => (of > hashes.length ? hashes.length : Number.POSITIVE_INFINITY)),
  );

function numberOf(cell: string, writing: NumberWriting | undefined): number | null {
  if (writing !== undefined) return numberIn(cell, writing);
  const text = cell.trim();
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/u.test(text) ? Number(text) : null;
}

/** Kept in order; a twin is not taken again. */
function insert(hashes: number[], hash: number): void {
  if (hashes.length === MOST && hash >= (hashes[MOST - 1] ?? 0)) return;
  let at = hashes.length;
  while (at > 0 && (hashes[at - 1] ?? 0) > hash) at -= 1;
  if (hashes[at - 1] === hash) return;
  hashes.splice(at, 0, hash);
  if (hashes.length > MOST) hashes.pop();
}

/** FNV-1a, its bits stirred once more: names that differ in their last letter only would stand side by side. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
