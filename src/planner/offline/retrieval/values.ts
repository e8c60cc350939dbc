/** Values that stand in a goal's text: quoted text, files, addresses, numbers, days, sums, units. Knows no tool. */

import type { Json } from '../../../lib/json.ts';
import type { InputFile } from '../../planner.ts';
import { findDates } from './date-mentions.ts';
import { unitAfter } from './durations.ts';
import { sums } from './formulas.ts';
import { unitPair } from './units.ts';
import { type Word, wordsOf } from './words.ts';

export type ValueForm = 'quoted' | 'file' | 'email' | 'url' | 'formula' | 'date' | 'number' | 'unit';

/** A value with its place in the goal, UTF-16 offsets. */
export interface FoundValue {
  readonly form: ValueForm;
  readonly value: Json;
  readonly start: number;
  readonly end: number;
  /** The word before it, lower case, articles skipped: "to" in "to the address". */
  readonly cue: string;
  /** Of a number: milliseconds in the unit of time that follows it. */
  readonly unitMs?: number;
  /** Of a file: whether it was dropped, and not only named. */
  readonly dropped?: boolean;
}

type Span = Omit<FoundValue, 'cue'> & { readonly cue?: string };

const QUOTED = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|‘([^’]+)’|(?<=^|[\s(:])'([^'\n]+)'(?=$|[\s).,:;?!])/gu;
const URL_TEXT = /\bhttps?:\/\/[^\s"'<>()]+[^\s"'<>().,;:!?]/giu;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const FILE =
  /(?<![\w@/])[\p{L}\p{N}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*\.[a-z][a-z0-9]{1,4}\b(?![@\w])/giu;
const NUMBER = /(?<![\w.])[-$€£]?\d+(?:,\d{3})*(?:\.\d+)?(?![\d])/gu;
const NUMBER_WORDS = 'one two three four five six seven eight nine ten'.split(' ');
/** Words before the name of a file that is to be made. */
export const TARGET_CUES: ReadonlySet<string> = new Set(['as', 'to', 'into', 'called', 'named', 'under']);
/** More than anyone says in one goal; every later step looks at each of them. */
const MOST_VALUES = 200;
const ARTICLES = new Set('a an the each every their its my your all'.split(' '));

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
  take(sums(text).map((sum): Span => ({ form: 'formula', ...sum })));
  take(findDates(text, now).map((day): Span => ({ form: 'date', ...day })));
  take(numbers(text));
  take(units(text));
  found.sort((a, b) => a.start - b.start);
  return found
    .slice(0, MOST_VALUES)
    .map((span) => ({ ...span, cue: span.cue ?? cueBefore(words, span.start) }));
}

function units(text: string): Span[] {
  const pair = unitPair(text);
  if (pair === undefined) return [];
  return [
    { form: 'unit', ...pair.from, cue: 'from' },
    { form: 'unit', ...pair.to, cue: 'to' },
  ];
}

function* droppedFiles(text: string, files: readonly InputFile[]): Generator<Span> {
  const lower = text.toLowerCase();
  for (const { name } of files.toSorted((a, b) => b.name.length - a.name.length)) {
    const at = name === '' ? -1 : lower.indexOf(name.toLowerCase());
    if (at >= 0) yield { form: 'file', value: name, start: at, end: at + name.length, dropped: true };
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
    if (!Number.isFinite(value)) continue;
    const end = match.index + match[0].length;
    yield { form: 'number', value, start: match.index, end, ...unit(text, end) };
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

function cueBefore(words: readonly Word[], start: number): string {
  const before = words.findLast(({ end, text }) => end <= start && !ARTICLES.has(text.toLowerCase()));
  return before?.text.toLowerCase() ?? '';
}
