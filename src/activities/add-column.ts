/** Adds a column computed from the others. */

import { type Json, setOwn } from '../lib/json.ts';
import { ActivityError, type Computation } from './activity.ts';
import {
  type ColumnReading,
  dateAs,
  dateOrderParam,
  notOne,
  numberAs,
  readColumn,
} from './column-reading.ts';
import { cell, columnsOf, isEmptyCell } from './columns.ts';
import { compileFormula, type FormulaValue, finiteResult, unknownNames } from './formula.ts';
import { badArguments, param, type Row } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const addColumn: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  const name = param.text(params, 'name', 1000);
  const source = param.text(params, 'expression');
  const formula = compileFormula(source);
  if (rows.length === 0) return [];
  const columns = bySymbol(columnsOf(rows));
  const fault = unknownNames(formula, [...columns.keys(), TODAY]);
  if (fault !== undefined) throw badArguments(fault);
  const order = dateOrderParam(params);
  const readings = new Map(
    formula.names.flatMap((symbol) => {
      const column = columns.get(symbol);
      return column === undefined ? [] : [[symbol, readColumn(rows, column, order)] as const];
    }),
  );
  const today = new Date(context.now()).toISOString().slice(0, 10);
  const turns = takeTurns(context.signal);
  const added: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const lookUp = (symbol: string): FormulaValue | undefined => {
      const reading = readings.get(symbol);
      if (reading === undefined) return symbol === TODAY ? today : undefined;
      return operand(cell(row, reading.name), reading, at);
    };
    const wider: Row = { ...row };
    setOwn(
      wider,
      name,
      inRow(
        named(at, () => formula.evaluate(lookUp)),
        source,
        at,
      ),
    );
    added.push(wider);
    if (turns.due()) await turns.give();
  }
  return added;
};

/** A name that stands for the day of the run, where no column has it. */
const TODAY = 'today';

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

/** What fails in a formula, with the row it fails in. */
function named<T>(at: number, compute: () => T): T {
  try {
    return compute();
  } catch (fault) {
    if (!(fault instanceof ActivityError) || fault.message.startsWith('Row ')) throw fault;
    throw badArguments(`Row ${at + 1}: ${fault.message}`);
  }
}

/** A division by zero in one row leaves that cell empty; the rest of the table is still right. */
function inRow(value: FormulaValue, source: string, at: number): Json {
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  if (Array.isArray(value))
    throw badArguments(`The formula gives a list in row ${at + 1}; it must give one value.`);
  return finiteResult(value, source);
}
