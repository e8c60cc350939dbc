/** The usual figures of a list or a column of numbers. */

import { quantile, sampleStandardDeviation } from 'simple-statistics';
import { isObject, type Json } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { aggregate, numbersOf, tidy } from './aggregate.ts';
import { cell, columnsOf, findColumn, isEmptyCell } from './columns.ts';
import { listNames } from './describe.ts';
import { badArguments, param } from './parameters.ts';

export const statistics: Computation = (params) => {
  const column = param.optionalText(params, 'column', 1000);
  const values =
    column === undefined ? plainValues(param.list(params, 'values')) : columnValues(params, column);
  const numbers = numbersOf(values, column ?? 'the list');
  return {
    count: numbers.length,
    missing: values.filter(isEmptyCell).length,
    sum: aggregate('sum', numbers),
    mean: aggregate('mean', numbers),
    median: aggregate('median', numbers),
    min: aggregate('min', numbers),
    max: aggregate('max', numbers),
    firstQuartile: numbers.length === 0 ? null : tidy(quantile(numbers, 0.25)),
    thirdQuartile: numbers.length === 0 ? null : tidy(quantile(numbers, 0.75)),
    standardDeviation: numbers.length < 2 ? null : tidy(sampleStandardDeviation(numbers)),
  };
};

function plainValues(values: readonly Json[]): readonly Json[] {
  const first = values.find(isObject);
  if (first === undefined) return values;
  throw badArguments(
    `The values are a table: say which column to describe (parameter "column"). It has ${listNames(
      columnsOf([first as Record<string, Json>]),
    )}.`,
  );
}

function columnValues(params: Parameters<Computation>[0], name: string): Json[] {
  const rows = param.rows(params, 'values');
  const column = findColumn(rows, name, 'column');
  return rows.map((row) => cell(row, column));
}
