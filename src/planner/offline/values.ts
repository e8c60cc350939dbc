/** Values that stand in a goal's text: quoted text, files, addresses, numbers, dates, column names. Knows no tool. */

import type { Json } from '../../lib/json.ts';
import type { InputFile } from '../planner.ts';
import { cellMentions } from './cells.ts';
import { type Column, columnsOf } from './columns.ts';
import { findDates } from './date-mentions.ts';
import { unitAfter } from './durations.ts';
import { columnFormulas, sums } from './formulas.ts';
import { daysMeant, filesByName, impliedMeasure, nearColumns, nearFile } from './near-names.ts';
import { NUMBER_WORDS } from './number-words.ts';
import { unitPair } from './units.ts';
import { nameWords, stemOf, type Word, wordsOf } from './words.ts';

export type ValueForm =
  | 'quoted'
  | 'file'
  | 'email'
  | 'url'
  | 'formula'
  | 'date'
  | 'number'
  | 'column'
  | 'cell'
  | 'unit';

/** A value with its place in the goal, UTF-16 offsets. */
export interface FoundValue {
  readonly form: ValueForm;
  readonly value: Json;
  readonly start: number;
  readonly end: number;
  /** The word before it, lower case, articles skipped: "by" in "by the region". */
  readonly cue: string;
  /** Of a column: whether its cells are numbers. */
  readonly numeric?: boolean;
  /** Of a number: milliseconds in the unit of time that follows it. */
  readonly unitMs?: number;
  /** Of a file: whether it was dropped, and not only named. */
  readonly dropped?: boolean;
  /** Of a cell: the column it stands in. */
  readonly column?: string;
  /** Of a month: its last day. */
  readonly until?: string;
  /** A sentence for the person, where the goal was not taken by the letter. */
  readonly reading?: string;
}

type Span = Omit<FoundValue, 'cue'> & { readonly cue?: string };

