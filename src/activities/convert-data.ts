/** Data as CSV, TSV or JSON text. */

import type { Computation } from './activity.ts';
import { columnsOf } from './columns.ts';
import { printCsv } from './csv.ts';
import { choiceParam, jsonParam, rowsParam } from './parameters.ts';

export const convertData: Computation = (params) => {
  const to = choiceParam(params, 'to', ['csv', 'tsv', 'json'], 'csv');
  if (to === 'json') return `${JSON.stringify(jsonParam(params, 'data'), null, 2)}\n`;
  const rows = rowsParam(params, 'data');
  return printCsv(rows, columnsOf(rows), to === 'tsv' ? '\t' : ',');
};
