/** What a pattern finds in a text, and what stands there instead. No pattern takes longer than its text is long (`pattern.ts`). */

import { RE2JS } from 're2js';
import { setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { findDates } from './calendar.ts';
import { badArguments, MAX_TEXT, param, type Row } from './parameters.ts';
import { compilePattern, MAX_PATTERN_TEXT } from './pattern.ts';
import { takeTurns } from './turns.ts';

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}/gi;
const URL_TEXT = /\bhttps?:\/\/[^\s<>"'`{}|\\^]{1,2000}/gi;
const PHONE =
  /(?<![\w.+-])(?:\+\d{1,3}|\(?0\d{1,5}\)?|\(\d{2,5}\)|\d{3}(?=[-.]\d{3}[-.]\d{4}))(?:[ ./-]?\(?\d{2,5}\)?){1,5}(?![\w-])/g;
const POINTS = String.raw`\d{1,3}(?:\.\d{3}){1,6},\d{1,2}(?!\d)`;
const COMMAS = String.raw`\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,15})?|\d{1,18}(?:\.\d{1,15})?`;
/** 1.200,50 and 1,200.50, which cannot be mistaken for each other. */
const NUMBER_TEXT = `${POINTS}|${COMMAS}`;
/** Of money, 12,50 and 1.200 are also read as most of Europe writes them: prices have two decimals, or none. */
const MONEY_TEXT = String.raw`${POINTS}|\d{1,3}(?:\.\d{3}){1,6}(?![\d.,]\d)|\d{1,15},\d{2}(?!\d)|${COMMAS}`;
const SIGN = '[€$£¥₹]';
const CODE = 'EUR|USD|GBP|JPY|CHF|INR|CAD|AUD|SEK|NOK|DKK|PLN|CZK|euros?|dollars?|pounds?';
const AMOUNT = new RegExp(
  `(${SIGN}|\\b(?:${CODE})\\b) ?(-?(?:${MONEY_TEXT}))(?!\\d)|(?<![\\w.,])(-?(?:${MONEY_TEXT})) ?(${SIGN}|(?:${CODE})\\b)`,
  'gi',
);
const PERCENTAGE = new RegExp(`(?<![\\w.,])(-?(?:${NUMBER_TEXT})) ?(?:%|percent\\b|per cent\\b)`, 'gi');
const NUMBER = new RegExp(`(?<![\\w.,/:]|\\w-)-?(?:${NUMBER_TEXT})(?![\\w/:-]|[.,]\\d)`, 'g');

const CURRENCIES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  pound: 'GBP',
  pounds: 'GBP',
};

const toNumber = (text: string): number =>
  Number(
    new RegExp(`^-?(?:${POINTS})$`).test(text)
      ? text.replaceAll('.', '').replace(',', '.')
      : text.replaceAll(',', ''),
  );

function toMoney(text: string): number {
  if (/,\d{2}$/.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  return /^-?\d{1,3}(?:\.\d{3})+$/.test(text) ? Number(text.replaceAll('.', '')) : toNumber(text);
}
const unique = (texts: Iterable<string>): string[] => [...new Set(texts)];
const matches = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), (m) => m[0]);

/**
 * Patterns of things people write in texts. Every pattern is bounded and starts at a fixed edge, so
 * that no text makes it slow; none of them tries to validate, only to find.
 */
const findEmails = (text: string): string[] => unique(matches(text, EMAIL));

/** Without the full stop, comma or bracket that belongs to the sentence around it. */
const findUrls = (text: string): string[] =>
  unique(
    matches(text, URL_TEXT)
      .map((url) => trimEnd(url))
      .filter((url) => URL.canParse(url)),
  );

function trimEnd(url: string): string {
  let end = url.length;
  while (end > 0 && '.,;:!?'.includes(url[end - 1] ?? '')) end -= 1;
  const cut = url.slice(0, end);
  return cut.endsWith(')') && !cut.includes('(') ? cut.slice(0, -1) : cut;
}

/** At least seven digits, written as phone numbers are: a plus, a leading zero or brackets. */
const findPhones = (text: string): string[] =>
  unique(
    matches(text, PHONE)
      .map((phone) => phone.trim())
      .filter((phone) => {
        const digits = phone.replace(/\D/g, '').length;
        return digits >= 7 && digits <= 15;
      }),
  );

function findAmounts(text: string): Row[] {
  return Array.from(text.matchAll(AMOUNT), (match) => {
    const [whole, before, first, second, after] = match;
    const currency = (before ?? after ?? '').toLowerCase();
    return {
      amount: toMoney(first ?? second ?? ''),
      currency: CURRENCIES[currency] ?? currency.toUpperCase(),
      text: whole,
    };
  });
}

const findPercentages = (text: string): number[] =>
  Array.from(text.matchAll(PERCENTAGE), (match) => toNumber(match[1] ?? ''));

const findNumbers = (text: string): number[] => matches(text, NUMBER).map(toNumber);

/** Finds every match of a pattern and gives them as rows. */
export const matchText: Computation = async (params, context) => {
  const text = param.text(params, 'text', MAX_PATTERN_TEXT);
  const pattern = compilePattern(param.text(params, 'pattern'), param.flag(params, 'ignoreCase'));
  const limit = param.optionalNumber(params, 'limit', { min: 1, max: 100_000, whole: true }) ?? 10_000;
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
  const find = param.text(params, 'find');
  if (find === '') throw badArguments('The parameter "find" is empty: say which text to replace.');
  const replacement = param.text(params, 'replacement', 100_000);
  const isPattern = param.flag(params, 'isPattern');
  const ignoreCase = param.flag(params, 'ignoreCase');
  if (!isPattern && !ignoreCase) return replaceExactly(param.text(params, 'text'), find, replacement);
  const text = param.text(params, 'text', MAX_PATTERN_TEXT);
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
  const text = param.text(params, 'text', 1_000_000);
  const asked = param.optionalTexts(params, 'kinds') ?? KINDS;
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
