/** JSON text to a value, or a list of values of JSON Lines, with the line of a fault. Knows no tool. */

import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { Json } from '../lib/json.ts';
import { badArguments } from './parameters.ts';
import { toJson } from './to-json.ts';
import { digitsWords, keepWholeDigits } from './whole-digits.ts';

/**
 * @param say hears, in a sentence, what of it could not be kept as it is
 * @throws ActivityError `invalid-arguments` with line and column, and for values nested too deep
 */
export function parseJsonText(source: string, say: (line: string) => void = () => {}): Json {
  const { text, count } = keepWholeDigits(source.replace(/^\uFEFF/, ''));
  if (text.trim() === '')
    throw badArguments('The text is empty, which is not JSON. Write null for "nothing".');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = linesOf(text);
    if (value === undefined) throw badArguments(`The text is not valid JSON${placeOfFault(text)}.`);
  }
  const checked = toJson(value);
  if (!checked.ok) throw badArguments(checked.error.message);
  if (count > 0) say(digitsWords(count));
  return checked.value;
}

/** JSON Lines: a value on each line, as logs and exports of databases are written; undefined where a line is none. */
function linesOf(text: string): unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) return undefined;
  try {
    return lines.map((line): unknown => JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** JSON.parse words its faults differently in every engine and often without a line; this does not. */
function placeOfFault(text: string): string {
  const errors: ParseError[] = [];
  const broken = lineOfFault(text);
  if (broken !== undefined) return `: line ${broken} is none, and each of those before it is one`;
  // A deep text overflows this parser's stack, and a long one is not worth a second pass.
  if (text.length > 5_000_000) return '';
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return ': it is nested too deep';
  }
  const first = errors[0];
  if (first === undefined) return '';
  const before = text.slice(0, first.offset);
  const line = before.split('\n').length;
  const column = first.offset - before.lastIndexOf('\n');
  const what = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `: line ${line}, column ${column}, ${what}`;
}

/** The first line that is no JSON, where at least two before it are: a fault there is of this line, and no end that is missing. */
function lineOfFault(text: string): number | undefined {
  let read = 0;
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      JSON.parse(line);
      read += 1;
    } catch {
      return read < 2 ? undefined : at + 1;
    }
  }
  return undefined;
}
