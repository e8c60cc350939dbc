/** The units dates are reckoned in, and what each does. Knows no tool. */

import {
  addBusinessDays,
  addDays,
  addHours,
  addMinutes,
  addMonths,
  addSeconds,
  addWeeks,
  addYears,
  differenceInBusinessDays,
  differenceInDays,
  differenceInHours,
  differenceInMinutes,
  differenceInMonths,
  differenceInSeconds,
  differenceInWeeks,
  differenceInYears,
} from 'date-fns';
import type { DateUnit } from '../tools/choices.ts';

/** A unit below a day gives a plain date a time of day. */
export const isTimeUnit = (unit: DateUnit): boolean =>
  unit === 'seconds' || unit === 'minutes' || unit === 'hours';

export const ADD: Readonly<Record<DateUnit, (date: Date, amount: number) => Date>> = {
  seconds: addSeconds,
  minutes: addMinutes,
  hours: addHours,
  days: addDays,
  businessDays: addBusinessDays,
  weeks: addWeeks,
  months: addMonths,
  years: addYears,
};

/** Whole units from the second date to the first, cut towards zero. */
export const DIFFERENCE: Readonly<Record<DateUnit, (later: Date, earlier: Date) => number>> = {
  seconds: differenceInSeconds,
  minutes: differenceInMinutes,
  hours: differenceInHours,
  days: differenceInDays,
  businessDays: differenceInBusinessDays,
  weeks: differenceInWeeks,
  months: differenceInMonths,
  years: differenceInYears,
};
