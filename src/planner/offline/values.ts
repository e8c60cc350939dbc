/** Values that stand in a goal's text: quoted text, files, addresses, numbers, dates, column names. Knows no tool. */

import * as chrono from 'chrono-node';
import type { Json } from '../../lib/json.ts';
import type { InputFile } from '../planner.ts';
import { type Column, columnsOf } from './columns.ts';
import { unitAfter } from './durations.ts';
import { nameWords, stemOf, type Word, wordsOf } from './words.ts';

export type ValueForm = 'quoted' | 'file' | 'email' | 'url' | 'formula' | 'date' | 'number' | 'column';

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
}

type Span = Omit<FoundValue, 'cue'>;

const QUOTED = /"([^"]+)"|“([^”]+)”|‘([^’]+)’|(?<=^|[\s(:])'([^'\n]+)'(?=$|[\s).,:;?!])/gu;
const URL_TEXT = /\bhttps?:\/\/[^\s"'<>()]+[^\s"'<>().,;:!?]/giu;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const FILE =
  /(?<![\w@/])[\p{L}\p{N}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*\.[a-z][a-z0-9]{1,4}\b(?![@\w])/giu;
const FORMULA = /(?<![\w.])[-(]*\d[\d.,]*(?:\s*[-+*/^%×÷]\s*[-(]*\d[\d.,]*\)*)+/gu;
const NUMBER = /(?<![\w.])[-$€£]?\d+(?:,\d{3})*(?:\.\d+)?(?![\d])/gu;
const NUMBER_WORDS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
/** Words before the name of a file that is to be made. */
export const TARGET_CUES: ReadonlySet<string> = new Set(['as', 'to', 'into', 'called', 'named', 'under']);
/** More than anyone says in one goal; every later step looks at each of them. */
const MOST_VALUES = 200;
/** Nothing else can be a day: looking costs a third of a second the first time. */
const MAY_BE_DATE =
  /\d|\b(?:to(?:day|morrow|night)|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year)\b/iu;
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
  take(droppedFiles(text, files));
  take(quoted(text));
  take(matches(text, URL_TEXT, 'url'));
  take(matches(text, EMAIL, 'email'));
  take(matches(text, FILE, 'file'));
  take(matches(text, FORMULA, 'formula').filter((span) => !/^\d[\d/.-]*$/u.test(String(span.value))));
  take(columnFormulas(text, files.flatMap(columnsOf)));
  take(dates(text, now));
  take(numbers(text));
  take(columnMentions(words, files.flatMap(columnsOf)));
  found.sort((a, b) => a.start - b.start);
  return found.slice(0, MOST_VALUES).map((span) => ({ ...span, cue: cueBefore(words, span.start) }));
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

function* dates(text: string, now: number): Generator<Span> {
  if (!MAY_BE_DATE.test(text)) return;
  for (const { index, text: said, start } of chrono.parse(text, new Date(now))) {
    // "may" and "5 minutes" are not days: only what names one, or a weekday, is taken.
    if (!start.isCertain('day') && !start.isCertain('weekday')) continue;
    const two = (part: number | null) => String(part ?? 1).padStart(2, '0');
    const value = `${start.get('year')}-${two(start.get('month'))}-${two(start.get('day'))}`;
    yield { form: 'date', value, start: index, end: index + said.length };
  }
}

const OPERAND = /[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?/u.source;
const COLUMN_FORMULA = new RegExp(`(?:${OPERAND})(?:\\s*[-+*/]\\s*(?:${OPERAND}))+`, 'gu');

/** "price * quantity", where each name is a column: "and/or" and "read-only" are none. */
function columnFormulas(text: string, columns: readonly Column[]): Span[] {
  const names = new Set(columns.map((column) => column.name));
  return matches(text, COLUMN_FORMULA, 'formula').filter(({ value }) => {
    const operands = String(value).match(new RegExp(OPERAND, 'gu')) ?? [];
    return (
      operands.some((one) => names.has(one)) && operands.every((one) => names.has(one) || /^\d/u.test(one))
    );
  });
}

function* numbers(text: string): Generator<Span> {
  for (const match of text.matchAll(NUMBER)) {
    const value = Number(match[0].replace(/[$€£,]/gu, ''));
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
