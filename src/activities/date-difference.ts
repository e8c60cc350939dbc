/** Whole units between two dates. */

import { DATE_UNITS } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { readDate } from './calendar.ts';
import { DIFFERENCE } from './date-units.ts';
import { choiceParam, textParam } from './parameters.ts';

export const dateDifference: Computation = (params, context) => {
  const from = readDate(textParam(params, 'from', 1000), 'from', context.now());
  const to = readDate(textParam(params, 'to', 1000), 'to', context.now());
  const unit = choiceParam(params, 'unit', DATE_UNITS, 'days');
  const difference = DIFFERENCE[unit](to.at, from.at);
  // date-fns gives -0 for "just under one back".
  return difference === 0 ? 0 : difference;
};
