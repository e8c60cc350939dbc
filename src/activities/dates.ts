/** Dates read, compared, moved, written out, and taken apart into a column. How a date is read is `calendar.ts`. */

import { UTCDate } from '@date-fns/utc';
import { format, isValid } from 'date-fns';
import { setOwn } from '../lib/json.ts';
import { DATE_PARTS, DATE_UNITS } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { printDate, readDate } from './calendar.ts';
import { dateOrderParam, readColumn } from './column-reading.ts';
import { cell, findColumn } from './columns.ts';
import { partOfCell } from './date-part.ts';
import { ADD, DIFFERENCE, isTimeUnit } from './date-units.ts';
import { quote } from './describe.ts';
import { badArguments, param, type Row } from './parameters.ts';
import { takeTurns } from './turns.ts';

/** Adds a column with a part of a column of dates. */
export const addDatePart: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  const column = findColumn(rows, param.text(params, 'column'), 'column');
  const part = param.choice(params, 'part', DATE_PARTS);
  const as = param.optionalText(params, 'as', 1000) ?? part;
  const reading = readColumn(rows, column, dateOrderParam(params));
  const turns = takeTurns(context.signal);
  const wider: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const added: Row = { ...row };
    setOwn(added, as, partOfCell(cell(row, column), at, reading, part)?.value ?? null);
    wider.push(added);
    if (turns.due()) await turns.give();
  }
  return wider;
};

/** Whole units between two dates. */
export const dateDifference: Computation = (params, context) => {
  const from = readDate(param.text(params, 'from', 1000), 'from', context.now());
  const to = readDate(param.text(params, 'to', 1000), 'to', context.now());
  const unit = param.choice(params, 'unit', DATE_UNITS, 'days');
  const difference = DIFFERENCE[unit](to.at, from.at);
  // date-fns gives -0 for "just under one back".
  return difference === 0 ? 0 : difference;
};

/** Reads a date from words. */
export const parseDate: Computation = (params, context) =>
  printDate(readDate(param.text(params, 'text', 1000), 'text', context.now()));

const FARTHEST = 1_000_000;

/** A date some units later or earlier. */
export const addToDate: Computation = (params, context) => {
  const date = readDate(param.text(params, 'date', 1000), 'date', context.now());
  const unit = param.choice(params, 'unit', DATE_UNITS, 'days');
  const amount = param.number(params, 'amount', { min: -FARTHEST, max: FARTHEST, whole: true });
  const at = new UTCDate(ADD[unit](date.at, amount));
  const year = at.getFullYear();
  if (!isValid(at) || year < 0 || year > 9999) {
    throw badArguments('The new date lies outside the years 0 to 9999. Add less.');
  }
  return printDate({ at, timed: date.timed || isTimeUnit(unit) });
};

/** A date written out. */
export const formatDate: Computation = (params, context) => {
  const date = readDate(param.text(params, 'date', 1000), 'date', context.now());
  const pattern = param.optionalText(params, 'format', 100) ?? 'd MMMM yyyy';
  // date-fns takes these for the week's year and the day of the year, which nobody who writes them means.
  if (/[YD]/.test(pattern.replace(/'[^']*'/g, ''))) {
    throw badArguments(
      `In the date format ${quote(pattern)}, write the year as yyyy and the day as d, in small letters.`,
    );
  }
  try {
    return format(date.at, pattern);
  } catch {
    throw badArguments(
      `${quote(pattern)} is not a date format. Put words in single quotes, as in 'on' d MMMM yyyy.`,
    );
  }
};
