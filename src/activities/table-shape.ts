/** Other rows and columns out of the same cells: chosen, listed, made distinct, appended, turned, taken apart. */

import { hasOwn, isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { cell, columnsOf, findColumn, findColumns, isEmptyCell } from './columns.ts';
import { count, nameOf, quote } from './describe.ts';
import { mustDiffer } from './grouping.ts';
import { badArguments, MAX_ROWS, param, type Row } from './parameters.ts';
import { takeTurns } from './turns.ts';

/** Keeps, orders and renames columns. */
export const selectColumns: Computation = (params) => {
  const rows = param.rows(params, 'rows');
  const asked = param.texts(params, 'columns', 10_000);
  if (asked.length === 0)
    throw badArguments('The parameter "columns" is empty: name at least one column to keep.');
  const columns = findColumns(rows, asked, 'columns');
  const rename = param.object(params, 'rename', {});
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

/** The values of one column as a list. */
export const listColumn: Computation = (params) => {
  const rows = param.rows(params, 'rows');
  const column = findColumn(rows, param.text(params, 'column'), 'column');
  const values = rows.map((row) => cell(row, column));
  if (!param.flag(params, 'unique')) return values;
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
};

/** Each distinct row once, the first of its kind. */
export const removeDuplicates: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  const asked = param.optionalTexts(params, 'columns');
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

const SOURCE = 'source';

/** Tables one after another, with the same columns throughout. */
export const appendRows: Computation = async (params, context) => {
  const tables = tablesOf(params);
  const names = param.optionalTexts(params, 'names');
  if (names !== undefined && names.length !== tables.length) {
    throw badArguments(
      `There are ${count(tables.length, 'table')} and ${count(names.length, 'name')}. Give each table a name, or none.`,
    );
  }
  const total = tables.reduce((sum, table) => sum + table.length, 0);
  if (total > MAX_ROWS)
    throw badArguments(
      `Together the tables have ${count(total, 'row')}; at most ${count(MAX_ROWS, 'row')} can be.`,
    );
  const columns = columnsOf(tables.flat());
  if (names !== undefined && columns.includes(SOURCE))
    throw badArguments(
      `The tables have a column "${SOURCE}" of their own. Rename it first, or give no names.`,
    );
  const turns = takeTurns(context.signal);
  const rows: Row[] = [];
  for (const [at, table] of tables.entries()) {
    for (const row of table) {
      const whole: Row = {};
      if (names !== undefined) setOwn(whole, SOURCE, names[at] ?? null);
      for (const name of columns) setOwn(whole, name, cell(row, name));
      rows.push(whole);
      if (turns.due()) await turns.give();
    }
  }
  return rows;
};

/** First and second, and those of the list after them. */
function tablesOf(params: JsonObject): (readonly Row[])[] {
  const isGiven = (name: string) => params[name] !== undefined && params[name] !== null;
  const own = ['first', 'second'].filter((name) => isGiven(name) || !isGiven('tables'));
  const more = isGiven('tables') ? param.list(params, 'tables', 1000) : [];
  return [
    ...own.map((name) => param.rows(params, name)),
    ...more.map((table, at) => param.rows({ [`tables ${at + 1}`]: table }, `tables ${at + 1}`)),
  ];
}

/** Each of some columns becomes a row with its name and its value. */
export const unpivotRows: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  const asked = param.texts(params, 'columns', 10_000);
  if (asked.length === 0) throw badArguments('The parameter "columns" is empty: name at least one column.');
  const turned = findColumns(rows, asked, 'columns');
  const nameAs = param.optionalText(params, 'nameAs', 1000) ?? 'name';
  const valueAs = param.optionalText(params, 'valueAs', 1000) ?? 'value';
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

/** Each element of the lists in one column becomes a row of its own, beside the other cells of its row. */
export const expandRows: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  const column = findColumn(rows, param.text(params, 'column', 1000), 'column');
  const separator = param.optionalText(params, 'separator', 100);
  const keepsEmpty = param.flag(params, 'keepEmpty');
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
