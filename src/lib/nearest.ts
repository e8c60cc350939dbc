/** "Did you mean": the word of a set that is nearest to one that was mistyped. */

/** The candidate at edit distance 2 at most (1 for short words), case aside; the first of equals. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  // Mistyped words are short; a long one is no typo, and the distance is quadratic.
  if (word.length > 64) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let least = (word.length <= 3 ? 1 : 2) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Insertions, deletions and replacements of one character that lead from `a` to `b`. */
function editDistance(a: string, b: string): number {
  // Names of one plan are mostly alike at either end: ten thousand candidates differ in a few characters each.
  let start = 0;
  let [endOfA, endOfB] = [a.length, b.length];
  while (start < endOfA && start < endOfB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  while (endOfA > start && endOfB > start && a.charCodeAt(endOfA - 1) === b.charCodeAt(endOfB - 1)) {
    endOfA--;
    endOfB--;
  }
  const width = endOfB - start;
  const row = new Array<number>(width + 1);
  for (let j = 0; j <= width; j++) row[j] = j;
  for (let i = start; i < endOfA; i++) {
    let diagonal = row[0]!;
    row[0] = diagonal + 1;
    for (let j = 1; j <= width; j++) {
      const replaced = diagonal + (a.charCodeAt(i) === b.charCodeAt(start + j - 1) ? 0 : 1);
      diagonal = row[j]!;
      row[j] = Math.min(replaced, diagonal + 1, row[j - 1]! + 1);
    }
  }
  return row[width]!;
}
