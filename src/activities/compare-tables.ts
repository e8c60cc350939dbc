/** The differences of two tables by a key: number by number, and which keys only one has. */

import { type Json, setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { tidy } from './aggregate.ts';
import { type ColumnReading, numberCell, readColumn } from './column-reading.ts';
import { cell, columnsOf, findColumns } from './columns.ts';
import { quote } from './describe.ts';
import { mustDiffer } from './grouping.ts';
import { badArguments, optionalTexts, type Row, rowsParam, textsParam } from './parameters.ts';
import { indexOf } from './partners.ts';
import { takeTurns } from './turns.ts';

interface Side {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly on: readonly string[];
}

export const compareTables: Computation = async (params, context) => {
  const names = optionalTexts(params, 'names') ?? ['first', 'second'];
  const keys = textsParam(params, 'on', 100);
  if (names.length !== 2 || keys.length === 0)
    throw badArguments('To compare two tables, name at least one key, and either both tables or neither.');
  const [first, second] = (['first', 'second'] as const).map((name, at): Side => {
    const rows = rowsParam(params, name);
    return { name: names[at] ?? name, rows, on: findColumns(rows, keys, 'on') };
  }) as [Side, Side];
  const columns = comparedColumns(first, second, optionalTexts(params, 'columns'));
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
