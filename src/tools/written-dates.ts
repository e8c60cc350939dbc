/** Dates as people write them in tables: in three orders, with numbers or names of months. Knows no file and no clock. */

import type { DateOrder } from './file-profile.ts';

type Order = NonNullable<DateOrder>;

/** Of English, German, French, Spanish and Italian; three letters of one are enough. */
const MONTHS = [
  'january januar jänner janvier enero gennaio',
  'february februar feber février fevrier febrero febbraio',
  'march märz maerz mrz mars marzo',
  'april avril abril aprile',
  'may mai mayo maggio',
  'june juni juin junio giugno',
  'july juli juillet julio luglio',
  'august août aout agosto',
  'september septembre septiembre settembre sept',
  'october oktober octobre octubre ottobre',
  'november novembre noviembre',
  'december dezember décembre decembre diciembre dicembre',
].map((names) => names.split(' '));

const TIME =
  '(?:[T ,]+(\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:\\s?[ap]m)?)\\s?(?:Z|[+-]\\d{2}:?\\d{2})?)?';
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}$`, 'i');
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${TIME}$`, 'i');
const NAME = '(\\p{L}{3,10})\\.?';
const DAY_NAME = new RegExp(
  `^(\\d{1,2})(?:\\.|st|nd|rd|th)?[ -](?:de )?${NAME}[ -,](?:de )? ?(\\d{4}|\\d{2})${TIME}$`,
  'iu',
);
const NAME_DAY = new RegExp(`^${NAME}[ -](\\d{1,2})(?:st|nd|rd|th)?,? ?[ -]?(\\d{4})${TIME}$`, 'iu');
const LONGEST = 40;

/** A cell that may be a date, its day and month perhaps not told apart. */
interface DateCell {
  readonly year: number;
  /** As they stand; under `ymd` and where the month has a name they are month and day. */
  readonly first: number;
  readonly second: number;
  readonly orders: readonly Order[];
  readonly time: string;
}

function dateCell(cell: string): DateCell | null {
  // Every year has two digits side by side: most cells are told from dates by that.
  if (cell.length > LONGEST || !/\d\d/.test(cell)) return null;
  const text = cell.trim();
  const ymd = YEAR_FIRST.exec(text);
  if (ymd) return cellOf(ymd[1], ymd[3], ymd[4], ['ymd'], ymd[5]);
  const last = YEAR_LAST.exec(text);
  // A point between day and month is written where the day comes first.
  if (last) return cellOf(last[4], last[1], last[3], last[2] === '.' ? ['dmy'] : ['dmy', 'mdy'], last[5]);
  const dayName = DAY_NAME.exec(text);
  if (dayName) return named(dayName[3], dayName[2], dayName[1], 'dmy', dayName[4]);
  const nameDay = NAME_DAY.exec(text);
  return nameDay ? named(nameDay[3], nameDay[1], nameDay[2], 'mdy', nameDay[4]) : null;
}

function named(
  year: string | undefined,
  name: string | undefined,
  day: string | undefined,
  order: 'dmy' | 'mdy',
  time: string | undefined,
): DateCell | null {
  const lower = name?.toLowerCase() ?? '';
  const month = MONTHS.findIndex((names) => names.some((one) => one.startsWith(lower))) + 1;
  if (month === 0) return null;
  return order === 'dmy'
    ? cellOf(year, day, String(month), ['dmy'], time)
    : cellOf(year, String(month), day, ['mdy'], time);
}

function cellOf(
  year: string | undefined,
  first: string | undefined,
  second: string | undefined,
  orders: readonly Order[],
  time = '',
): DateCell | null {
  const one = {
    year: fullYear(Number(year), year?.length ?? 0),
    first: Number(first),
    second: Number(second),
    time,
  };
  const possible = orders.filter((order) => isDay({ ...one, orders }, order));
  return possible.length === 0 ? null : { ...one, orders: possible };
}

/** Two digits are of the hundred years around 2000 that spreadsheets take: 1930 to 2029. */
const fullYear = (year: number, digits: number): number =>
  digits === 2 ? year + (year < 30 ? 2000 : 1900) : year;

const monthOf = ({ first, second }: DateCell, order: Order): number => (order === 'dmy' ? second : first);
const dayOf = ({ first, second }: DateCell, order: Order): number => (order === 'dmy' ? first : second);

function isDay(cell: DateCell, order: Order): boolean {
  const month = monthOf(cell, order);
  const day = dayOf(cell, order);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(cell.year, month);
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** Gathers in which order the dates of a column are written, cell by cell. */
export class WrittenDates {
  private orders: readonly Order[] | undefined;

  /** Whether the cell is a date in an order that all before it allow. */
  add(cell: string): boolean {
    const read = dateCell(cell);
    if (read === null) return false;
    const left = this.orders?.filter((order) => read.orders.includes(order)) ?? read.orders;
    if (left.length === 0) return false;
    this.orders = left;
    return true;
  }

  /** null where no cell told day from month. */
  get order(): DateOrder {
    return this.orders?.length === 1 ? (this.orders[0] ?? null) : null;
  }
}

/** The day of a cell as ISO text, with its time where it has one; null where it is none, or day and month can't be told apart. */
export function dateIn(cell: string, order: DateOrder): string | null {
  const read = dateCell(cell);
  const by = order ?? (read?.orders.length === 1 ? read.orders[0] : undefined);
  if (read === null || by === undefined || !read.orders.includes(by)) return null;
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${String(read.year).padStart(4, '0')}-${two(monthOf(read, by))}-${two(dayOf(read, by))}`;
  return read.time === '' ? day : `${day}T${time24(read.time)}`;
}

/** "2:30 pm" is 14:30:00. */
function time24(written: string): string {
  const [, hour = '0', minute = '00', second = '00'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(written) ?? [];
  const half = /([ap])m$/i.exec(written)?.[1]?.toLowerCase();
  const h = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  return `${String(h).padStart(2, '0')}:${minute}:${second}`;
}
