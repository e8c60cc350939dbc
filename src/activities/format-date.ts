/** A date written out. */

import { format } from 'date-fns';
import type { Activity } from './activity.ts';
import { readDate } from './calendar.ts';
import { quote } from './describe.ts';
import { badArguments, optionalText, textParam } from './parameters.ts';

export const formatDate: Activity = (params, context) => {
  const date = readDate(textParam(params, 'date', 1000), 'date', context.now());
  const pattern = optionalText(params, 'format', 100) ?? 'd MMMM yyyy';
  try {
    return format(date.at, pattern);
  } catch (fault) {
    const why = fault instanceof RangeError && /`(?:YYYY|YY|D|DD)`/.test(fault.message);
    throw badArguments(
      `${quote(pattern)} is not a date format${why ? ': write yyyy for the year and d for the day, in small letters' : ''}. ` +
        "Put words in single quotes, as in 'on' d MMMM yyyy.",
    );
  }
};
