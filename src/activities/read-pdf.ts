/** Reads the text of a dropped PDF. */

import type { Computation } from './activity.ts';
import { inFile } from './csv.ts';
import { bytesOf } from './file-text.ts';
import { textParam } from './parameters.ts';
import { textOfPdf } from './pdf-text.ts';

export const readPdf: Computation = async (params, context) => {
  const name = textParam(params, 'file', 255);
  const bytes = await bytesOf(name, context);
  try {
    return (await textOfPdf(bytes)).text;
  } catch (fault) {
    throw inFile(name, fault);
  }
};
