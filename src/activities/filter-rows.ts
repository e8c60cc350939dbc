/** Keeps the rows that meet a condition. */

import { OPERATORS } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { cell, findColumn } from './columns.ts';
import { testFor } from './compare.ts';
import { choiceParam, optionalJson, type Row, rowsParam, textParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const filterRows: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  const column = findColumn(rows, textParam(params, 'column'), 'column');
  const meets = testFor(choiceParam(params, 'operator', OPERATORS, 'equals'), optionalJson(params, 'value'));
  const turns = takeTurns(context.signal);
  const kept: Row[] = [];
  for (const row of rows) {
    if (meets(cell(row, column))) kept.push(row);
    if (turns.due()) await turns.give();
  }
  return kept;
};
