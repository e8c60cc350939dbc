/** Parts of dates, of ISO text. Knows no tool and no clock. */

import { UTCDate } from '@date-fns/utc';
import { format, parseISO } from 'date-fns';
import type { Json } from '../lib/json.ts';
import type { DatePart } from '../tools/choices.ts';
import { type ColumnReading, dateCell } from './column-reading.ts';
import { nameOf, quote } from './describe.ts';
import { badArguments } from './parameters.ts';

/** date-fns's words for each part; a year and an hour are numbers. */
const FORMATS: Readonly<Record<DatePart, string>> = {
  year: 'yyyy',
  quarter: "yyyy-'Q'Q",
  month: 'yyyy-MM',
  week: "RRRR-'W'II",
  day: 'yyyy-MM-dd',
  weekday: 'EEEE',
  monthName: 'MMMM',
  hour: 'H',
};

/** A day's or a month's ISO text as an instant of the wall clock. */
export const instantOf = (iso: string): UTCDate => {
  const day = iso.length === 7 ? `${iso}-01` : iso;
  return new UTCDate(parseISO(`${day.slice(0, 10)}${day.length > 10 ? day.slice(10) : 'T00:00:00'}Z`));
};

/** Such as 2026, "2026-Q1" or "March" of "2026-03-01". */
export function datePart(iso: string, part: DatePart): string | number {
  const text = format(instantOf(iso), FORMATS[part]);
  return part === 'year' || part === 'hour' ? Number(text) : text;
}

/** What puts parts of dates into the order of time: weekdays from Monday on, months from January on. */
function partOrder(iso: string, part: DatePart): string {
  if (part === 'weekday') return format(instantOf(iso), 'i');
  if (part === 'monthName') return format(instantOf(iso), 'MM');
  return format(instantOf(iso), part === 'hour' ? 'HH' : FORMATS[part]);
}

/** A cell's part and its place in time; null where the cell is empty. @throws ActivityError for what is no date */
export function partOfCell(
  value: Json,
  at: number,
  reading: ColumnReading,
  part: DatePart,
): { value: Json; order: string } | null {
  if (part === 'hour') return hourOfCell(value, at, reading);
  const iso = dateCell(value, at, reading);
  return iso === null ? null : { value: datePart(iso, part), order: partOrder(iso, part) };
}

const CLOCK = /^\s*(\d{1,2}):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:\s?([ap])\.?m\.?)?\s*$/iu;

/** Of a time of day, too: a till writes it in a column of its own. @throws ActivityError for a day without one, whose hour nobody knows */
function hourOfCell(value: Json, at: number, reading: ColumnReading): { value: Json; order: string } | null {
  const [, hour = '', half] = typeof value === 'string' ? (CLOCK.exec(value) ?? []) : [];
  if (hour !== '') {
    const told =
      half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    if (told < 24) return { value: told, order: String(told).padStart(2, '0') };
  }
  const iso = dateCell(value, at, reading);
  if (iso === null) return null;
  if (iso.length <= 10)
    throw badArguments(
      `Row ${at + 1} has ${nameOf(value)} in the column ${quote(reading.name)}, a day without a time: its hour is not known. Choose a column with times.`,
    );
  return { value: datePart(iso, 'hour'), order: partOrder(iso, 'hour') };
}
