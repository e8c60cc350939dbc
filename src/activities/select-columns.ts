/** Keeps, orders and renames columns. */

import { hasOwn, setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { cell, findColumns } from './columns.ts';
import { nameOf, quote } from './describe.ts';
import { badArguments, objectParam, type Row, rowsParam, textsParam } from './parameters.ts';

export const selectColumns: Computation = (params) => {
  const rows = rowsParam(params, 'rows');
  const asked = textsParam(params, 'columns', 10_000);
  if (asked.length === 0)
    throw badArguments('The parameter "columns" is empty: name at least one column to keep.');
  const columns = findColumns(rows, asked, 'columns');
  const rename = objectParam(params, 'rename', {});
  const names = columns.map((column) => {
    const name = hasOwn(rename, column) ? rename[column] : column;
    if (typeof name !== 'string' || name === '') {
      throw badArguments(
        `The new name of the column ${quote(column)} must be text, but it is ${nameOf(name)}.`,
      );
    }
    return name;
  });
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw badArguments(`Two columns would be called ${quote(twice)}. Give one of them another name.`);
  return rows.map((row) => {
    const kept: Row = {};
    columns.forEach((column, at) => {
      setOwn(kept, names[at] ?? column, cell(row, column));
    });
    return kept;
  });
};
