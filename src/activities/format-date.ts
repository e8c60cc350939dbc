/** A date written out. */

import { format } from 'date-fns';
import type { Computation } from './activity.ts';
import { readDate } from './calendar.ts';
import { quote } from './describe.ts';
import { badArguments, optionalText, textParam } from './parameters.ts';

export const formatDate: Computation = (params, context) => {
  const date = readDate(textParam(params, 'date', 1000), 'date', context.now());
  const pattern = optionalText(params, 'format', 100) ?? 'd MMMM yyyy';
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
