/** Reads a dropped JSON file as data. */

import type { Computation } from './activity.ts';
import { inFile } from './csv.ts';
import { readTextOf } from './file-text.ts';
import { parseJsonText } from './json-text.ts';
import { textParam } from './parameters.ts';

export const readJson: Computation = async (params, context) => {
  const name = textParam(params, 'file', 255);
  const text = await readTextOf(name, context);
  try {
    return parseJsonText(text);
  } catch (fault) {
    throw inFile(name, fault);
  }
};
