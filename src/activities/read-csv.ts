/** Reads a dropped CSV file as rows. */

import type { Computation } from './activity.ts';
import { inFile, parseCsvText } from './csv.ts';
import { readTextOf } from './file-text.ts';
import { choiceParam, optionalText, textParam } from './parameters.ts';

export const readCsv: Computation = async (params, context) => {
  const name = textParam(params, 'file', 255);
  const types = choiceParam(params, 'types', ['auto', 'text'], 'auto');
  const delimiter = optionalText(params, 'delimiter', 1);
  const text = await readTextOf(name, context);
  try {
    return parseCsvText(text, { types, delimiter });
  } catch (fault) {
    throw inFile(name, fault);
  }
};
