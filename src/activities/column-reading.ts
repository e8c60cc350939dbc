/** How a column's cells are read: numbers and dates as the column writes them, or refused with the cell named. Knows no tool. */

import type { Json, JsonObject } from '../lib/json.ts';
import { DATE_ORDERS } from '../tools/choices.ts';
import type { DateOrder, NumberWriting } from '../tools/file-profile.ts';
import { dateIn, WrittenDates } from '../tools/written-dates.ts';
import { isCode, numberIn, WrittenNumbers } from '../tools/written-numbers.ts';
import type { ActivityError } from './activity.ts';
import { cell, isEmptyCell, numberOf } from './columns.ts';
import { nameOf, quote } from './describe.ts';
import { badArguments, param, type Row } from './parameters.ts';

/** The order a plan says dates are written in, where the cells don't tell. */
export function dateOrderParam(params: JsonObject): DateOrder {
  if (params.dateOrder === undefined || params.dateOrder === null) return null;
  return param.choice(params, 'dateOrder', DATE_ORDERS) === 'dayFirst' ? 'dmy' : 'mdy';
}

/** What parts of dates give, and prefixes of a date that a condition may name. */
const ISO_MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

interface Misfit {
  readonly at: number;
  readonly value: Json;
}

/** What all cells of a column are. A column most cells of which are numbers is one of numbers, with a `misfit`. */
export interface ColumnReading {
  readonly name: string;
  readonly type: 'number' | 'date' | 'boolean' | 'text' | 'empty';
  /** The first filled cell that is not of the type. */
  readonly misfit: Misfit | undefined;
  readonly writing: NumberWriting;
  readonly order: DateOrder;
}

/** `order` decides where no cell tells day from month. */
export function readColumn(rows: readonly Row[], name: string, order: DateOrder = null): ColumnReading {
  return readCells(
    rows.map((row) => cell(row, name)),
    name,
    order,
  );
}

/** As `readColumn`, of cells that are at hand. */
export function readCells(cells: readonly Json[], name: string, order: DateOrder = null): ColumnReading {
  const [numbers, dates] = [new WrittenNumbers(), new WrittenDates()];
  const found = { number: 0, date: 0, boolean: 0, filled: 0, code: false };
  let notNumber: Misfit | undefined;
  let notDate: Misfit | undefined;
  for (const [at, value] of cells.entries()) {
    if (isEmptyCell(value)) continue;
    found.filled += 1;
    const text = typeof value === 'string' ? value : '';
    if (typeof value === 'number' || (text !== '' && numbers.add(text))) found.number += 1;
    else {
      notNumber ??= { at, value };
      if (isCode(text)) found.code = true;
    }
    if (text !== '' && (dates.add(text) || ISO_MONTH.test(text))) found.date += 1;
    else notDate ??= { at, value };
    if (typeof value === 'boolean') found.boolean += 1;
  }
  const shared = { name, writing: numbers.writing(null), order: dates.order ?? order };
  const { filled } = found;
  if (filled === 0) return { ...shared, type: 'empty', misfit: undefined };
  // Dates first: with a month's name they hold letters and digits, as codes do.
  if (found.date * 2 >= filled) return { ...shared, type: 'date', misfit: notDate };
  if (found.boolean === filled) return { ...shared, type: 'boolean', misfit: undefined };
  if (found.number === filled) return { ...shared, type: 'number', misfit: undefined };
  if (found.number * 2 >= filled && !found.code) return { ...shared, type: 'number', misfit: notNumber };
  return { ...shared, type: 'text', misfit: notNumber };
}

/** The number of a cell as its column writes it; undefined where it is none. */
export function numberAs(value: Json, { writing }: ColumnReading): number | undefined {
  if (typeof value !== 'string') return numberOf(value);
  const number = numberIn(value, writing);
  if (number !== null) return number;
  // Codes with leading zeros are numbers where a person reckons with them.
  return writing.decimal === '.' ? numberOf(value) : undefined;
}

/** The date of a cell as ISO text (a month alone stays one); undefined where it is none or day and month can't be told apart. */
export function dateAs(value: Json, { order }: ColumnReading): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return ISO_MONTH.test(text) ? text : (dateIn(text, order) ?? undefined);
}

/** @throws ActivityError `invalid-arguments` naming row and cell, where one that is not empty is no number */
export function numberCell(value: Json, at: number, reading: ColumnReading): number | null {
  if (isEmptyCell(value)) return null;
  return numberAs(value, reading) ?? refuse(notOne(value, at, reading, 'number'));
}

/** @throws ActivityError `invalid-arguments` naming row and cell, where one that is not empty is no date */
export function dateCell(value: Json, at: number, reading: ColumnReading): string | null {
  if (isEmptyCell(value)) return null;
  return dateAs(value, reading) ?? refuse(notOne(value, at, reading, 'date'));
}

const refuse = (error: ActivityError): never => {
  throw error;
};

/** @throws ActivityError where some cell is not as the others: ordering it anyway would be wrong without a word */
export function mustBeUniform(reading: ColumnReading): void {
  const { type, misfit } = reading;
  if ((type === 'number' || type === 'date') && misfit !== undefined)
    throw notOne(misfit.value, misfit.at, reading, type);
}

/** What is to be said of a cell that is no number or date. */
export function notOne(
  value: Json,
  at: number,
  reading: ColumnReading,
  wanted: 'number' | 'date',
): ActivityError {
  const where = `Row ${at + 1} has ${nameOf(value)} in the column ${quote(reading.name)}`;
  if (
    wanted === 'date' &&
    reading.type === 'date' &&
    typeof value === 'string' &&
    dateIn(value, 'dmy') !== null
  ) {
    return badArguments(
      `${where}, and no cell tells whether the day or the month comes first. Say so by the parameter "dateOrder": ` +
        '"dayFirst" or "monthFirst".',
    );
  }
  const written = typeof value === 'string' && /^[^\p{L}]*\d[^\p{L}]*$/u.test(value);
  const why =
    written && wanted === 'number' ? 'is no number as the other cells are written' : `is not a ${wanted}`;
  return badArguments(
    `${where}, which ${why}. Filter such rows out, mend the cell, or choose another column.`,
  );
}

/** What puts the cells of a column into order: by size, by time, false before true, or by the alphabet. */
export function orderOf(reading: ColumnReading): (value: Json, at: number) => Json {
  mustBeUniform(reading);
  if (reading.type === 'number') return (value, at) => numberCell(value, at, reading);
  if (reading.type === 'date') return (value, at) => dateCell(value, at, reading);
  return (value) => value;
}
