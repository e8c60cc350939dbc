/** Two tables by key columns: joined, the rows of one that have no partner in the other, or their differences. */

import { type Json, setOwn } from '../lib/json.ts';
import { JOINS } from '../tools/choices.ts';
import type { ActivityError, Computation } from './activity.ts';
import { tidy } from './aggregate.ts';
import { type ColumnReading, numberCell, readColumn } from './column-reading.ts';
import { cell, columnsOf, findColumns, isEmptyCell, numberOf } from './columns.ts';
import { count, quote } from './describe.ts';
import { mustDiffer } from './grouping.ts';
import { badArguments, MAX_ROWS, param, type Row } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const joinRows: Computation = async (params, context) => {
  const left = param.rows(params, 'left');
  const right = param.rows(params, 'right');
  const keys = param.texts(params, 'on', 100);
  const rightKeys = param.optionalTexts(params, 'rightOn');
  if (keys.length === 0 || (rightKeys !== undefined && rightKeys.length !== keys.length))
    throw badArguments('The keys of the first and of the second table must be as many, and at least one.');
  const leftOn = findColumns(left, keys, 'on');
  const rightOn = findColumns(right, rightKeys ?? keys, rightKeys === undefined ? 'on' : 'rightOn');
  const how = param.choice(params, 'how', JOINS, 'inner');
  const turns = takeTurns(context.signal);
  if (how === 'onlyLeft' || how === 'onlyRight') {
    const [rows, on, others, othersOn] =
      how === 'onlyLeft' ? [left, leftOn, right, rightOn] : [right, rightOn, left, leftOn];
    const partners = indexOf(others, othersOn);
    return rows.filter((row) => {
      const key = keyOf(row, on);
      return key === null || !partners.has(key);
    });
  }
  const added = addedColumns(left, right, rightOn, param.optionalText(params, 'label', 100));
  const byKey = indexOf(right, rightOn);
  const matched = new Set<Row>();
  const joined: Row[] = [];
  for (const row of left) {
    const found = byKey.get(keyOf(row, leftOn) ?? '') ?? [];
    const keepsAll = how === 'left' || how === 'full';
    for (const match of found.length > 0 || !keepsAll ? found : [undefined]) {
      joined.push(together(row, match, added));
      if (match !== undefined) matched.add(match);
      if (joined.length > MAX_ROWS) throw tooMany();
      if (turns.due()) await turns.give();
    }
    if (turns.due()) await turns.give();
  }
  if (how === 'right' || how === 'full') {
    const empty = emptyRow(left);
    for (const row of right) {
      if (!matched.has(row)) joined.push(together(keyed(empty, leftOn, row, rightOn), row, added));
    }
    if (joined.length > MAX_ROWS) throw tooMany();
  }
  return joined;
};

/** The right table's columns, each with the name it gets: one that is taken would overwrite the left's. */
function addedColumns(
  left: readonly Row[],
  right: readonly Row[],
  rightOn: readonly string[],
  label: string | undefined,
): [string, string][] {
  const taken = new Set(columnsOf(left));
  return columnsOf(right)
    .filter((name) => !rightOn.includes(name))
    .map((name) => {
      let as = name;
      if (label !== undefined && taken.has(as)) as = `${name} (${label})`;
      for (let n = 2; taken.has(as); n += 1) as = `${name} (${n})`;
      taken.add(as);
      return [name, as];
    });
}

function together(row: Row, match: Row | undefined, added: readonly (readonly [string, string])[]): Row {
  const joined: Row = { ...row };
  for (const [name, as] of added) setOwn(joined, as, match === undefined ? null : cell(match, name));
  return joined;
}

const emptyRow = (rows: readonly Row[]): Row => {
  const row: Row = {};
  for (const name of columnsOf(rows)) setOwn(row, name, null);
  return row;
};

/** A row of the second without a partner has its key under the first's name. */
function keyed(empty: Row, leftOn: readonly string[], row: Row, rightOn: readonly string[]): Row {
  const one: Row = { ...empty };
  for (const [at, name] of leftOn.entries()) setOwn(one, name, cell(row, rightOn[at] ?? name));
  return one;
}

const tooMany = (): ActivityError =>
  badArguments(
    `The joined table would have more than ${count(MAX_ROWS, 'row')}: the key is not unique in either table. ` +
      'Remove duplicates from one of them first, or join by another column.',
  );

/** 1 and "1" are the same key: one table came from CSV, the other from JSON. An empty key matches nothing. */
function keyOf(row: Row, columns: readonly string[]): string | null {
  const parts = columns.map((column) => partOf(cell(row, column)));
  if (parts.length === 1) return parts[0] ?? null;
  return parts.includes(null) ? null : JSON.stringify(parts);
}

