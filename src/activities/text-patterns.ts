/** What a pattern finds in a text, and what stands there instead. No pattern takes longer than its text is long (`pattern.ts`). */

import { RE2JS } from 're2js';
import { setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { findDates } from './calendar.ts';
import { findAmounts, findEmails, findNumbers, findPercentages, findPhones, findUrls } from './fields.ts';
import {
  badArguments,
  flagParam,
  MAX_TEXT,
  optionalNumber,
  optionalTexts,
  type Row,
  textParam,
} from './parameters.ts';
import { compilePattern, MAX_PATTERN_TEXT } from './pattern.ts';
import { takeTurns } from './turns.ts';

/** Finds every match of a pattern and gives them as rows. */
export const matchText: Computation = async (params, context) => {
  const text = textParam(params, 'text', MAX_PATTERN_TEXT);
  const pattern = compilePattern(textParam(params, 'pattern'), flagParam(params, 'ignoreCase', false));
  const limit = optionalNumber(params, 'limit', { min: 1, max: 100_000, whole: true }) ?? 10_000;
  const turns = takeTurns(context.signal);
  const matcher = pattern.matcher(text);
  const names = new Map(Object.entries(matcher.namedGroups).map(([name, index]) => [index, name]));
  const found: Row[] = [];
  while (found.length < limit && matcher.find()) {
    const row: Row = { match: matcher.group() ?? '', index: matcher.start() };
    for (let group = 1; group <= matcher.groupCount(); group += 1) {
      setOwn(row, names.get(group) ?? `group${group}`, matcher.group(group));
    }
    found.push(row);
    if (turns.due()) await turns.give();
  }
  return found;
};

/** Replaces every occurrence of a text or a pattern. */
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

const FINDERS = {
  emails: findEmails,
  urls: findUrls,
  phones: findPhones,
  dates: (text: string, now: number) => findDates(text, now),
  amounts: findAmounts,
  percentages: findPercentages,
  numbers: findNumbers,
} as const;
type Kind = keyof typeof FINDERS;
const KINDS = Object.keys(FINDERS) as Kind[];

/** Finds addresses, links, phone numbers, dates, amounts and numbers in a text. */
export const extractFields: Computation = (params, context) => {
  const text = textParam(params, 'text', 1_000_000);
  const asked = optionalTexts(params, 'kinds') ?? KINDS;
  const found: Row = {};
  for (const name of asked) {
    const kind = KINDS.find((candidate) => candidate === name);
    if (kind === undefined) {
      throw badArguments(`"${name}" is not a kind of field. The kinds are ${KINDS.join(', ')}.`);
    }
    setOwn(found, kind, FINDERS[kind](text, context.now()));
  }
  return found;
};
