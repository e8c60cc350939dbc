/** Adds a column computed from the others. */

import { type Json, setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { cell, columnsOf, isEmptyCell, numberOf } from './columns.ts';
import { nameOf, quote } from './describe.ts';
import { compileFormula, type FormulaValue, finiteResult, unknownNames } from './formula.ts';
import { badArguments, type Row, rowsParam, textParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const addColumn: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  const name = textParam(params, 'name', 1000);
  const source = textParam(params, 'expression');
  const formula = compileFormula(source);
  if (rows.length === 0) return [];
  const columns = new Map(columnsOf(rows).map((column) => [symbolOf(column), column]));
  const fault = unknownNames(formula, [...columns.keys()]);
  if (fault !== undefined) throw badArguments(fault);
  const turns = takeTurns(context.signal);
  const added: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const value = formula.evaluate((symbol) => {
      const column = columns.get(symbol);
      return column === undefined ? undefined : operand(cell(row, column), column, at);
    });
    const wider: Row = { ...row };
    setOwn(wider, name, inRow(value, source, at));
    added.push(wider);
    if (turns.due()) await turns.give();
  }
  return added;
};

/** "Unit price (€)" is written Unit_price____ in a formula, which knows letters, digits and _ only. */
export const symbolOf = (column: string): string =>
  column.replace(/[^\p{L}\p{N}_]/gu, '_').replace(/^(?=\p{N})/u, '_');

function operand(value: Json, column: string, at: number): FormulaValue {
  if (isEmptyCell(value)) return null;
  if (typeof value === 'boolean') return value;
  const number = numberOf(value);
  if (number !== undefined) return number;
  throw badArguments(
    `Row ${at + 1} has ${nameOf(value)} in the column ${quote(column)}, which is not a number.`,
  );
}

/** A division by zero in one row leaves that cell empty; the rest of the table is still right. */
function inRow(value: FormulaValue, source: string, at: number): Json {
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  if (Array.isArray(value))
    throw badArguments(`The formula gives a list in row ${at + 1}; it must give one value.`);
  return finiteResult(value, source);
}
