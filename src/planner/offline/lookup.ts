/** Looks words up in all there is: phrases, columns, cells, files; as they stand, or for a slip of the pen. Knows no grammar. */

import { type KnownFile, wordsOfCell, yesNoOf } from './known-tables.ts';
import { fold, formsOf, unspelt } from './lexicon/forms.ts';
import { isSmall, phraseAt, phrasesOf, vocabularyOf } from './lexicon/index-of.ts';
import type { Language } from './lexicon/lexicon.ts';
import { isNoun, namesOf, thingsOf } from './lexicon/nouns.ts';
import { HALVES, numberIn, numberWordsOf } from './lexicon/number-words.ts';
import { areRecords } from './lexicon/records.ts';
import { statesBetween, statesOf } from './lexicon/states.ts';
import { measuring } from './measuring.ts';
import { type CellRef, type ColumnRef, type Mention, refsOf } from './mention.ts';
import { nameFit } from './name-fit.ts';
import { nearest, WRITES } from './slips.ts';
import { isRootOf, isSwapOf, verbFit } from './word-forms.ts';

type Found = Partial<Mention>;

const MOST_WORDS = 5;
/** Cells of more words are texts, and no names. */
const MOST_OF_A_NAME = 4;
/** What turns an adjective into its opposite. */
const TURNED = /^(?:un|in|im|non|dis|nicht)(?=\p{L}{4})/u;

/** Looks words up in everything there is: phrases, columns, cells, files; with slips of the pen where nothing else fits. */
export class Lookup {
  readonly #columns: readonly ColumnRef[];
  readonly #cells = new Map<string, CellRef[]>();
  /** Cells of one word, however short. */
  readonly #short = new Map<string, CellRef[]>();
  /** Cells of several words by each of them that no other cell of the column has. */
  readonly #parts = new Map<string, CellRef[]>();
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #known = new Map<string, readonly ColumnRef[]>();
  /** Words of the files themselves, and words of the languages. */
  readonly #own: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #spoken: ReadonlySet<string>;

