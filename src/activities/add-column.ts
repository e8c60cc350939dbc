/** Adds a column computed from the others. */

import { type Json, setOwn } from '../lib/json.ts';
import { ActivityError, type Computation } from './activity.ts';
import { dateOrderParam } from './column-reading.ts';
import { compileFormula, type FormulaValue, finiteResult, unknownNames } from './formula.ts';
import { formulaTable } from './formula-table.ts';
import { badArguments, param, type Row } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const addColumn: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  const name = param.text(params, 'name', 1000);
  const source = param.text(params, 'expression');
  const formula = compileFormula(source);
  if (rows.length === 0) return [];
  const table = formulaTable(rows, dateOrderParam(params));
  const fault = unknownNames(formula, [...table.columns.keys(), TODAY]);
  if (fault !== undefined) throw badArguments(fault);
  const today = new Date(context.now()).toISOString().slice(0, 10);
  const turns = takeTurns(context.signal);
  const added: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const lookUp = (symbol: string): FormulaValue | undefined =>
      table.columns.has(symbol) ? table.valueAt(symbol, at) : symbol === TODAY ? today : undefined;
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
