/** Joins texts into one. */

import type { Activity } from './activity.ts';
import { optionalText, textsParam } from './parameters.ts';

export const joinText: Activity = (params) =>
  textsParam(params, 'texts').join(optionalText(params, 'separator', 1000) ?? '\n');
