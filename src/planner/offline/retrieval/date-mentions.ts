/** Days in a goal, written out or told in words. What is no day, such as "5 minutes", is left alone. */

import * as chrono from 'chrono-node';

interface DateMention {
  /** ISO day. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** Nothing else can be a day: looking costs a third of a second the first time. */
const MAY_BE_DATE = new RegExp(
  `\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}|\\b(?:${MONTH}|to(?:day|morrow|night)|yesterday|christmas|(?:mon|tues|wednes|thurs|fri|satur|sun)day|ago)\\b|\\b(?:next|last|this|in|from|after|before|until)\\s+(?:\\w+\\s+)?(?:days?|weeks?|months?|years?|now)\\b`,
  'iu',
);
const ISO = /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/gu;
/** "90 days after 2026-11-21" is a day and something to add to it, and not yet a day. */
const OFFSET =
  /^(?:\d+|an?|\p{L}+)\s+(?:business\s+)?(?:days?|weeks?|months?|years?|hours?)\s+(?:after|before|from|since)\s+(?=\S)/iu;

/** Every day of the text. `now` (ms) is what "tomorrow" counts from. */
export function findDates(text: string, now: number): DateMention[] {
  const found: DateMention[] = [...text.matchAll(ISO)].map((match) => ({
    value: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const free = (at: DateMention) => found.every((other) => at.end <= other.start || at.start >= other.end);
  // What is left once the plain days are out is worth a parser only where it can be a day at all.
  const rest = [...found].reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );
  if (MAY_BE_DATE.test(rest)) for (const day of inWords(text, now)) if (free(day)) found.push(day);
  return found;
}

function* inWords(text: string, now: number): Generator<DateMention> {
  for (const { index, text: said, start } of chrono.parse(text, new Date(now))) {
    // "may" and "5 minutes" are not days: only what names one, or a weekday, is taken.
    if (!start.isCertain('day') && !start.isCertain('weekday')) continue;
    const offset = OFFSET.exec(said)?.[0] ?? '';
    const base = offset === '' ? undefined : chrono.parse(said.slice(offset.length), new Date(now))[0]?.start;
    yield {
      value: isoDay(base ?? start),
      start: base === undefined ? index : index + offset.length,
      end: index + said.length,
    };
  }
}

const two = (part: number | null) => String(part ?? 1).padStart(2, '0');
const isoDay = (day: chrono.ParsedComponents): string =>
  `${day.get('year')}-${two(day.get('month'))}-${two(day.get('day'))}`;
