/** Reads a sheet of a dropped workbook as rows. */

import type { Computation } from './activity.ts';
import { inFile } from './csv.ts';
import { bytesOf } from './file-text.ts';
import { optionalFlag, optionalText, textParam } from './parameters.ts';
import { readWorkbook, rowsOfSheet } from './workbook.ts';

export const readXlsx: Computation = async (params, context) => {
  const name = textParam(params, 'file', 255);
  const sheet = optionalText(params, 'sheet', 255);
  const header = optionalFlag(params, 'header');
  const bytes = await bytesOf(name, context);
  try {
    return rowsOfSheet(await readWorkbook(bytes), sheet, header);
  } catch (fault) {
    throw inFile(name, fault);
  }
};
