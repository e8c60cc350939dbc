/** Parses CSV text into rows. */

import type { Computation } from './activity.ts';
import { parseCsvText } from './csv.ts';
import { choiceParam, optionalText, textParam } from './parameters.ts';

export const parseCsv: Computation = (params) =>
  parseCsvText(textParam(params, 'text'), {
    types: choiceParam(params, 'types', ['auto', 'text'], 'auto'),
    delimiter: optionalText(params, 'delimiter', 1),
  });
