/** Computes a formula. */

import { hasOwn, type JsonObject } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { isEmptyCell, numberOf } from './columns.ts';
import { nameOf } from './describe.ts';
import { compileFormula, type FormulaValue, finiteResult, unknownNames } from './formula.ts';
import { badArguments, param } from './parameters.ts';

export const calculate: Computation = (params) => {
  const source = param.text(params, 'expression');
  const values = param.object(params, 'values', {});
  const formula = compileFormula(source);
  const fault = unknownNames(formula, Object.keys(values));
  if (fault !== undefined) throw badArguments(fault);
  const result = finiteResult(
    formula.evaluate((name) => operand(values, name)),
    source,
  );
  if (typeof result === 'number') return result;
  throw badArguments(
    `The result of the formula is ${nameOf(result)}, not a number. To choose between two ways, use "decide".`,
  );
};

function operand(values: JsonObject, name: string): FormulaValue | undefined {
  if (!hasOwn(values, name)) return undefined;
  const value = values[name] ?? null;
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) {
    return value
      .filter((item) => !isEmptyCell(item))
      .map((item, at) => {
        const number = numberOf(item);
        if (number !== undefined) return number;
        throw badArguments(
          `Item ${at + 1} of the value "${name}" must be a number, but it is ${nameOf(item)}.`,
        );
      });
  }
  const number = numberOf(value);
  if (number !== undefined) return number;
  throw badArguments(
    `The value "${name}" must be a number or a list of numbers, but it is ${nameOf(value)}.`,
  );
}
