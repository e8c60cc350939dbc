/**
 * Dates as people write them and as plans keep them: `2026-11-21`, or `2026-11-21T14:30:00` with a
 * time. They are what a wall calendar and clock show, without a zone, so that a plan gives the same
 * result wherever it runs. Reckoning is done on UTCDate: local time would lose an hour in March.
 */

import { UTCDate } from '@date-fns/utc';
import { type ParsedComponents, type ParsedResult, parse } from 'chrono-node';
import { format, isValid, parseISO } from 'date-fns';
import { quote } from './describe.ts';
import { badArguments } from './parameters.ts';

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

interface CalendarDate {
  readonly at: UTCDate;
  /** Whether a time of day was given; a plain day has none. */
  readonly timed: boolean;
}

/**
 * A date from ISO text or from words ("next Friday", "3 March 2026", "in two weeks"), words counting
 * from `now` (milliseconds) in the person's own zone.
 * @throws ActivityError `invalid-arguments`
 */
export function readDate(text: string, parameter: string, now: number): CalendarDate {
  const trimmed = text.trim();
  if (ISO.test(trimmed)) {
    const at = new UTCDate(
      parseISO(/Z|[+-]\d{2}:?\d{2}$/.test(trimmed.slice(10)) ? trimmed : asUtc(trimmed)),
    );
    if (!isValid(at))
      throw badArguments(`There is no such day as ${quote(trimmed)} (parameter "${parameter}").`);
    return { at, timed: trimmed.length > 10 };
  }
  const found = trimmed.length > 200 ? undefined : parse(trimmed, reference(now))[0];
  if (found === undefined) {
    throw badArguments(
      `The parameter "${parameter}" must be a date, but it is ${trimmed === '' ? 'empty' : quote(trimmed)}. ` +
        'Write it like 2026-11-21, "21 November 2026" or "next Friday".',
    );
  }
  return { at: wallClock(found.start), timed: found.start.isCertain('hour') };
}

const asUtc = (text: string): string => `${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : 'T00:00:00Z'}`;

/** What the person's own clock shows at `now`, kept as if it were UTC. */
function reference(now: number): { instant: Date; timezone: number } {
  return { instant: new Date(now), timezone: -new Date(now).getTimezoneOffset() };
}

function wallClock(parts: ParsedComponents): UTCDate {
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', missing: number) =>
    parts.get(name) ?? missing;
  const timed = parts.isCertain('hour');
  const at = new UTCDate(0);
  at.setUTCFullYear(part('year', 1970), part('month', 1) - 1, part('day', 1));
  if (timed) at.setUTCHours(part('hour', 0), part('minute', 0), part('second', 0));
  return at;
}

/** ISO text: a plain day where no time was given. */
export const printDate = (date: CalendarDate): string =>
  format(date.at, date.timed ? "yyyy-MM-dd'T'HH:mm:ss" : 'yyyy-MM-dd');

/** "3 March: 12 apples" names no time, though chrono reads one. */
const SAYS_TIME = /\d[:.]\d\d|\d ?[ap]\.?m\b|\bat\b|noon|midnight|hour|minute|second/i;

/** Every date a text names, as ISO text, each once, in order. Bare times and weekdays count too. */
export function findDates(text: string, now: number): string[] {
  const found = new Set<string>();
  for (const stretch of text.split(/\r?\n/)) {
    // chrono tries every pattern at every place: a line of a megabyte would take minutes.
    for (let start = 0; start < stretch.length; start += 2000) {
      for (const result of parse(stretch.slice(start, start + 2000), reference(now))) {
        const timed = result.start.isCertain('hour') && SAYS_TIME.test(result.text);
        if (namesDay(result)) found.add(printDate({ at: wallClock(result.start), timed }));
      }
    }
  }
  return [...found];
}

/** "at 5" alone names no day, and "3/4" is more often a part than the fourth of March. */
const namesDay = (result: ParsedResult): boolean =>
  !/^\d{1,2}[/.-]\d{1,2}$/.test(result.text) &&
  (result.start.isCertain('day') || result.start.isCertain('weekday') || result.start.isCertain('month'));
