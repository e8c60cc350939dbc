/** Sorts rows by columns, all or within groups; rows with nothing in the first column come last either way. */

import { hasOwn, isObject, type Json, type JsonObject } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { dateOrderParam, orderOf, readColumn } from './column-reading.ts';
import { cell, findColumn, findColumns, isEmptyCell } from './columns.ts';
import { compareValues, sameValue } from './compare.ts';
import { badArguments, param, type Row } from './parameters.ts';
import { throwIfStopped } from './turns.ts';

export const sortRows: Computation = (params, context) => {
  const rows = param.rows(params, 'rows');
  const atop = param.optionalTexts(params, 'first');
  const keys = [params, ...furtherKeys(params)].map((key) => ({
    column: findColumn(rows, param.text(key, 'column'), 'column'),
    sign: key === params && atop ? 1 : directionOf(key),
  }));
  const limit = param.optionalNumber(params, 'limit', { min: 0, whole: true });
  const per = findColumns(rows, param.optionalTexts(params, 'per') ?? [], 'per');
  throwIfStopped(context.signal);
  const order = dateOrderParam(params);
  const read = keys.map(({ column }, k) =>
    k === 0 && atop !== undefined ? placeIn(atop) : orderOf(readColumn(rows, column, order)),
  );
  const sorted = rows.map((row, at) => ({
    row,
    values: keys.map(({ column }, k) => read[k]?.(cell(row, column), at) ?? null),
  }));
  sorted.sort((a, b) => {
    for (const [k, { sign }] of keys.entries()) {
      const [left, right] = [a.values[k] ?? null, b.values[k] ?? null];
      const nothing = Number(isEmptyCell(left)) - Number(isEmptyCell(right));
      const by = nothing !== 0 ? nothing : sign * compareValues(left, right);
      if (by !== 0) return by;
    }
    return 0;
  });
  const all = sorted.map(({ row }) => row);
  return per.length === 0 ? all.slice(0, limit) : ofEach(rows, all, per, limit);
};

/** Where a cell stands among the values that come first; all others stand behind them, none before another. */
const placeIn =
  (first: readonly string[]) =>
  (value: Json): Json => {
    const at = first.findIndex((one) => sameValue(one, value));
    return at < 0 ? first.length : at;
  };

function furtherKeys(params: JsonObject): JsonObject[] {
  if (!hasOwn(params, 'thenBy') || params.thenBy === null) return [];
  return param.list(params, 'thenBy', 100).map((item, at) => {
    if (!isObject(item))
      throw badArguments(`Item ${at + 1} of the parameter "thenBy" must be an object with a "column".`);
    return item as JsonObject;
  });
}

const directionOf = (key: JsonObject): 1 | -1 =>
  param.choice(key, 'direction', ['ascending', 'descending'], 'ascending') === 'ascending' ? 1 : -1;

/** The first so many of each group, the groups in the order in which the table first has them. */
function ofEach(
  rows: readonly Row[],
  sorted: readonly Row[],
  per: readonly string[],
  limit: number | undefined,
): Row[] {
  const keyOf = (row: Row): string => JSON.stringify(per.map((column): Json => cell(row, column)));
  const groups = new Map<string, Row[]>(rows.map((row) => [keyOf(row), []]));
  for (const row of sorted) groups.get(keyOf(row))?.push(row);
  return [...groups.values()].flatMap((group) => group.slice(0, limit));
}