function partOf(value: Json): string | null {
  if (isEmptyCell(value)) return null;
  const number = numberOf(value);
  if (number !== undefined && !(typeof value === 'string' && /^0\d/.test(value.trim()))) return `n${number}`;
  return typeof value === 'string' ? `t${value.trim().toLowerCase()}` : `j${JSON.stringify(value)}`;
}

/** Rows by key; rows without one are left out. */
export function indexOf(rows: readonly Row[], columns: readonly string[]): Map<string, Row[]> {
  const index = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row, columns);
    if (key === null) continue;
    const same = index.get(key);
    if (same === undefined) index.set(key, [row]);
    else same.push(row);
  }
  return index;
}

interface Side {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly on: readonly string[];
}

/** The differences of two tables by a key: number by number, and which keys only one has. */
export const compareTables: Computation = async (params, context) => {
  const names = param.optionalTexts(params, 'names') ?? ['first', 'second'];
  const keys = param.texts(params, 'on', 100);
  if (names.length !== 2 || keys.length === 0)
    throw badArguments('To compare two tables, name at least one key, and either both tables or neither.');
  const [first, second] = (['first', 'second'] as const).map((name, at): Side => {
    const rows = param.rows(params, name);
    return { name: names[at] ?? name, rows, on: findColumns(rows, keys, 'on') };
  }) as [Side, Side];
  const columns = comparedColumns(first, second, param.optionalTexts(params, 'columns'));
  mustDiffer([...first.on, ...columns.flatMap((column) => titles(column, first, second)), 'in']);
  const before = sideOf(first, columns);
  const after = sideOf(second, columns);
  const turns = takeTurns(context.signal);
  const compared: Row[] = [];
  for (const key of new Set([...before.rows.keys(), ...after.rows.keys()])) {
    const [was, is] = [before.rows.get(key), after.rows.get(key)];
    const row: Row = {};
    for (const [at, column] of first.on.entries())
      setOwn(row, column, cell(was ?? is ?? {}, (was ? first.on[at] : second.on[at]) ?? column));
    for (const column of columns) {
      const [a, b] = [before.numberIn(was, column), after.numberIn(is, column)];
      const made = [a, b, a === null || b === null ? null : tidy(b - a), percent(a, b)];
      for (const [at, title] of titles(column, first, second).entries()) setOwn(row, title, made[at] ?? null);
    }
    setOwn(row, 'in', was && is ? 'both' : was ? first.name : second.name);
    compared.push(row);
    if (turns.due()) await turns.give();
  }
  return compared;
};

const titles = (column: string, first: Side, second: Side): string[] =>
  [first.name, second.name, 'difference', 'percent'].map((what) => `${column} ${what}`);

/** Of nothing to something there is no percentage. */
const percent = (a: number | null, b: number | null): Json =>
  a === null || b === null || a === 0 ? null : tidy(((b - a) / Math.abs(a)) * 100);

/** Those that were named, else all that both have as numbers. */
function comparedColumns(first: Side, second: Side, asked: readonly string[] | undefined): string[] {
  if (asked !== undefined && asked.length > 0) {
    findColumns(second.rows, asked, 'columns');
    return findColumns(first.rows, asked, 'columns');
  }
  const both = new Set(columnsOf(second.rows));
  const isNumbers = (rows: readonly Row[], column: string) => readColumn(rows, column).type === 'number';
  return columnsOf(first.rows).filter(
    (column) =>
      !first.on.includes(column) &&
      both.has(column) &&
      isNumbers(first.rows, column) &&
      isNumbers(second.rows, column),
  );
}

function sideOf({ name, rows, on }: Side, columns: readonly string[]) {
  const byKey = new Map<string, Row>();
  for (const [key, [row, twin]] of indexOf(rows, on)) {
    if (twin !== undefined) {
      throw badArguments(
        `In the ${name} table the key ${quote(on.map((column) => String(cell(twin, column))).join(', '))} stands in more ` +
          'than one row. Group it by the key first, or add a column to the key.',
      );
    }
    if (row !== undefined) byKey.set(key, row);
  }
  const places = new Map(rows.map((row, at) => [row, at]));
  const readings = new Map<string, ColumnReading>(
    columns.map((column) => [column, readColumn(rows, findColumns(rows, [column], 'columns')[0] ?? column)]),
  );
  return {
    rows: byKey,
    numberIn(row: Row | undefined, column: string): number | null {
      const reading = readings.get(column);
      if (row === undefined || reading === undefined) return null;
      return numberCell(cell(row, reading.name), places.get(row) ?? 0, reading);
    },
  };
}
