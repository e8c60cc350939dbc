/** Takes one of two ways by a condition: the first where it holds, else the second (L-23). */

import type { Json } from '../lib/json.ts';
import { OPERATORS } from '../tools/choices.ts';
import type { Activity } from './activity.ts';
import { readCells } from './column-reading.ts';
import { testFor } from './condition.ts';
import { choiceParam, jsonParam, optionalJson } from './parameters.ts';

export const decide: Activity = async (params, context) => {
  const value = jsonParam(params, 'value');
  const target = optionalJson(params, 'compareTo');
  const compared: readonly Json[] = target === undefined ? [] : Array.isArray(target) ? target : [target];
  // How a value is written, it and what it is compared with tell together.
  const reading = readCells([value, ...compared], 'value');
  // The calendar is large, and needed only for dates in words.
  const calendar = reading.type === 'date' ? await import('./calendar.ts') : undefined;
  const holds = testFor(choiceParam(params, 'operator', OPERATORS, 'equals'), target, reading, (text) =>
    calendar ? calendar.printDate(calendar.readDate(text, 'compareTo', context.now())) : text,
  );
  const passed = optionalJson(params, 'pass') ?? value;
  return context.route(holds(value, 0) ? 0 : 1, passed);
};
