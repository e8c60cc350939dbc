/** Each distinct row once, the first of its kind. */

import type { Computation } from './activity.ts';
import { cell, columnsOf, findColumns } from './columns.ts';
import { optionalTexts, type Row, rowsParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const removeDuplicates: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  const asked = optionalTexts(params, 'columns');
  const columns =
    asked === undefined || asked.length === 0 ? columnsOf(rows) : findColumns(rows, asked, 'columns');
  const turns = takeTurns(context.signal);
  const seen = new Set<string>();
  const kept: Row[] = [];
  for (const row of rows) {
    const key = JSON.stringify(columns.map((column) => cell(row, column)));
    if (!seen.has(key)) kept.push(row);
    seen.add(key);
    if (turns.due()) await turns.give();
  }
  return kept;
};
