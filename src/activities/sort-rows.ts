/** Sorts rows by a column; rows with nothing in it come last either way. */

import type { Computation } from './activity.ts';
import { cell, findColumn, isEmptyCell } from './columns.ts';
import { compareValues } from './compare.ts';
import { choiceParam, optionalNumber, rowsParam, textParam } from './parameters.ts';
import { throwIfStopped } from './turns.ts';

export const sortRows: Computation = (params, context) => {
  const rows = rowsParam(params, 'rows');
  const column = findColumn(rows, textParam(params, 'column'), 'column');
  const sign =
    choiceParam(params, 'direction', ['ascending', 'descending'], 'ascending') === 'ascending' ? 1 : -1;
  const limit = optionalNumber(params, 'limit', { min: 0, whole: true });
  throwIfStopped(context.signal);
  const filled = rows.filter((row) => !isEmptyCell(cell(row, column)));
  const empty = rows.filter((row) => isEmptyCell(cell(row, column)));
  filled.sort((a, b) => sign * compareValues(cell(a, column), cell(b, column)));
  return [...filled, ...empty].slice(0, limit);
};
