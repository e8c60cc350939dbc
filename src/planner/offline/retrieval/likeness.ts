/** How much two sets of words have in common, weighted so that rare words count for more. Knows no tool. */

/** How rare a stem is in a collection of texts: a word that every tool uses tells none of them apart. */
export class Rarity {
  readonly #seen = new Map<string, number>();
  readonly #total: number;

  constructor(texts: readonly ReadonlySet<string>[]) {
    this.#total = texts.length;
    for (const text of texts) for (const stem of text) this.#seen.set(stem, (this.#seen.get(stem) ?? 0) + 1);
  }

  /** From near 0 (in every text) to 1 (in one or none). */
  of(stem: string): number {
    const seen = Math.max(1, this.#seen.get(stem) ?? 0);
    return Math.log(1 + this.#total / seen) / Math.log(1 + this.#total);
  }
}

/** Weighted Dice coefficient: 1 for equal sets, 0 for disjoint or empty ones. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>, rarity?: Rarity): number {
  const weigh = (stem: string) => rarity?.of(stem) ?? 1;
  let shared = 0;
  let all = 0;
  for (const stem of a) {
    all += weigh(stem);
    if (b.has(stem)) shared += 2 * weigh(stem);
  }
  for (const stem of b) all += weigh(stem);
  return all === 0 ? 0 : shared / all;
}
