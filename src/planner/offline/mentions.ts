/** What a goal mentions, each with its place: wishes, columns, cells, numbers, periods, files, quoted text. Knows no tool. */

import type { Held } from '../../plan/settled.ts';
import type { NumberWriting } from '../../tools/file-profile.ts';
import type { InputFile } from '../planner.ts';
import { fileOfYear } from './file-years.ts';
import { knownFile } from './known-files.ts';
import { endingOf, type KnownFile } from './known-tables.ts';
import { fold, slipsBetween, slipsForgiven } from './lexicon/forms.ts';
import { isSmall, LANGUAGES, languageOf, phraseAt, phrasesOf } from './lexicon/index-of.ts';
import type { Language } from './lexicon/lexicon.ts';
import { isNoun } from './lexicon/nouns.ts';
import { Lookup } from './lookup.ts';
import { withMadeNames } from './made-names.ts';
import { type ColumnRef, type Mention, refsOf, type Said } from './mention.ts';
import { periodsIn } from './periods.ts';
import { numbersIn, type SaidNumber } from './said-numbers.ts';
import { inPlace } from './said-values.ts';
import { signsOf } from './signs.ts';
import { calledIn } from './spoken-files.ts';
import { inContext } from './turned-words.ts';
import { yetToBe } from './yet-to-be.ts';

const NONE: ReadonlySet<string> = new Set();
const EMPTY = { meanings: NONE, columns: [], cells: [], files: [], small: false } as const;

const QUOTED =
  /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«\s*([^»]+?)\s*»|‘([^’]+)’|(?<=^|[\s(:])'([^'\n]+)'(?=$|[\s).,:;?!])/gu;
/** "the word plot": as it is spelt, whatever it means elsewhere. */
const SPELT =
  /(?<![\p{L}\p{N}])(?:the (?:word|term)|das wort|den begriff|le mot|la palabra|la parola)\s+([\p{L}\p{N}]+)/giu;
const ADDRESS = /\bhttps?:\/\/[^\s"'<>()]+[^\s"'<>().,;:!?]/giu;
const FILE =
  /(?<![\w@/])[\p{L}\p{N}_][\p{L}\p{N}_-]*\.(?:csv|tsv|json|xlsx|xls|md|txt|html|htm|pdf|log|svg|png)\b/giu;
const WORD = /[\p{L}\p{M}]+|\p{N}+|[^\s\p{L}\p{N}]/gu;

/**
 * Everything a goal mentions, in order; nothing of it is dropped.
 * @param now what "last month" counts from, ms @param held what the person said is a column or a value
 */
export function mentionsOf(
  text: string,
  dropped: readonly InputFile[],
  now: number,
  held: readonly Held[] = [],
): Said {
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
  const grouped = dropped.flatMap(({ profile }) =>
    (profile?.tables ?? []).flatMap(({ columns }) => columns.flatMap(({ number }) => groupSigns(number))),
  );
  const isCell = (word: string) => refsOf(files).some(({ column }) => column.cells.includes(word));
  const numbers = numbersIn(text, language, grouped, isCell);
  const fixed = fixedMentions(text, files, now, numbers, held);
  const inside = (at: number) => fixed.find((one) => at >= one.start && at < one.end);
  const saves = fixed.some(({ target }) => target !== undefined);
  const look = new Lookup(files, withOthers(languages, words, files), language, saves);
  const tokens = [...text.matchAll(WORD)]
    .flatMap((match): Token[] => {
      const token = {
        text: match[0],
        word: fold(match[0]),
        start: match.index,
        end: match.index + match[0].length,
      };
      return inside(token.start) === undefined ? partsOf(token, look) : [token];
    })
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
    const reading =
      slip === undefined
        ? {}
        : {
            reading:
              language?.code === 'de'
                ? `„${slip.typed}“ habe ich als „${slip.word}“ gelesen.`
                : `I took "${slip.typed}" to mean "${slip.word}".`,
            taken: free
              .slice(0, length)
              .map(({ word }) => word)
              .join(' '),
          };
    const [month] = slip === undefined ? [] : periodsIn(slip.word, now);
    mentions.push({
      ...EMPTY,
      ...found,
      ...(month === undefined ? {} : { period: month, meanings: NONE, columns: [], cells: [], small: false }),
      ...reading,
      start: token.start,
      end: last.end,
      text: text.slice(token.start, last.end),
    });
    at += length;
  }
  const today = new Date(now).toISOString().slice(0, 10);
  const turned = inContext(inPlace(mentions, today), look, today);
  return { text, mentions: withMadeNames(yetToBe(ordered(turned))), files, language };
}

