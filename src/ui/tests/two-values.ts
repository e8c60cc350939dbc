/** What a test expects and what is found, line by line beside each other, from where they differ on. Words only. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Kept } from '../../plan/plan-tests.ts';
import { counted } from '../words.ts';

interface Line {
  readonly text: string;
  /** The other side says something else there. */
  readonly differs: boolean;
}

export interface TwoValues {
  readonly expected: readonly Line[];
  readonly found: readonly Line[];
  /** Of what is left out above and below, and of what is known by its hash alone; null where all is shown. */
  readonly note: string | null;
}

const SHOWN = 10;
/** Lines that are alike, shown above the first that differs. */
const BEFORE = 2;
const CHARACTERS = 200;

export function twoValues(expected: Kept, found: Kept): TwoValues {
  const [left, right] = [linesOf(expected.value), linesOf(found.value)];
  const longer = Math.max(left.length, right.length);
  const all = Array.from({ length: longer }, (_, at) => at);
  const first = all.find((at) => left[at] !== right[at]);
  const from = first === undefined ? 0 : Math.max(0, Math.min(first - BEFORE, longer - SHOWN));
  const side = (own: readonly string[], other: readonly string[]): Line[] =>
    own.slice(from, from + SHOWN).map((text, at) => ({
      text: text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)}…` : text,
      differs: text !== other[from + at],
    }));
  const notes = [
    from > 0 ? `${counted(from, 'line')} above ${from === 1 ? 'is' : 'are'} alike.` : '',
    longer > from + SHOWN ? `${counted(longer - from - SHOWN, 'line')} more below.` : '',
    wholeWords(expected, found, first === undefined),
  ].filter(Boolean);
  return { expected: side(left, right), found: side(right, left), note: notes.join(' ') || null };
}

/** A large value is held against all of it, but only its beginning is kept. */
function wholeWords(expected: Kept, found: Kept, isAlike: boolean): string {
  const { whole } = expected;
  if (!whole && !found.whole) return '';
  const long = (kept: Kept): string => (kept.whole?.length ?? lengthOf(kept.value)).toLocaleString('en');
  const what = Array.isArray(expected.value) ? 'items' : 'characters';
  const lengths = `Only the beginning is kept of what is large; all of it is compared: ${long(expected)} ${what} were expected, ${long(found)} found.`;
  return isAlike ? `${lengths} They differ behind what is shown.` : lengths;
}

const lengthOf = (value: Json): number =>
  Array.isArray(value) || typeof value === 'string' ? value.length : JSON.stringify(value).length;

/** A row of a table is a line, and so is a line of a text; of an object each part, and below it its own lines. */
function linesOf(value: Json): readonly string[] {
  if (typeof value === 'string') return value.split('\n');
  if (Array.isArray(value)) return value.length === 0 ? ['[]'] : value.map((item) => JSON.stringify(item));
  if (!isObject(value)) return [JSON.stringify(value)];
  const parts = Object.entries(value as JsonObject).flatMap(([key, part]) =>
    isLong(part)
      ? [`${key}:`, ...linesOf(part).map((line) => `  ${line}`)]
      : [`${key}: ${JSON.stringify(part)}`],
  );
  return parts.length === 0 ? ['{}'] : parts;
}

const IN_LINE = 60;
const isLong = (value: Json): boolean =>
  typeof value === 'object' && value !== null && JSON.stringify(value).length > IN_LINE;
