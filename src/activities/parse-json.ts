/** Parses JSON text into data. */

import type { Computation } from './activity.ts';
import { parseJsonText } from './json-text.ts';
import { textParam } from './parameters.ts';

export const parseJson: Computation = (params) => parseJsonText(textParam(params, 'text'));
