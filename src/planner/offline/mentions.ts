/** What a goal mentions, each with its place: wishes, columns, cells, numbers, periods, files, quoted text. Knows no tool. */

import type { InputFile } from '../planner.ts';
import { endingOf, type KnownColumn, type KnownFile, knownFile, nameFit, wordsIn } from './known-tables.ts';
import {
  fold,
  formsOf,
  isSmall,
  LANGUAGES,
  languageOf,
  phraseAt,
  phrasesOf,
  slipsBetween,
  slipsForgiven,
  thingsOf,
  unspelt,
  vocabularyOf,
} from './lexicon/index-of.ts';
import type { Language } from './lexicon/lexicon.ts';
import { type Period, periodsIn } from './periods.ts';

/** A column of a file. */
interface ColumnRef {
  readonly file: KnownFile;
  readonly table: number;
  readonly column: KnownColumn;
  /** How well the words name it, 0 to 1. */
  readonly fit: number;
}

interface CellRef {
  readonly of: ColumnRef;
  readonly value: string;
}

/** A stretch of the goal and all that it may mean. Offsets are UTF-16. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly meanings: ReadonlySet<string>;
  readonly columns: readonly ColumnRef[];
  readonly cells: readonly CellRef[];
  readonly files: readonly KnownFile[];
  readonly number?: number;
  readonly period?: Period;
  /** Text in quotation marks. */
  readonly quoted?: string;
  /** Name of a file that is none of the dropped ones. */
  readonly target?: string;
  /** An arithmetic formula over columns and numbers. */
  readonly formula?: string;
  /** A mark of punctuation. */
  readonly mark?: string;
  /** A word that carries no wish of its own. */
  readonly small: boolean;
  /** What it was taken for, where it was typed otherwise. */
  readonly reading?: string;
}

export interface Said {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly files: readonly KnownFile[];
  readonly language: Language | undefined;
}

const NONE: ReadonlySet<string> = new Set();
const EMPTY = { meanings: NONE, columns: [], cells: [], files: [], small: false } as const;

const QUOTED =
  /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«\s*([^»]+?)\s*»|‘([^’]+)’|(?<=^|[\s(:])'([^'\n]+)'(?=$|[\s).,:;?!])/gu;
const FILE =
  /(?<![\w@/])[\p{L}\p{N}_][\p{L}\p{N}_-]*\.(?:csv|tsv|json|xlsx|xls|md|txt|html|htm|pdf|log|svg|png)\b/giu;
