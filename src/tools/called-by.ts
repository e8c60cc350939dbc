/** Columns of numbers that nobody adds up, told by their cells or their last word: what rows are called by, and years. */

import type { ColumnProfile } from './file-profile.ts';

const FEW = 4;

/** What a column's numbers are besides numbers; of years the first and the last day as those of dates. */
export function kindOfNumbers({ examples, least = '', greatest = '', distinct, filled }: ColumnProfile): {
  isSerial?: true;
  from?: string;
  to?: string;
} {
  const whole = [least, greatest, ...examples].map((cell) =>
    /^\d{1,9}$/u.test(cell) ? Number(cell) : Number.NaN,
  );
  if (examples.length === 0 || whole.some(Number.isNaN)) return {};
  const [low = 0, high = 0, ...seen] = whole;
  // They go up by one from row to row, with none left out.
  const isSerial =
    seen.length >= FEW && high - low + 1 === distinct && seen.every((one, at) => one === low + at);
  if (isSerial) return { isSerial: true };
  const areYears = low >= 1900 && high < 2100 && distinct < filled && distinct > 1;
  return areYears ? { from: `${low}-01-01`, to: `${high}-12-31` } : {};
}

/** The last word of a column of what rows are called by. */
export const IDENTIFIES =
  /^(?:\p{L}{3,}(?:nr|nummer)|id|key|code|nr|no|zip|plz|year|jahr|phone|number|nummer|sku|index|no|ref|bib|week|woche|kw|semaine|semana|settimana|month|monat|quarter|quartal|semester|room|zimmer|raum|seat|platz|gate|lane|floor|stockwerk)$/u;
