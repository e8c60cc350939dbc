/** Groups rows by a column and computes one number for each group. */

import { type Json, setOwn } from '../lib/json.ts';
import { AGGREGATES } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { aggregate, numbersOf } from './aggregate.ts';
import { cell, findColumn } from './columns.ts';
import { badArguments, choiceParam, optionalText, type Row, rowsParam, textParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const groupRows: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  const by = findColumn(rows, textParam(params, 'by'), 'by');
  const given = optionalText(params, 'column', 1000);
  const column = given === undefined ? undefined : findColumn(rows, given, 'column');
  const kind = choiceParam(params, 'aggregate', AGGREGATES, column === undefined ? 'count' : 'sum');
  if (kind !== 'count' && column === undefined) {
    throw badArguments(`To compute the ${kind} of each group, say of which column (parameter "column").`);
  }
  const as = optionalText(params, 'as', 1000) ?? kind;
  if (as === by)
    throw badArguments(`The new column cannot be called "${as}", as the groups are. Choose another name.`);
  // Looked at as a whole first, so that a fault names its place in the table and not in a group.
  if (kind !== 'count' && column !== undefined) {
    numbersOf(
      rows.map((row) => cell(row, column)),
      column,
    );
  }
  const turns = takeTurns(context.signal);
  const groups = new Map<string, { value: Json; cells: Json[] }>();
  for (const row of rows) {
    const value = cell(row, by);
    // The type is part of the key: the text "1" and the number 1 are two groups, as they look in the table.
    const key = JSON.stringify(value);
    const group = groups.get(key) ?? { value, cells: [] };
    group.cells.push(column === undefined ? null : cell(row, column));
    groups.set(key, group);
    if (turns.due()) await turns.give();
  }
  return Array.from(groups.values(), ({ value, cells }) => {
    const row: Row = {};
    setOwn(row, by, value);
    const result = kind === 'count' ? cells.length : aggregate(kind, numbersOf(cells, column ?? by));
    setOwn(row, as, result);
    return row;
  });
};
