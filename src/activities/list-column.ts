/** The values of one column as a list. */

import type { Computation } from './activity.ts';
import { cell, findColumn } from './columns.ts';
import { flagParam, rowsParam, textParam } from './parameters.ts';

export const listColumn: Computation = (params) => {
  const rows = rowsParam(params, 'rows');
  const column = findColumn(rows, textParam(params, 'column'), 'column');
  const values = rows.map((row) => cell(row, column));
  if (!flagParam(params, 'unique', false)) return values;
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
};
