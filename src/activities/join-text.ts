/** Joins texts into one. */

import type { Computation } from './activity.ts';
import { optionalText, textsParam } from './parameters.ts';

export const joinText: Computation = (params) =>
  textsParam(params, 'texts').join(optionalText(params, 'separator', 1000) ?? '\n');
