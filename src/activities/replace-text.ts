/** Replaces every occurrence of a text or a pattern. */

import { RE2JS } from 're2js';
import type { Computation } from './activity.ts';
import { badArguments, flagParam, MAX_TEXT, textParam } from './parameters.ts';
import { compilePattern, MAX_PATTERN_TEXT } from './pattern.ts';

export const replaceText: Computation = (params) => {
  const find = textParam(params, 'find');
  if (find === '') throw badArguments('The parameter "find" is empty: say which text to replace.');
  const replacement = textParam(params, 'replacement', 100_000);
  const isPattern = flagParam(params, 'isPattern', false);
  const ignoreCase = flagParam(params, 'ignoreCase', false);
  if (!isPattern && !ignoreCase) return replaceExactly(textParam(params, 'text'), find, replacement);
  const text = textParam(params, 'text', MAX_PATTERN_TEXT);
  const pattern = compilePattern(isPattern ? find : RE2JS.quote(find), ignoreCase);
  const matches = countMatches(pattern, text);
  if (!isPattern) {
    refuseGrowth(text.length + matches * replacement.length);
    return pattern.matcher(text).replaceAll(() => replacement);
  }
  // Each `$1` can stand for as much as was matched, and all matches together are at most the text.
  const groups = replacement.split('$').length - 1;
  refuseGrowth(text.length * (1 + groups) + matches * replacement.length);
  return pattern.matcher(text).replaceAll(replacement);
};

function countMatches(pattern: RE2JS, text: string): number {
  let matches = 0;
  for (const matcher = pattern.matcher(text); matcher.find(); ) matches += 1;
  return matches;
}

/** Counted before it is built: ten million matches of one character times a long replacement ends a worker. */
function replaceExactly(text: string, find: string, replacement: string): string {
  let matches = 0;
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length)) matches += 1;
  refuseGrowth(text.length + matches * (replacement.length - find.length));
  return text.replaceAll(find, () => replacement);
}

function refuseGrowth(length: number): void {
  if (length <= MAX_TEXT) return;
  throw badArguments(
    `The text could grow beyond ${MAX_TEXT.toLocaleString('en')} characters. Use a shorter replacement, or split the text first.`,
  );
}
