/** Reads a date from words. */

import type { Computation } from './activity.ts';
import { printDate, readDate } from './calendar.ts';
import { textParam } from './parameters.ts';

export const parseDate: Computation = (params, context) =>
  printDate(readDate(textParam(params, 'text', 1000), 'text', context.now()));
