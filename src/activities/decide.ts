/** Takes one of two ways by a condition: the first where it holds, else the second (L-23). */

import { OPERATORS } from '../tools/choices.ts';
import type { Activity } from './activity.ts';
import { testFor } from './compare.ts';
import { choiceParam, jsonParam, optionalJson } from './parameters.ts';

export const decide: Activity = (params, context) => {
  const value = jsonParam(params, 'value');
  const holds = testFor(
    choiceParam(params, 'operator', OPERATORS, 'equals'),
    optionalJson(params, 'compareTo'),
  );
  const passed = optionalJson(params, 'pass') ?? value;
  return context.route(holds(value) ? 0 : 1, passed);
};
