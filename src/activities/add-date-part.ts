/** Adds a column with a part of a column of dates. */

import { setOwn } from '../lib/json.ts';
import { DATE_PARTS } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { dateOrderParam, readColumn } from './column-reading.ts';
import { cell, findColumn } from './columns.ts';
import { partOfCell } from './date-part.ts';
import { choiceParam, optionalText, type Row, rowsParam, textParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const addDatePart: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  const column = findColumn(rows, textParam(params, 'column'), 'column');
  const part = choiceParam(params, 'part', DATE_PARTS);
  const as = optionalText(params, 'as', 1000) ?? part;
  const reading = readColumn(rows, column, dateOrderParam(params));
  const turns = takeTurns(context.signal);
  const wider: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const added: Row = { ...row };
    setOwn(added, as, partOfCell(cell(row, column), at, reading, part)?.value ?? null);
    wider.push(added);
    if (turns.due()) await turns.give();
  }
  return wider;
};
