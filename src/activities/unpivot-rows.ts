/** Each of some columns becomes a row with its name and its value. */

import { setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { cell, columnsOf, findColumns } from './columns.ts';
import { count } from './describe.ts';
import { mustDiffer } from './grouping.ts';
import { badArguments, MAX_ROWS, optionalText, type Row, rowsParam, textsParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const unpivotRows: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  const asked = textsParam(params, 'columns', 10_000);
  if (asked.length === 0) throw badArguments('The parameter "columns" is empty: name at least one column.');
  const turned = findColumns(rows, asked, 'columns');
  const nameAs = optionalText(params, 'nameAs', 1000) ?? 'name';
  const valueAs = optionalText(params, 'valueAs', 1000) ?? 'value';
  const kept = columnsOf(rows).filter((column) => !turned.includes(column));
  mustDiffer([...kept, nameAs, valueAs]);
  if (rows.length * turned.length > MAX_ROWS) {
    throw badArguments(
      `The table would have more than ${count(MAX_ROWS, 'row')}. Keep fewer rows or columns first.`,
    );
  }
  const turns = takeTurns(context.signal);
  const long: Row[] = [];
  for (const row of rows) {
    for (const column of turned) {
      const one: Row = {};
      for (const name of kept) setOwn(one, name, cell(row, name));
      setOwn(one, nameAs, column);
      setOwn(one, valueAs, cell(row, column));
      long.push(one);
      if (turns.due()) await turns.give();
    }
  }
  return long;
};
