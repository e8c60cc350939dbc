/** A date some units later or earlier. */

import { UTCDate } from '@date-fns/utc';
import { isValid } from 'date-fns';
import { DATE_UNITS } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { printDate, readDate } from './calendar.ts';
import { ADD, isTimeUnit } from './date-units.ts';
import { badArguments, choiceParam, numberParam, textParam } from './parameters.ts';

const FARTHEST = 1_000_000;

export const addToDate: Computation = (params, context) => {
  const date = readDate(textParam(params, 'date', 1000), 'date', context.now());
  const unit = choiceParam(params, 'unit', DATE_UNITS, 'days');
  const amount = numberParam(params, 'amount', { min: -FARTHEST, max: FARTHEST, whole: true });
  const at = new UTCDate(ADD[unit](date.at, amount));
  const year = at.getFullYear();
  if (!isValid(at) || year < 0 || year > 9999) {
    throw badArguments('The new date lies outside the years 0 to 9999. Add less.');
  }
  return printDate({ at, timed: date.timed || isTimeUnit(unit) });
};