/** The signs by which a column parts its thousands; one that writes a decimal comma has the dot for it, whether a cell is that large or not. */
const groupSigns = (number: NumberWriting | undefined): readonly string[] =>
  number === undefined ? [] : [number.thousands, ...(number.decimal === ',' ? ['.'] : [])];

/** "sort the houses by rent" is said as "the houses, sorted by rent": this "by" is of the order, and parts nothing into groups. */
function ordered(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const { meanings } = mention;
    if (!meanings.has('per') || !['by', 'cmp:after'].some((one) => meanings.has(one))) continue;
    if (isOrderOf(mentions, at)) now[at] = { ...mention, meanings: SORT, small: true };
    const verb = sortBefore(mentions, at);
    const sort = mentions[verb];
    if (sort === undefined) continue;
    if (verb < at - 1) now[verb] = { ...sort, meanings: NONE, small: true };
    const order = /^rank/iu.test(sort.text) ? RANKED : SORT;
    now[at] = { ...mention, meanings: verb < at - 1 ? order : BY, small: true };
  }
  return now;
}

/** "the bikes by price, highest first": by a number, with its direction behind it, and nothing added up. */
function isOrderOf(mentions: readonly Mention[], at: number): boolean {
  const isComputed = ({ meanings }: Mention) =>
    ['most', 'least', 'share', 'sort'].some((one) => meanings.has(one)) ||
    [...meanings].some((one) => one.startsWith('agg:'));
  if (mentions.some(isComputed)) return false;
  const [named, ...behind] = mentions.slice(at + 1).filter(({ small, mark }) => mark !== undefined || !small);
  const [next] = behind[0]?.mark === ',' ? behind.slice(1) : behind;
  const [best] = named?.columns ?? [];
  if (best === undefined || best.fit < 0.8 || best.column.kind !== 'number') return false;
  return next !== undefined && (next.meanings.has('asc') || next.meanings.has('desc'));
}

/** The place of the verb of sorting before a "by", with nothing between but what is sorted; -1 where there is none. */
function sortBefore(mentions: readonly Mention[], at: number): number {
  for (let before = at - 1; before >= 0; before--) {
    const one = mentions[before];
    if (one === undefined || one.mark !== undefined || one.number !== undefined) return -1;
    const isColumn = (one.columns[0]?.fit ?? 0) >= 1;
    if (one.meanings.has('sort') && !isColumn) return before;
    if (!isColumn && !one.small && one.files.length === 0 && one.meanings.size > 0) return -1;
  }
  return -1;
}
const BY: ReadonlySet<string> = new Set(['by']);
const SORT: ReadonlySet<string> = new Set(['sort']);
/** "rank the pupils by score": ordered by it, the best first. */
const RANKED: ReadonlySet<string> = new Set(['sort', 'ranked']);