const NUMBER =
  /(?<![\p{L}\p{N}.,])-?\d+(?:[.,' ]\d{3})*(?:[.,]\d+)?(?:\s?(?:k|mio|million|tausend|thousand)\b)?/giu;
const WORD = /[\p{L}\p{M}]+|\p{N}+|[^\s\p{L}\p{N}]/gu;

/** Everything a goal mentions, in order; nothing of it is dropped. @param now what "last month" counts from, ms */
export function mentionsOf(text: string, dropped: readonly InputFile[], now: number): Said {
  const files = dropped.filter(({ profile }) => profile?.fault === undefined).map(knownFile);
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).map(fold);
  const language = languageOf(words);
  // Names of things and tools are English in any language.
  const languages =
    language === undefined
      ? LANGUAGES.slice(0, 2)
      : language.code === 'en'
        ? [language]
        : [language, LANGUAGES[0] as Language];
  const fixed = fixedMentions(text, files, now, language);
  const inside = (at: number) => fixed.find((one) => at >= one.start && at < one.end);
  const look = new Lookup(files, languages, language);
  const tokens = [...text.matchAll(WORD)]
    .map((match) => ({
      text: match[0],
      word: fold(match[0]),
      start: match.index,
      end: match.index + match[0].length,
    }))
    // "E-Mail-Adresse": the marks inside a word part nothing.
    .filter(
      (token) =>
        !(
          /^[-_'’]$/u.test(token.text) &&
          /\p{L}/u.test(text[token.start - 1] ?? '') &&
          /\p{L}/u.test(text[token.end] ?? '')
        ),
    )
    .map((token) => {
      const meant = inside(token.start) === undefined ? look.meant(token.word) : undefined;
      return meant === undefined
        ? { ...token, typed: undefined }
        : { ...token, word: meant, typed: token.word };
    });
  const mentions: Mention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    const held = inside(token.start);
    if (held !== undefined) {
      mentions.push(held);
      while ((tokens[at]?.start ?? Infinity) < held.end) at++;
      continue;
    }
    const free: typeof tokens = [];
    for (
      let next = at;
      next < tokens.length && free.length < 8 && inside(tokens[next]?.start ?? 0) === undefined;
      next++
    )
      free.push(tokens[next] as (typeof tokens)[number]);
    const { length, found } = look.at(free.map(({ word }) => word));
    const last = free[length - 1] ?? token;
    const slip =
      found.small === true ? undefined : free.slice(0, length).find(({ typed }) => typed !== undefined);
    const reading = slip === undefined ? {} : { reading: `I took "${slip.typed}" to mean "${slip.word}".` };
    mentions.push({
      ...EMPTY,
      ...found,
      ...reading,
      start: token.start,
      end: last.end,
      text: text.slice(token.start, last.end),
    });
    at += length;
  }
  return { text, mentions, files, language };
}

/** What is told by its form alone, before any word is looked up. */
function fixedMentions(
  text: string,
  files: readonly KnownFile[],
  now: number,
  language: Language | undefined,
): Mention[] {
  const found: Mention[] = [];
  const put = (start: number, end: number, what: Partial<Mention>) => {
    if (found.some((one) => start < one.end && end > one.start)) return;
    found.push({ ...EMPTY, start, end, text: text.slice(start, end), ...what });
  };
  for (const match of text.matchAll(QUOTED)) {
    const said = match.slice(1).find((group) => group !== undefined) ?? '';
    const known = files.filter(({ name }) => name.toLowerCase() === said.toLowerCase());
    const isFile = new RegExp(`^${FILE.source}$`, 'iu').test(said);
    put(
      match.index,
      match.index + match[0].length,
      known.length > 0 ? { files: known } : isFile ? { target: said } : { quoted: said },
    );
  }
  const lower = text.toLowerCase();
  for (const file of files.toSorted((a, b) => b.name.length - a.name.length)) {
    for (
      let at = lower.indexOf(file.name.toLowerCase());
      at >= 0;
      at = lower.indexOf(file.name.toLowerCase(), at + 1)
    )
      put(at, at + file.name.length, { files: [file] });
  }
  for (const match of text.matchAll(FILE))
    put(match.index, match.index + match[0].length, namedFile(match[0], files));
  for (const [part, file] of ownParts(files)) {
    for (const match of lower.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${part}(?![\\p{L}\\p{N}])`, 'gu')))
      put(match.index, match.index + match[0].length, { files: [file] });
  }
  const names = files.flatMap(({ tables }) =>
    tables.flatMap(({ columns }) => columns.map(({ name }) => name)),
  );
  for (const name of names.filter((one) => /[^\p{L}\p{N}]/u.test(one) && one.length > 2)) {
    for (let at = lower.indexOf(name.toLowerCase()); at >= 0; at = lower.indexOf(name.toLowerCase(), at + 1))
      put(at, at + name.length, { columns: exactly(name, files) });
  }
  // "C-1004": a cell that is no plain word or number is looked for as it stands.
  for (const of of refsOf(files)) {
    for (const value of of.column.cells) {
      if (value.length < 3 || !/\d/u.test(value) || !/\p{L}/u.test(value)) continue;
      const at = lower.indexOf(value.toLowerCase());
      if (at >= 0) put(at, at + value.length, { cells: [{ of, value }] });
    }
  }
  for (const period of periodsIn(text, now))
    put(period.start, period.end, { period, ...plainNumber(text.slice(period.start, period.end)) });
  for (const match of text.matchAll(NUMBER)) {
    const number = numberOf(match[0], language);
    if (number !== undefined) put(match.index, match.index + match[0].trimEnd().length, { number });
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Parts of a name that tell one of several files from the others: "q1" of sales_q1.csv, "january" of stock_january.csv. */
function ownParts(files: readonly KnownFile[]): [string, KnownFile][] {
  if (files.length < 2) return [];
  const parts = (file: KnownFile) =>
    file.name
      .replace(/\.[^.]*$/u, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
  return files.flatMap((file) => {
    const own = parts(file);
    if (own.length < 2) return [];
    return own
      .filter(
        (part) =>
          part.length > 1 &&
          !/^\d+$/u.test(part) &&
          files.every((other) => other === file || !parts(other).includes(part)),
      )
      .map((part): [string, KnownFile] => [part, file]);
  });
}

const refsOf = (files: readonly KnownFile[]): ColumnRef[] =>
  files.flatMap((file) =>
    file.tables.flatMap((table, at) => table.columns.map((column) => ({ file, table: at, column, fit: 1 }))),
  );

/** "2026" is a year, and in "over 2026" a number. */
const plainNumber = (text: string): { number?: number } =>
  /^\d{4}$/u.test(text) ? { number: Number(text) } : {};

const exactly = (name: string, files: readonly KnownFile[]): ColumnRef[] =>
  files.flatMap((file) =>
    file.tables.flatMap((table, at) =>
      table.columns
        .filter((column) => column.name.toLowerCase() === name.toLowerCase())
        .map((column) => ({ file, table: at, column, fit: 1.1 })),
    ),
  );

/** "order.csv" for the dropped orders.csv is that file; any other name is one to save under. */
function namedFile(name: string, files: readonly KnownFile[]): Partial<Mention> {
  const near = files.filter((file) => {
    const [a, b] = [fold(file.name.replace(/\.[^.]*$/u, '')), fold(name.replace(/\.[^.]*$/u, ''))];
    return (
      endingOf(file.name) === endingOf(name) &&
      slipsBetween(a, b, 2) <= Math.max(b.length < 4 ? 0 : 1, slipsForgiven(b)) &&
      a.replace(/\d/gu, '') !== b.replace(/\d/gu, '')
    );
  });
  const [only] = near;
  if (near.length !== 1 || only === undefined) return { target: name };
  return { files: [only], target: name, reading: `There is no file "${name}", so I took ${only.name}.` };
}

/** 1,249.50 and 1.249,50; "1.000" is a thousand where the language groups with a dot. */
export function numberOf(text: string, language: Language | undefined): number | undefined {
  const times = /\s?(?:k|tausend|thousand)$/iu.test(text)
    ? 1000
    : /\s?(?:mio|million)$/iu.test(text)
      ? 1e6
      : 1;
  let digits = text.replace(/\s?(?:k|mio|million|tausend|thousand)$/iu, '').replace(/[' ]/gu, '');
  const comma = digits.lastIndexOf(',');
  const dot = digits.lastIndexOf('.');
  const grouped = language === undefined || language.code === 'en' ? ',' : '.';
  const decimal =
    comma >= 0 && dot >= 0
      ? comma > dot
        ? ','
        : '.'
      : comma >= 0
        ? /,\d{3}$/u.test(digits) && grouped === ','
          ? ''
          : ','
        : /\.\d{3}$/u.test(digits) && grouped === '.'
          ? ''
          : '.';
  digits =
    decimal === ','
      ? digits.replace(/\./gu, '').replace(',', '.')
      : decimal === ''
        ? digits.replace(/[.,]/gu, '')
        : digits.replace(/,/gu, '');
  const number = Number(digits);
  return Number.isFinite(number) ? Math.round(number * times * 1e9) / 1e9 : undefined;
}

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
class Lookup {
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
