/** Reads a dropped text file. */

import type { Activity } from './activity.ts';
import { readTextOf } from './file-text.ts';
import { textParam } from './parameters.ts';

export const readText: Activity = (params, context) => readTextOf(textParam(params, 'file', 255), context);