const QUOTED = /"([^"]+)"|“([^”]+)”|‘([^’]+)’|(?<=^|[\s(:])'([^'\n]+)'(?=$|[\s).,:;?!])/gu;
const URL_TEXT = /\bhttps?:\/\/[^\s"'<>()]+[^\s"'<>().,;:!?]/giu;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const FILE =
  /(?<![\w@/])[\p{L}\p{N}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*\.[a-z][a-z0-9]{1,4}\b(?![@\w])/giu;
const NUMBER = /(?<![\w.])[-$€£]?\d+(?:,\d{3})*(?:\.\d+)?(?![\d])/gu;
/** Words before the name of a file that is to be made. */
export const TARGET_CUES: ReadonlySet<string> = new Set(['as', 'to', 'into', 'called', 'named', 'under']);
/** More than anyone says in one goal; every later step looks at each of them. */
const MOST_VALUES = 200;
const ARTICLES = new Set([
  'a',
  'an',
  'the',
  'each',
  'every',
  'their',
  'its',
  'my',
  'your',
  'column',
  'field',
  'all',
]);

/** Every value of the text, in order, none overlapping another. `now` (ms) is what "tomorrow" counts from. */
export function findValues(text: string, files: readonly InputFile[], now: number): FoundValue[] {
  const found: Span[] = [];
  const free = (span: Span) => found.every((other) => span.end <= other.start || span.start >= other.end);
  const take = (spans: Iterable<Span>) => {
    for (const span of spans) if (free(span)) found.push(span);
  };
  const words = wordsOf(text);
  const columns = files.flatMap(columnsOf);
  take(droppedFiles(text, files));
  take(quoted(text));
  take(matches(text, URL_TEXT, 'url'));
  take(matches(text, EMAIL, 'email'));
  take(matches(text, FILE, 'file').map((span) => asDropped(span, files, cueBefore(words, span.start))));
  take(sums(text).map((sum): Span => ({ form: 'formula', ...sum })));
  take(columnFormulas(text, columns).map((formula): Span => ({ form: 'formula', ...formula })));
  take(findDates(text, now).map((day): Span => ({ form: 'date', ...day })));
  take(numbers(text));
  take(units(text));
  take(columnMentions(words, columns));
  take(nearMentions(words, columns, found));
  take(
    filesByName(text, words, files).map(({ word, file }): Span => {
      return { form: 'file', value: file.name, start: word.start, end: word.end, dropped: true };
    }),
  );
  take(cellMentions(text, words, columns));
  found.sort((a, b) => a.start - b.start);
  return found
    .slice(0, MOST_VALUES)
    .map((span) => ({ ...span, cue: span.cue ?? cueBefore(words, span.start) }));
}

/** "order.csv" for the dropped orders.csv: read as that, and said so. A name to save under is left alone. */
function asDropped(span: Span, files: readonly InputFile[], cue: string): Span {
  const meant = TARGET_CUES.has(cue) ? undefined : nearFile(String(span.value), files);
  if (meant === undefined) return span;
  const reading = `There is no file "${String(span.value)}", so I took ${meant.name}.`;
  return { ...span, value: meant.name, dropped: true, reading };
}

function units(text: string): Span[] {
  const pair = unitPair(text);
  if (pair === undefined) return [];
  return [
    { form: 'unit', ...pair.from, cue: 'from' },
    { form: 'unit', ...pair.to, cue: 'to' },
  ];
}

/** Slips of the pen, and "sales" for the one column of amounts where no column of numbers is named. */
function nearMentions(words: readonly Word[], columns: readonly Column[], found: readonly Span[]): Span[] {
  const free = words.filter((word) => found.every((v) => word.end <= v.start || word.start >= v.end));
  const near = nearColumns(free, columns);
  const measured = [...near.map(({ column }) => column.numeric), ...found.map((v) => v.numeric === true)];
  const implied = measured.includes(true) ? [] : impliedMeasure(free, columns);
  return [...near, ...implied, ...daysMeant(words, columns)].map(({ word, column }) => ({
    form: 'column',
    value: column.name,
    start: word.start,
    end: word.end,
    numeric: column.numeric,
    reading: `I took "${word.text}" to mean the column "${column.name}".`,
  }));
}

function* droppedFiles(text: string, files: readonly InputFile[]): Generator<Span> {
  const lower = text.toLowerCase();
  const longest = [...files].sort((a, b) => b.name.length - a.name.length);
  for (const { name } of longest) {
    if (name === '') continue;
    for (
      let at = lower.indexOf(name.toLowerCase());
      at >= 0;
      at = lower.indexOf(name.toLowerCase(), at + 1)
    ) {
      yield { form: 'file', value: name, start: at, end: at + name.length, dropped: true };
    }
  }
}

function* quoted(text: string): Generator<Span> {
  for (const match of text.matchAll(QUOTED)) {
    const value = match.slice(1).find((group) => group !== undefined) ?? '';
    const form = new RegExp(`^${FILE.source}$`, 'iu').test(value) ? 'file' : 'quoted';
    yield { form, value, start: match.index, end: match.index + match[0].length };
  }
}

const matches = (text: string, pattern: RegExp, form: ValueForm): Span[] =>
  [...text.matchAll(pattern)].map((match) => ({
    form,
    value: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));

/** "90 days before …" counts back. */
const BEFORE = /^\s+(?:business\s+)?(?:hour|day|week|month|year)s?\s+(?:before|ago)\b/iu;

function* numbers(text: string): Generator<Span> {
  for (const match of text.matchAll(NUMBER)) {
    const back = BEFORE.test(text.slice(match.index + match[0].length));
    const value = Number(match[0].replace(/[$€£,]/gu, '')) * (back ? -1 : 1);
    if (Number.isFinite(value)) {
      const end = match.index + match[0].length;
      yield { form: 'number', value, start: match.index, end, ...unit(text, end) };
    }
  }
  for (const word of wordsOf(text)) {
    const at = NUMBER_WORDS.indexOf(word.text.toLowerCase());
    // "one" is more often a pronoun ("the cheaper one") than a number.
    if (at > 0)
      yield { form: 'number', value: at + 1, start: word.start, end: word.end, ...unit(text, word.end) };
  }
}

const unit = (text: string, end: number): { unitMs?: number } => {
  const unitMs = unitAfter(text.slice(end, end + 20));
  return unitMs === undefined ? {} : { unitMs };
};

/** "customer id", "customerId" and "Customer ID" all name the column customer_id; the longest name wins. */
export function* columnMentions(words: readonly Word[], columns: readonly Column[]): Generator<Span> {
  const named = columns
    .map((column) => ({ column, stems: nameWords(column.name).map(stemOf) }))
    .filter(({ stems }) => stems.length > 0)
    .sort((a, b) => b.stems.length - a.stems.length);
  for (const { column, stems } of named) {
    for (let at = 0; at < words.length; at++) {
      const end = mentionEnd(words, at, stems);
      const first = words[at];
      const last = words[end - 1];
      if (end === 0 || first === undefined || last === undefined) continue;
      yield {
        form: 'column',
        value: column.name,
        start: first.start,
        end: last.end,
        numeric: column.numeric,
      };
    }
  }
}

/** Index after the last word of the mention that begins at `at`, or 0. */
function mentionEnd(words: readonly Word[], at: number, stems: readonly string[]): number {
  let matched = 0;
  for (let i = at; i < words.length && matched < stems.length; i++) {
    const parts = nameWords(words[i]?.text ?? '').map(stemOf);
    if (!parts.every((part, k) => part === stems[matched + k])) return 0;
    matched += parts.length;
    if (matched === stems.length) return i + 1;
  }
  return 0;
}

function cueBefore(words: readonly Word[], start: number): string {
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i];
    if (word === undefined || word.end > start) continue;
    const text = word.text.toLowerCase();
    if (!ARTICLES.has(text)) return text;
  }
  return '';
}
