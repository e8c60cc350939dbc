/** "Did you mean": the word of a set that is nearest to one that was mistyped. */

import { numberAt } from './columns.ts';

/** The candidate at edit distance 2 at most (1 for short words), case aside; the first of equals. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  // Mistyped words are short; a long one is no typo, and the distance is quadratic.
  if (word.length > 64) return undefined;
  const lower = lowered(word);
  let best: string | undefined;
  let least = (word.length <= 3 ? 1 : 2) + 1;
  const row: number[] = [];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(lower, lowered(candidate), least, row);
    if (distance < least) {
      least = distance;
      best = candidate;
      if (distance === 0) break;
    }
  }
  return best;
}

const DAGGER = 0x2020;

/** In lower case, which nearly all candidates are: to see that takes less than to make each anew. */
function lowered(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 65 && code <= 90) || (code > 127 && code !== DAGGER)) return text.toLowerCase();
  }
  return text;
}

/**
 * Insertions, deletions and replacements of one character that lead from `a` to `b`; `enough` where it takes as many or
 * more: how many more nobody asks, and ten thousand candidates are compared for one mistyped word.
 * @param row room to work in, of any length
 */
function editDistance(a: string, b: string, enough: number, row: number[]): number {
  // Names of one plan are mostly alike at either end: candidates differ in a few characters each.
  let start = 0;
  let [endOfA, endOfB] = [a.length, b.length];
  while (start < endOfA && start < endOfB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  while (endOfA > start && endOfB > start && a.charCodeAt(endOfA - 1) === b.charCodeAt(endOfB - 1)) {
    endOfA--;
    endOfB--;
  }
  const width = endOfB - start;
  const longer = Math.max(width, endOfA - start);
  // One edit leaves one character between equal ends: once a candidate is so near, most are told by that.
  if (longer <= 1) return longer;
  if (enough <= 2) return enough;
  for (let j = 0; j <= width; j++) row[j] = j;
  for (let i = start; i < endOfA; i++) {
    let diagonal = numberAt(row, 0);
    row[0] = diagonal + 1;
    let least = row[0];
    for (let j = 1; j <= width; j++) {
      const replaced = diagonal + (a.charCodeAt(i) === b.charCodeAt(start + j - 1) ? 0 : 1);
      diagonal = numberAt(row, j);
      const distance = Math.min(replaced, diagonal + 1, numberAt(row, j - 1) + 1);
      row[j] = distance;
      if (distance < least) least = distance;
    }
    if (least >= enough) return enough;
  }
  return numberAt(row, width);
}