  constructor(
    readonly files: readonly KnownFile[],
    readonly languages: readonly Language[],
    readonly language: Language | undefined,
    /** The goal names a file that is none of these. */
    readonly saves = false,
  ) {
    this.#columns = refsOf(files);
    this.#spoken = vocabularyOf(languages);
    for (const of of this.#columns) this.#takeCells(of);
    const named = [
      ...this.#columns.flatMap(({ column }) => column.words),
      ...files.flatMap(({ words }) => words),
    ];
    this.#names = new Set(named);
    this.#own = new Set([
      ...named,
      ...[...this.#cells.keys()].flatMap((key) => {
        const words = key.split(' ');
        return words.length > MOST_OF_A_NAME ? [] : words;
      }),
      // "tempreture" is a slip for what the column temp is called, too.
      // But "gold" is none for "Geld".
      ...named.flatMap((word) => namesOf(thingsOf(word)).filter((name) => name.length > 5)),
      ...HALVES,
      ...languages.flatMap(({ months, numbers }) => `${months} ${numbers}`.split(' ').map(fold)),
    ]);
    this.#numbers = numberWordsOf(languages);
  }

  #takeCells(of: ColumnRef): void {
    const { column } = of;
    if (column.kind !== 'text' && column.kind !== 'boolean') {
      // "leave out the NA ones": what stands in a column of numbers, and is none.
      if (column.kind === 'number')
        for (const value of column.cells)
          if (/^[^\p{N}]*\p{L}[^\p{N}]*$/u.test(value)) this.#takeCell(of, value);
      return;
    }
    const parts = new Map<string, CellRef[]>();
    for (const value of column.cells) {
      const words = this.#takeCell(of, value);
      if (words.length < 2 || words.length > MOST_OF_A_NAME || column.unique) continue;
      for (const word of new Set(words)) parts.set(word, [...(parts.get(word) ?? []), { of, value }]);
    }
    for (const [word, refs] of parts) {
      if (refs.length > 1 || word.length < 4 || this.#spoken.has(word) || thingsOf(word).size > 0) continue;
      this.#parts.set(word, [...(this.#parts.get(word) ?? []), ...refs]);
    }
  }

  /** @returns the words it is called by */
  #takeCell(of: ColumnRef, value: string): readonly string[] {
    const words = wordsOfCell(value);
    const key = words.join(' ');
    // "f" is a cell that only "women" names.
    if (words.length === 1) this.#short.set(key, [...(this.#short.get(key) ?? []), { of, value }]);
    if (key.length > 1 && words.length <= MOST_WORDS)
      this.#cells.set(key, [...(this.#cells.get(key) ?? []), { of, value }]);
    return words;
  }

  /** The longest thing that begins with the first of these words. */
  at(words: readonly string[]): { length: number; found: Found } {
    const [first = ''] = words;
    if (!/[\p{L}\p{N}]/u.test(first) && !/[%+*/=<>&#€$-]/u.test(first))
      return { length: 1, found: { mark: first, small: true } };
    const exact = this.#exact(words) ?? (/[aou]e/u.test(first) ? this.#exact(words.map(unspelt)) : undefined);
    if (exact !== undefined) return exact;
    if (isSmall(first, this.languages)) return { length: 1, found: { small: true } };
    return { length: 1, found: this.#turned(first) ?? {} };
  }

  #exact(words: readonly string[]): { length: number; found: Found } | undefined {
    const [first = ''] = words;
    const phrase = this.#phrase(words);
    const numeral = numberIn(words, this.#numbers);
    for (
      let length = Math.min(Math.max(MOST_WORDS, phrase?.length ?? 0), words.length);
      length > 0;
      length--
    ) {
      const said = words.slice(0, length).filter((word) => /[\p{L}\p{N}]/u.test(word));
      if (said.length === 0) break;
      const ends = /[\p{L}\p{N}]/u.test(words[length - 1] ?? '') && /[\p{L}\p{N}]/u.test(first);
      const small = length === 1 && isSmall(first, this.languages);
      const found = ends ? this.#named(said, length, small) : NOTHING;
      const { columns, cells, files } = found;
      const all = phrase?.length === length ? phrase.meanings : undefined;
      // "thanks", "in the file": said for nothing.
      if (all?.has('filler') === true && all.size === 1 && columns.length + cells.length === 0) {
        // But "paid by" of a table with a column paid is that column, and what it is told apart by.
        if (length > 1 && said.some((word) => this.#columnsNamed([word]).some(({ fit }) => fit >= 1)))
          continue;
        return { length, found: { small: true } };
      }
      const meanings = all === undefined ? undefined : new Set([...all].filter((one) => one !== 'filler'));
      const number = numeral?.length === length ? numeral.number : undefined;
      const meant = number !== undefined && !(small && /^(?:un|une|uno|una|ein|eins)$/u.test(first));
      if (columns.length + cells.length + files.length === 0 && meanings === undefined && !meant) continue;
      // "total amount" is the column amount only where no wish is among the words.
      const fits = columns.some(({ fit, column }) => fit >= 0.85 && column.words.length >= said.length);
      if (length > 1 && !meant && meanings === undefined && !fits && cells.length === 0 && files.length === 0)
        continue;
      const asked = columns.length === 0 ? this.#measured(meanings) : [];
      // "a chart (bar)" is no cash, unless a cell is written so.
      const isDrawn = [...(meanings ?? [])].some((one) => one.startsWith('mark:'));
      const isCell = this.#cells.has(said.join(' ')) || this.#short.has(said.join(' '));
      return {
        length,
        found: {
          ...found,
          ...(isDrawn && !isCell ? { cells: [] } : {}),
          ...(asked.length === 0 ? {} : { columns: asked }),
          small,
          ...(meanings === undefined ? {} : { meanings }),
          ...(meant ? { number: number as number } : {}),
        },
      };
    }
    return undefined;
  }

  /** "highest paid" is of what people earn; of a table with a column paid it is the highest of that. */
  #phrase(words: readonly string[]): ReturnType<typeof phraseAt> {
    const phrases = phrasesOf(this.languages);
    const whole = phraseAt(phrases, words, 0);
    if (whole === undefined || whole.length < 2) return whole;
    // "the number of orders by status" counts orders, and sorts nothing.
    if (whole.meanings.has('sort') && /s$/u.test(words[0] ?? '') && this.#isOwn(words[0] ?? ''))
      return phraseAt(phrases, words.slice(0, 1), 0);
    // "and more" of "and more than 20" ends in the next phrase.
    if (THAN.test(words[whole.length] ?? '')) {
      const next = phraseAt(phrases, words.slice(whole.length - 1), 0);
      if (next !== undefined && next.length > 1)
        return phraseAt(phrases, words.slice(0, whole.length - 1), 0);
    }
    const isColumn = this.#columnsNamed([words[whole.length - 1] ?? '']).some(({ fit }) => fit >= 1);
    // "how many nights" of a table with a column nights asks for that, and for nothing between two dates.
    if (whole.meanings.has('daysbetween') && isColumn)
      return phraseAt(phrases, words.slice(0, whole.length - 1), 0);
    const name = [...whole.meanings].find((one) => one.startsWith('of:'))?.slice(3);
    if (name === undefined || this.#isMeasured(name)) return whole;
    return isColumn ? phraseAt(phrases, words.slice(0, whole.length - 1), 0) : whole;
  }

  #isMeasured = (name: string): boolean =>
    this.files.some(({ tables }) => tables.some(({ columns }) => measuring(name, columns).length > 0));

  /** The columns, cells and files that these words name. */
  #named(said: readonly string[], length: number, small: boolean): Named {
    const columns = this.#columnsNamed(said).filter(({ fit }) => !small || fit >= 1);
    const whole = this.#cells.get(said.join(' ')) ?? this.#cellInForm(said);
    const [word = ''] = said;
    const alone = length === 1 && !small;
    const like = whole ?? (alone ? (this.#cellLike(word) ?? this.#partOf(word)) : undefined);
    const files = small
      ? []
      : this.files.filter(
          (file) =>
            said.length <= 3 &&
            said.length <= Math.max(1, file.words.length) &&
            nameFit(said, file.words) >= 0.6,
        );
    const called =
      files.length > 0 || !alone || like !== undefined ? files : this.#recordsNamed(word, columns);
    const state =
      alone && like === undefined && columns.every(({ fit }) => fit < 1) ? this.#inState(word) : undefined;
    return state === undefined
      ? { columns, cells: like ?? [], files: called }
      : { columns: [...state.columns, ...columns], cells: state.cells, files, ...state.turned };
  }

  /** "bookings" of reservations.csv: what its rows may be called, where nothing else is. */
  #recordsNamed(word: string, columns: readonly ColumnRef[]): readonly KnownFile[] {
    if (
      columns.some(({ fit }) => fit >= 0.5) ||
      isSmall(word, this.languages) ||
      this.#phrase([word]) !== undefined
    )
      return [];
    const [one, ...others] = this.files.filter(
      ({ tables, words }) => tables.length > 0 && areRecords(word, words),
    );
    return one === undefined || others.length > 0 ? [] : [one];
  }

  /** "how warm", "wie alt": the columns that measure it. */
  #measured(meanings: ReadonlySet<string> | undefined): readonly ColumnRef[] {
    const [name, other] = [...(meanings ?? [])];
    if (name === undefined || other !== undefined || !name.startsWith('of:')) return [];
    return this.files.flatMap((file) =>
      file.tables.flatMap((table, at) =>
        measuring(name.slice(3), table.columns).map(({ column }) => ({ file, table: at, column, fit: 0.9 })),
      ),
    );
  }

  #columnsNamed(said: readonly string[]): readonly ColumnRef[] {
    const key = said.join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const rated = this.#columns
      .map((ref) => ({ ...ref, fit: Math.max(nameFit(said, ref.column.words), verbFit(said, ref.column)) }))
      .filter(({ fit }) => fit >= 0.5);
    const best = Math.max(0, ...rated.map(({ fit }) => fit));
    const kept = rated.filter(({ fit }) => fit >= best - 0.2).toSorted((a, b) => b.fit - a.fit);
    this.#known.set(key, kept);
    return kept;
  }

  /** "e-bikes" for the cell "e-bike". */
  #cellInForm(said: readonly string[]): CellRef[] | undefined {
    if (said.length < 2) return undefined;
    const [before, last = ''] = [said.slice(0, -1), said.at(-1)];
    return formsOf(last)
      .map((form) => this.#cells.get([...before, form].join(' ')))
      .find((refs) => refs !== undefined);
  }

  /** A word of a longer cell's name, unless the column itself is called so: each "bike" of bike_type is one. */
  #partOf(word: string): CellRef[] | undefined {
    const refs = (this.#parts.get(word) ?? []).filter(({ of }) => !of.column.words.includes(word));
    return refs.length === 0 ? undefined : refs;
  }

  /** "refunds" and "refunded" for the cell "refund", "offene" for "offen". */
  #cellLike(word: string): CellRef[] | undefined {
    if (word.length < 4) return undefined;
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
    return undefined;
  }

  /** Cells of the root of a noun: "cancellation" of cells that are "cancelled", "return" of those that are "returned". */
  rooted({ text, cells, small }: Mention): CellRef[] {
    if (cells.length > 0) return [...cells];
    const word = fold(text);
    if (small || word.length < 6) return [];
    return [...this.#short].flatMap(([key, refs]) => (key.length > 5 && isRootOf(key, word) ? refs : []));
  }

  /** "gezahlt" for a column paid of yes and no, "outstanding" for no in it or for the cell "open". */
  #inState(word: string): State | undefined {
    if (statesOf(word).length === 0) return undefined;
    const same = [...this.#short].flatMap(([key, refs]) => (statesBetween(word, key) === 1 ? refs : []));
    if (same.length > 0) return { columns: [], cells: same, turned: {} };
    for (const sign of [1, -1] as const) {
      const found = this.#columns
        .filter(
          ({ column }) =>
            (yesNoOf(column) !== undefined || column.blanks) &&
            column.words.some((one) => statesBetween(word, one) === sign),
        )
        .map((ref) => ({ ...ref, fit: 0.9 }));
      // "Paid" of yes and no beside "Paid on": the day says when, and not whether.
      const answers = found.filter(({ column }) => yesNoOf(column) !== undefined);
      const columns = answers.length > 0 ? answers : found;
      if (columns.length > 0)
        return { columns, cells: [], turned: sign === 1 ? {} : { isOpposite: true as const } };
    }
    const other = [...this.#short].flatMap(([key, refs]) => (statesBetween(word, key) === -1 ? refs : []));
    return other.length === 0 ? undefined : { columns: [], cells: other, turned: { isOpposite: true } };
  }

  /** "unfurnished" is the opposite of what "furnished" names. */
  #turned(word: string): Found | undefined {
    const rest = word.replace(TURNED, '');
    if (rest === word) return undefined;
    const { columns, cells } = this.#named([rest], 1, false);
    const named = columns.filter(({ fit }) => fit >= 0.8);
    if (named.length + cells.length === 0) return undefined;
    return { columns: cells.length > 0 ? [] : named, cells, isOpposite: true };
  }

  /**
   * Where a word is two: "perregion", "Stundensumme", "Gesamtumsatz"; what each of them says, and where the second begins.
   * Nothing where the whole names a column, a cell or a thing.
   */
  parted(word: string): { readonly at: number; readonly words: readonly [string, string] } | undefined {
    if (word.length < 6 || !/^\p{L}+$/u.test(word) || this.#namesAll(word)) return undefined;
    if (this.#spoken.has(word)) return undefined;
    for (const { parts = {} } of this.languages) {
      for (const [part, says] of Object.entries(parts)) {
        const rest = word.startsWith(part) ? word.slice(part.length) : '';
        if (rest.length >= 4 && this.#isThing(rest)) return { at: part.length, words: [says, rest] };
      }
    }
    for (let at = word.length - 4; at >= 2; at--) {
      const [first, second] = [word.slice(0, at), word.slice(at)];
      const figure = this.#meaningsOf(second).some((one) => /^(?:agg:|share$)/u.test(one));
      const thing = [first, first.replace(/(?:es|s|en|n)$/u, '')].find((one) => this.#isOwn(one));
      if (figure && thing !== undefined && this.#spoken.has(second)) return { at, words: [thing, second] };
    }
    // A space that was left out: only where the whole says nothing.
    if (this.#isKnown(word)) return undefined;
    for (let at = 2; at <= word.length - 4; at++) {
      const [first, second] = [word.slice(0, at), word.slice(at)];
      const asks = this.#meaningsOf(first).some((one) => /^(?:per|each|top|only|agg:.*)$/u.test(one));
      const own = at >= 4 && this.#isOwn(first) && (this.#spoken.has(second) || this.#isOwn(second));
      if ((asks && this.#spoken.has(first) && this.#isThing(second)) || own)
        return { at, words: [first, second] };
    }
    return undefined;
  }

  /** Whether a column, a cell, a file or a thing is called so as a whole. */
  #namesAll = (word: string): boolean =>
    isNoun(word) ||
    this.#own.has(word) ||
    this.#cells.has(word) ||
    this.#columnsNamed([word]).some(({ fit }) => fit >= 1);

  #isOwn = (word: string): boolean =>
    word.length >= 3 && formsOf(word).some((form) => form.length >= 3 && this.#own.has(form));

  #isThing = (word: string): boolean =>
    this.#isOwn(word) || isNoun(word) || this.#meaningsOf(word).some((one) => one.startsWith('agg:'));

  #meaningsOf = (word: string): readonly string[] => [
    ...(phraseAt(phrasesOf(this.languages), [word], 0)?.meanings ?? []),
  ];

  /** A slip of the pen: the nearest word that says something here; the first letter is hardly ever wrong. */
  meant(word: string): string | undefined {
    if (word.length < 3 || !/^\p{L}+$/u.test(word) || WRITES.has(word)) return undefined;
    if (word.length === 3) return this.#isKnown(word) ? undefined : this.#smallMeant(word);
    if (this.#isKnown(word)) return this.#swapped(word);
    const own = nearest(word, this.#own, this.saves);
    const near = nearest(word, this.#spoken, this.saves);
    // "gewonnen" is no slip of "genommen": what would then say nothing has to be a single slip away.
    const spoken =
      near !== undefined && near.slips > 1 && isSmall(near.word, this.languages) ? undefined : near;
    if (own === undefined || spoken === undefined) return (own ?? spoken)?.word;
    // What a file is called by comes before what it could be called by.
    const isBetter = spoken.slips < own.slips || (spoken.slips === own.slips && !this.#names.has(own.word));
    return isBetter ? spoken.word : own.word;
  }

  /** "teh", "hav": a small word, and nothing that asks for anything. */
  #smallMeant = (word: string): string | undefined =>
    [...this.#spoken].find(
      (one) =>
        isSmall(one, this.languages) &&
        (one === `${word[0]}${word[2]}${word[1]}` || (one.length === 4 && one.startsWith(word))),
    );

  /** A noun of another language that is a spoken word with two letters swapped: "frist" is "first". */
  #swapped(word: string): string | undefined {
    if (this.#spoken.has(word) || this.#isOwn(word) || this.#exact([word]) !== undefined) return undefined;
    return [...this.#spoken].find((one) => isSwapOf(word, one));
  }

  #isKnown = (word: string): boolean =>
    formsOf(word).some((form) => thingsOf(form).size > 0 || this.#spoken.has(form) || this.#own.has(form)) ||
    statesOf(word).length > 0 ||
    this.#spoken.has(unspelt(word)) ||
    this.#turned(word) !== undefined ||
    this.#exact([word]) !== undefined;
}

const THAN = /^(?:than|als|que|de|di|che)$/u;

interface Named {
  readonly columns: readonly ColumnRef[];
  readonly cells: readonly CellRef[];
  readonly files: readonly KnownFile[];
  readonly isOpposite?: boolean;
}

interface State {
  readonly columns: readonly ColumnRef[];
  readonly cells: readonly CellRef[];
  readonly turned: { readonly isOpposite?: true };
}

const NOTHING: Named = { columns: [], cells: [], files: [] };
