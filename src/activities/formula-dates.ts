/** What a formula can do with dates, which are ISO texts. */

import { format } from 'date-fns';
import type { DatePart, DateUnit } from '../tools/choices.ts';
import { instantOf, datePart as partOf } from './date-part.ts';
import { ADD, DIFFERENCE } from './date-units.ts';
import { nameOf } from './describe.ts';
import type { FormulaValue } from './formula.ts';
import type { Operation } from './formula-functions.ts';
import { badArguments } from './parameters.ts';

const ISO = /^\d{4}-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2})?)?)?$/;

export const isDateText = (text: string): boolean =>
  ISO.test(text) && !Number.isNaN(instantOf(text).getTime());

function dateIn(value: FormulaValue | undefined, label: string): string {
  if (typeof value === 'string' && isDateText(value)) return value;
  throw badArguments(
    `In the formula, ${label} needs a date such as 2026-11-21, but it has ${nameOf(value)}.`,
  );
}

/** Whole units from one date to another. */
export function datesApart(unit: DateUnit, from: string, to: string): number {
  const apart = DIFFERENCE[unit](instantOf(to), instantOf(from));
  // date-fns gives -0 for "just under one back".
  return apart === 0 ? 0 : apart;
}

const part = (name: string, of: DatePart): [string, Operation] => [
  name,
  (date) => partOf(dateIn(date, name), of),
];

/** As in a spreadsheet: the month of 2026-03-01 is 3. */
const numbered = (name: string, pattern: string): [string, Operation] => [
  name,
  (date) => Number(format(instantOf(dateIn(date, name)), pattern)),
];

const adding = (name: string, unit: DateUnit): [string, Operation] => [
  name,
  (date, amount) => {
    const start = dateIn(date, name);
    if (typeof amount !== 'number' || !Number.isInteger(amount) || Math.abs(amount) > 1_000_000)
      throw badArguments(`In the formula, ${name} needs a whole number, but it has ${nameOf(amount)}.`);
    const at = ADD[unit](instantOf(start), amount);
    if (Number.isNaN(at.getTime()) || at.getFullYear() < 0 || at.getFullYear() > 9999)
      throw badArguments(`In the formula, ${name} leaves the years 0 to 9999.`);
    return format(at, start.length > 10 ? "yyyy-MM-dd'T'HH:mm:ss" : 'yyyy-MM-dd');
  },
];

const apart = (name: string, unit: DateUnit): [string, Operation] => [
  name,
  (from, to) => datesApart(unit, dateIn(from, name), dateIn(to, name)),
];

export const DATES: readonly (readonly [string, Operation])[] = [
  part('year', 'year'),
  numbered('quarter', 'Q'),
  numbered('month', 'M'),
  numbered('week', 'I'),
  numbered('day', 'd'),
  numbered('hour', 'H'),
  part('weekday', 'weekday'),
  part('monthName', 'monthName'),
  part('yearMonth', 'month'),
  part('yearQuarter', 'quarter'),
  adding('addDays', 'days'),
  adding('addBusinessDays', 'businessDays'),
  adding('addWeeks', 'weeks'),
  adding('addMonths', 'months'),
  adding('addYears', 'years'),
  apart('daysBetween', 'days'),
  apart('weeksBetween', 'weeks'),
  apart('monthsBetween', 'months'),
  apart('yearsBetween', 'years'),
];
