/** JSON text to a value, with the line of a fault. Knows no tool. */

import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { Json } from '../lib/json.ts';
import { badArguments } from './parameters.ts';
import { toJson } from './to-json.ts';

/**
 * @throws ActivityError `invalid-arguments` with line and column, and for values nested too deep
 */
export function parseJsonText(source: string): Json {
  const text = source.replace(/^\uFEFF/, '');
  if (text.trim() === '')
    throw badArguments('The text is empty, which is not JSON. Write null for "nothing".');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badArguments(`The text is not valid JSON${placeOfFault(text)}.`);
  }
  const checked = toJson(value);
  if (!checked.ok) throw badArguments(checked.error.message);
  return checked.value;
}

/** JSON.parse words its faults differently in every engine and often without a line; this does not. */
function placeOfFault(text: string): string {
  const errors: ParseError[] = [];
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
