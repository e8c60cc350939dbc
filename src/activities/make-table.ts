/** A Markdown table of rows. */

import type { Computation } from './activity.ts';
import { columnsOf, findColumns } from './columns.ts';
import { markdownTable } from './markdown.ts';
import { optionalNumber, optionalTexts, rowsParam } from './parameters.ts';

export const makeTable: Computation = (params) => {
  const rows = rowsParam(params, 'rows');
  const asked = optionalTexts(params, 'columns');
  const columns =
    asked === undefined || asked.length === 0 ? columnsOf(rows) : findColumns(rows, asked, 'columns');
  const limit = optionalNumber(params, 'limit', { min: 1, max: 10_000, whole: true }) ?? 1000;
  return markdownTable(rows, columns, limit);
};
