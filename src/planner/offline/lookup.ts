/** Looks words up in all there is: phrases, columns, cells, files; as they stand, or for a slip of the pen. Knows no grammar. */

import { type KnownFile, nameFit, wordsIn } from './known-tables.ts';
import {
  fold,
  formsOf,
  isSmall,
  phraseAt,
  phrasesOf,
  slipsBetween,
  thingsOf,
  unspelt,
  vocabularyOf,
} from './lexicon/index-of.ts';
import type { Language } from './lexicon/lexicon.ts';
import { type CellRef, type ColumnRef, type Mention, refsOf } from './mention.ts';

type Found = Partial<Mention>;

const MOST_WORDS = 5;
/** A write is never guessed out of a slip. */
const WRITES: ReadonlySet<string> = new Set([
  'save',
  'store',
  'export',
  'write',
  'send',
  'download',
  'speicher',
  'speichere',
  'guarda',
  'salva',
  'sauve',
]);

/** Looks words up in everything there is: phrases, columns, cells, files; with slips of the pen where nothing else fits. */
export class Lookup {
  readonly #columns: readonly ColumnRef[];
  readonly #cells = new Map<string, CellRef[]>();
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<string, readonly ColumnRef[]>();
  /** Words of the files themselves, and words of the languages. */
  readonly #own: ReadonlySet<string>;
  readonly #spoken: ReadonlySet<string>;

  constructor(
    readonly files: readonly KnownFile[],
    readonly languages: readonly Language[],
    readonly language: Language | undefined,
  ) {
    this.#columns = refsOf(files);
    for (const of of this.#columns) {
      if (of.column.kind !== 'text' && of.column.kind !== 'boolean') continue;
      for (const value of of.column.cells) {
        const key = wordsIn(value).join(' ');
        if (key.length < 2 || key.split(' ').length > MOST_WORDS) continue;
        this.#cells.set(key, [...(this.#cells.get(key) ?? []), { of, value }]);
      }
    }
    this.#own = new Set([
      ...this.#columns.flatMap(({ column }) => column.words),
      ...[...this.#cells.keys()].filter((key) => !key.includes(' ')),
      ...files.flatMap(({ words }) => words),
    ]);
    this.#spoken = vocabularyOf(languages);
    for (const { numbers } of languages)
      for (const [at, name] of numbers.split(' ').entries()) this.#numbers.set(fold(name), at + 1);
  }

  /** The longest thing that begins with the first of these words. */
  at(words: readonly string[]): { length: number; found: Found } {
    const [first = ''] = words;
    if (!/[\p{L}\p{N}]/u.test(first) && !/[%+*/=<>&#€$-]/u.test(first))
      return { length: 1, found: { mark: first, small: true } };
    const exact = this.#exact(words) ?? (/[aou]e/u.test(first) ? this.#exact(words.map(unspelt)) : undefined);
    if (exact !== undefined) return exact;
    if (isSmall(first, this.languages)) return { length: 1, found: { small: true } };
    return { length: 1, found: {} };
  }

  #exact(words: readonly string[]): { length: number; found: Found } | undefined {
    const [first = ''] = words;
    const phrase = phraseAt(phrasesOf(this.languages), words, 0);
    for (
      let length = Math.min(Math.max(MOST_WORDS, phrase?.length ?? 0), words.length);
      length > 0;
      length--
    ) {
      const said = words.slice(0, length).filter((word) => /[\p{L}\p{N}]/u.test(word));
      if (said.length === 0) break;
      const ends = /[\p{L}\p{N}]/u.test(words[length - 1] ?? '') && /[\p{L}\p{N}]/u.test(first);
      const small = length === 1 && isSmall(first, this.languages);
      const columns = !ends
        ? []
        : small
          ? this.#columnsNamed(said).filter(({ fit }) => fit >= 1)
          : this.#columnsNamed(said);
      const cells = !ends
        ? []
        : (this.#cells.get(said.join(' ')) ?? (length === 1 && !small ? this.#cellLike(first) : []));
      const files =
        ends && said.length <= 3 && !small
          ? this.files.filter(
              (file) => said.length <= Math.max(1, file.words.length) && nameFit(said, file.words) >= 0.6,
            )
          : [];
      const meanings = phrase?.length === length ? phrase.meanings : undefined;
      const number = length === 1 ? this.#numbers.get(first) : undefined;
      const meant = number !== undefined && !(small && /^(?:un|une|uno|una|ein|eins)$/u.test(first));
      if (columns.length + cells.length + files.length === 0 && meanings === undefined && !meant) continue;
      // "total amount" is the column amount only where no wish is among the words.
      const fits = columns.some(({ fit, column }) => fit >= 0.85 && column.words.length >= said.length);
      if (length > 1 && meanings === undefined && !fits && cells.length === 0 && files.length === 0) continue;
      return {
        length,
        found: {
          columns,
          cells,
          files,
          small,
          ...(meanings === undefined ? {} : { meanings }),
          ...(meant ? { number: number as number } : {}),
        },
      };
    }
    return undefined;
  }

  #columnsNamed(said: readonly string[]): readonly ColumnRef[] {
    const key = said.join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const rated = this.#columns
      .map((ref) => ({ ...ref, fit: nameFit(said, ref.column.words) }))
      .filter(({ fit }) => fit >= 0.5);
    const best = Math.max(0, ...rated.map(({ fit }) => fit));
    const kept = rated.filter(({ fit }) => fit >= best - 0.2).toSorted((a, b) => b.fit - a.fit);
    this.#known.set(key, kept);
    return kept;
  }

  /** "refunds" and "refunded" for the cell "refund", "offene" for "offen". */
  #cellLike(word: string): CellRef[] {
    if (word.length < 4) return [];
    for (const [key, refs] of this.#cells) {
      if (key.includes(' ') || key.length < 3) continue;
      const [short, long] = key.length < word.length ? [key, word] : [word, key];
      if (
        long.startsWith(short) &&
        long.length - short.length <= 2 &&
        /^(?:s|e|n|r|en|er|es|em|ed|d|x|al|te)$/u.test(long.slice(short.length))
      )
        return refs;
    }
    return [];
  }

  /** A slip of the pen: the nearest word that says something here; the first letter is hardly ever wrong. */
  meant(word: string): string | undefined {
    if (word.length < 4 || !/^\p{L}+$/u.test(word) || this.#isKnown(word)) return undefined;
    return this.#nearest(word, this.#own) ?? this.#nearest(word, this.#spoken);
  }

  #isKnown = (word: string): boolean =>
    formsOf(word).some((form) => thingsOf(form).size > 0 || this.#spoken.has(form) || this.#own.has(form)) ||
    this.#spoken.has(unspelt(word)) ||
    this.#exact([word]) !== undefined;

  #nearest(word: string, among: ReadonlySet<string>): string | undefined {
    const forgiven = word.length < 8 ? 1 : 2;
    let best: string | undefined;
    let least = forgiven + 1;
    for (const one of among) {
      if (one[0] !== word[0] || one.length < 4 || WRITES.has(one)) continue;
      for (const form of word.endsWith('s') ? [word, word.slice(0, -1)] : [word]) {
        const slips = slipsBetween(form, one, forgiven);
        if (slips < least) {
          best = one;
          least = slips;
        }
      }
    }
    return best;
  }
}