interface Token {
  readonly text: string;
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** "perregion" and "Gesamtumsatz" are two words. */
function partsOf(token: Token, look: Lookup): Token[] {
  const { text, word, start, end } = token;
  const parted = word.length === text.length ? look.parted(word) : undefined;
  if (parted === undefined) return [token];
  const [first, second] = parted.words;
  const cut = start + parted.at;
  return [
    { text: text.slice(0, parted.at), word: first, start, end: cut },
    { text: text.slice(parted.at), word: second, start: cut, end },
  ];
}

/** With the languages of single words that these do not know: "Umsatz by tienda", "montant total per customer". */
function withOthers(
  languages: readonly Language[],
  words: readonly string[],
  files: readonly KnownFile[],
): readonly Language[] {
  // What a file or a column is called is no word of another language.
  const own = new Set(
    files.flatMap((file) => [
      ...file.words,
      ...file.tables.flatMap(({ columns }) => columns.flatMap((column) => column.words)),
    ]),
  );
  const says = (known: readonly Language[], word: string) =>
    isSmall(word, known) || phraseAt(phrasesOf(known), [word], 0) !== undefined;
  const left = words.filter(
    (word) => word.length > 3 && !own.has(word) && !isNoun(word) && !says(languages, word),
  );
  const others = LANGUAGES.filter(
    (one) => !languages.includes(one) && left.some((word) => !isSmall(word, [one]) && says([one], word)),
  );
  return [...languages, ...others];
}

/** What is told by its form alone, before any word is looked up. */
function fixedMentions(
  text: string,
  files: readonly KnownFile[],
  now: number,
  numbers: readonly SaidNumber[],
  held: readonly Held[],
): Mention[] {
  const found: Mention[] = [];
  const put = (start: number, end: number, what: Partial<Mention>) => {
    if (found.some((one) => start < one.end && end > one.start)) return;
    found.push({ ...EMPTY, start, end, text: text.slice(start, end), ...what });
  };
  for (const { start, end, part } of held) {
    const refs = exactly(part.column, files).filter(
      ({ file, column }) =>
        column.name === part.column && (part.file === undefined || file.name === part.file),
    );
    const { value } = part;
    put(start, end, value === undefined ? { columns: refs } : { cells: refs.map((of) => ({ of, value })) });
  }
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
  for (const { index, 0: all, 1: word = '' } of text.matchAll(SPELT))
    put(index + all.length - word.length, index + all.length, { quoted: word });
  for (const match of text.matchAll(ADDRESS))
    put(match.index, match.index + match[0].length, { address: match[0] });
  for (const { start, end, what } of signsOf(text)) put(start, end, what);
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
  for (const { start, end, target } of calledIn(text)) put(start, end, { target });
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
      if (value.length < 2 || !/\d/u.test(value) || !/\p{L}/u.test(value)) continue;
      const at = wholeWordAt(lower, value.toLowerCase());
      if (at >= 0) put(at, at + value.length, { cells: [{ of, value }] });
    }
  }
  const periods = periodsIn(text, now);
  const months = periods.some(({ yearless }) => yearless === true) ? monthColumns(files) : NO_MONTHS;
  for (const period of periods) {
    const file = fileOfYear(period, text, files);
    if (file !== undefined) put(period.start, period.end, { files: [file] });
    const columns = period.yearless === true ? (months.get(Number(period.from.slice(5, 7))) ?? []) : [];
    if (columns.length > 0) put(period.start, period.end, { columns });
    put(period.start, period.end, { period, ...plainNumber(text.slice(period.start, period.end)) });
  }
  for (const { start, end, ...what } of numbers) put(start, end, what);
  return found.toSorted((a, b) => a.start - b.start);
}

const NO_MONTHS: ReadonlyMap<number, readonly ColumnRef[]> = new Map();

/** Columns of numbers that are called by a month, where a table has a column for each of several. */
function monthColumns(files: readonly KnownFile[]): ReadonlyMap<number, readonly ColumnRef[]> {
  const found = new Map<number, ColumnRef[]>();
  for (const ref of refsOf(files)) {
    const [period] = ref.column.kind === 'number' ? periodsIn(`in ${ref.column.name}`, 0) : [];
    if (period?.yearless !== true || period.end - period.start < ref.column.name.length) continue;
    const month = Number(period.from.slice(5, 7));
    found.set(month, [...(found.get(month) ?? []), ref]);
  }
  return found.size > 2 ? found : NO_MONTHS;
}

/** Where it stands as a word of its own: "7b", and not within "17b". */
function wholeWordAt(text: string, word: string): number {
  const isPart = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return at;
  return -1;
}

/** Parts of a name that tell one of several files from the others: "q1" of sales_q1.csv, "january" of stock_january.csv. */
function ownParts(files: readonly KnownFile[]): [string, KnownFile][] {
  if (files.length < 2) return [];
  const parts = (file: KnownFile) =>
    file.name
      .replace(/\.[^.]*$/u, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
  // "in 2025" is a file's where no row has a date.
  const undated = refsOf(files).every(({ column }) => column.kind !== 'date');
  // So it is where each file's dates are of the very year that it is called by.
  const isOfYear = ({ tables }: KnownFile, year: string) =>
    tables.length > 0 &&
    tables.every(({ columns }) =>
      columns.every(
        ({ from, to }) => from === undefined || (from.startsWith(year) && to?.startsWith(year) === true),
      ),
    );
  return files.flatMap((file) => {
    const own = parts(file);
    if (own.length < 2) return [];
    return own
      .filter(
        (part) =>
          part.length > 1 &&
          (!/^\d+$/u.test(part) || (/^\d{4}$/u.test(part) && (undated || isOfYear(file, part)))) &&
          files.every((other) => other === file || !parts(other).includes(part)),
      )
      .map((part): [string, KnownFile] => [part, file]);
  });
}

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
