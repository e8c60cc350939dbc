/** Parses JSON text into data. */

import type { Activity } from './activity.ts';
import { parseJsonText } from './json-text.ts';
import { textParam } from './parameters.ts';

export const parseJson: Activity = (params) => parseJsonText(textParam(params, 'text'));
