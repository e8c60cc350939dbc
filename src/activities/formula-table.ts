/** A table as formulas read it: its columns by what a formula calls them, and their cells as numbers, dates and texts. */

import type { Json } from '../lib/json.ts';
import type { DateOrder } from '../tools/file-profile.ts';
import { type ColumnReading, dateAs, notOne, numberAs, readColumn } from './column-reading.ts';
import { cell, columnsOf, isEmptyCell } from './columns.ts';
import type { FormulaValue } from './formula.ts';
import type { Row } from './parameters.ts';

interface FormulaTable {
  /** By symbol. A column that can also be called otherwise stands there twice, by its exact name first. */
  readonly columns: ReadonlyMap<string, string>;
  /** @throws ActivityError where the cell is none of what its column holds */
  valueAt(symbol: string, row: number): FormulaValue | undefined;
}

export function formulaTable(rows: readonly Row[], order?: DateOrder): FormulaTable {
  const columns = bySymbol(columnsOf(rows));
  const readings = new Map<string, ColumnReading>();
  return {
    columns,
    valueAt: (symbol, at) => {
      const column = columns.get(symbol);
      const row = rows[at];
      if (column === undefined || row === undefined) return undefined;
      const reading = readings.get(column) ?? readColumn(rows, column, order);
      readings.set(column, reading);
      return operand(cell(row, reading.name), reading, at);
    },
  };
}

/** "Unit price (€)" is written Unit_price____ in a formula, which knows letters, digits and _ only. */
const symbolOf = (column: string): string =>
  column.replace(/[^\p{L}\p{N}_]/gu, '_').replace(/^(?=\p{N})/u, '_');

/** As a person would write it: "quantity (2)" is quantity_2. */
const plainSymbolOf = (column: string): string =>
  symbolOf(column)
    .replace(/_{2,}/g, '_')
    .replace(/(?<=.)_$/, '');

/** Columns by what a formula calls them; the exact name goes before the plain one of another column. */
function bySymbol(columns: readonly string[]): Map<string, string> {
  const names = new Map(columns.map((column) => [symbolOf(column), column]));
  for (const column of columns)
    if (!names.has(plainSymbolOf(column))) names.set(plainSymbolOf(column), column);
  return names;
}

function operand(value: Json, reading: ColumnReading, at: number): FormulaValue {
  if (isEmptyCell(value)) return null;
  if (typeof value === 'boolean') return value;
  if (reading.type === 'date') {
    const date = dateAs(value, reading);
    if (date === undefined) throw notOne(value, at, reading, 'date');
    return date;
  }
  const number =
    reading.type === 'number' || typeof value === 'number' ? numberAs(value, reading) : undefined;
  if (number !== undefined) return number;
  if (typeof value !== 'string' || reading.type === 'number') throw notOne(value, at, reading, 'number');
  return value;
}
