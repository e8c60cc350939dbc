/** Reads a dropped text file. */

import type { Computation } from './activity.ts';
import { readTextOf } from './file-text.ts';
import { textParam } from './parameters.ts';

export const readText: Computation = (params, context) => readTextOf(textParam(params, 'file', 255), context);
