/** Each element of the lists in one column becomes a row of its own, beside the other cells of its row. */

import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { cell, columnsOf, findColumn, isEmptyCell } from './columns.ts';
import { count } from './describe.ts';
import {
  badArguments,
  flagParam,
  MAX_ROWS,
  optionalText,
  type Row,
  rowsParam,
  textParam,
} from './parameters.ts';
import { takeTurns } from './turns.ts';

export const expandRows: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  const column = findColumn(rows, textParam(params, 'column', 1000), 'column');
  const separator = optionalText(params, 'separator', 100);
  const keepsEmpty = flagParam(params, 'keepEmpty', false);
  const kept = new Set(columnsOf(rows).filter((name) => name !== column));
  const turns = takeTurns(context.signal);
  const long: Row[] = [];
  for (const row of rows) {
    const elements = elementsOf(cell(row, column), separator);
    for (const element of elements.length === 0 && keepsEmpty ? [null] : elements) {
      long.push(rowOf(row, kept, column, element));
      if (long.length > MAX_ROWS) {
        throw badArguments(
          `The table would have more than ${count(MAX_ROWS, 'row')}. Keep fewer rows first.`,
        );
      }
      if (turns.due()) await turns.give();
    }
  }
  return long;
};

/** A cell that is no list is a list of itself; of nothing, none. */
function elementsOf(value: Json, separator: string | undefined): readonly Json[] {
  if (Array.isArray(value)) return value;
  if (isEmptyCell(value)) return [];
  if (separator === undefined || separator === '' || typeof value !== 'string') return [value];
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What an element holds itself stands under its own names; where the row has one of that name, behind the column's. */
function rowOf(row: Row, kept: ReadonlySet<string>, column: string, element: Json): Row {
  const made: JsonObject = {};
  for (const name of kept) setOwn(made, name, cell(row, name));
  if (!isObject(element)) setOwn(made, column, element);
  else
    for (const [name, value] of Object.entries(element as JsonObject))
      setOwn(made, kept.has(name) ? `${column} ${name}` : name, value ?? null);
  return made;
}
