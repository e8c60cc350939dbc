/** Adds a column that sets each row against the others: its rank, a running total, its share, the change from the row before. */

import { type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { ROW_FIGURES, type RowFigure } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { aggregate, shareOf, tidy } from './aggregate.ts';
import { dateCell, dateOrderParam, numberCell, orderOf, readColumn } from './column-reading.ts';
import { cell, findColumn, isEmptyCell } from './columns.ts';
import { compareValues } from './compare.ts';
import { badArguments, param, type Row } from './parameters.ts';
import { throwIfStopped } from './turns.ts';

type Value = number | null;

export const addFigure: Computation = (params, context) => {
  const rows = param.rows(params, 'rows');
  const figure = param.choice(params, 'figure', ROW_FIGURES);
  const per = (param.optionalTexts(params, 'per') ?? []).map((name) => findColumn(rows, name, 'per'));
  const values = valuesOf(rows, figure, params);
  const standing = standingOf(rows, params);
  const as = param.optionalText(params, 'as', 1000) ?? figure;
  const groups = new Map<string, number[]>();
  for (const at of standing) {
    const key = JSON.stringify(per.map((column) => cell(rows[at] ?? {}, column)));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [at]);
    else group.push(at);
  }
  throwIfStopped(context.signal);
  const results: Json[] = new Array(rows.length).fill(null);
  for (const group of groups.values()) {
    const made = figuresOf(
      figure,
      group.map((at) => values[at] ?? null),
      figure === 'rank' && directionOf(params, 'descending') === 'descending',
    );
    for (const [place, at] of group.entries()) results[at] = made[place] ?? null;
  }
  throwIfStopped(context.signal);
  return rows.map((row, at) => {
    const wider: Row = { ...row };
    setOwn(wider, as, results[at] ?? null);
    return wider;
  });
};

const directionOf = (params: JsonObject, fallback: 'ascending' | 'descending') =>
  param.choice(params, 'direction', ['ascending', 'descending'], fallback);

/** What each row is set against the others with; a rank may be of dates too. */
function valuesOf(rows: readonly Row[], figure: RowFigure, params: JsonObject): readonly Value[] {
  const given = param.optionalText(params, 'column', 1000);
  if (given === undefined) {
    if (figure === 'rowNumber') return rows.map(() => null);
    throw badArguments(`To add the figure "${figure}", say of which column (parameter "column").`);
  }
  const reading = readColumn(rows, findColumn(rows, given, 'column'), dateOrderParam(params));
  if (figure === 'rowNumber') return rows.map(() => null);
  const isDate = figure === 'rank' && reading.type === 'date';
  return rows.map((row, at) => {
    if (!isDate) return numberCell(cell(row, reading.name), at, reading);
    const iso = dateCell(cell(row, reading.name), at, reading);
    return iso === null ? null : Date.parse(iso.length > 10 ? `${iso}Z` : iso);
  });
}

/** Indexes of the rows in the order that running figures go by. */
function standingOf(rows: readonly Row[], params: JsonObject): number[] {
  const indexes = rows.map((_, at) => at);
  const name = param.optionalText(params, 'orderBy', 1000);
  if (name === undefined) return indexes;
  const column = findColumn(rows, name, 'orderBy');
  const read = orderOf(readColumn(rows, column, dateOrderParam(params)));
  const keys = rows.map((row, at) => read(cell(row, column), at));
  const sign = directionOf(params, 'ascending') === 'ascending' ? 1 : -1;
  return indexes.sort((a, b) => {
    const [left, right] = [keys[a] ?? null, keys[b] ?? null];
    const nothing = Number(isEmptyCell(left)) - Number(isEmptyCell(right));
    return nothing !== 0 ? nothing : sign * compareValues(left, right);
  });
}

/** The figures of one group, whose values stand in order. Of an empty cell there is none. */
function figuresOf(figure: RowFigure, values: readonly Value[], largestFirst: boolean): Value[] {
  const numbers = values.filter((value) => value !== null);
  switch (figure) {
    case 'rowNumber':
      return values.map((_, at) => at + 1);
    case 'rank':
      return ranks(values, numbers, largestFirst);
    case 'runningTotal': {
      let sum = 0;
      return values.map((value) => {
        sum = tidy(sum + (value ?? 0));
        return sum;
      });
    }
    case 'share':
    case 'percent': {
      const total = aggregate('sum', numbers) ?? 0;
      return values.map((value) => (value === null ? null : shareOf(figure, value, total)));
    }
    case 'difference':
    case 'percentChange':
      return values.map((value, at) => change(figure, value, values[at - 1] ?? null));
    case 'total':
    case 'average': {
      const whole = aggregate(figure === 'total' ? 'sum' : 'mean', numbers);
      return values.map(() => whole);
    }
  }
}

/** Equal values share a rank, and the next one counts them: 1, 2, 2, 4. */
function ranks(values: readonly Value[], numbers: readonly number[], largestFirst: boolean): Value[] {
  const sorted = [...numbers].sort((a, b) => (largestFirst ? b - a : a - b));
  const rankOf = new Map<number, number>();
  for (const [at, number] of sorted.entries()) if (!rankOf.has(number)) rankOf.set(number, at + 1);
  return values.map((value) => (value === null ? null : (rankOf.get(value) ?? null)));
}

function change(figure: 'difference' | 'percentChange', value: Value, before: Value): Value {
  if (value === null || before === null) return null;
  if (figure === 'difference') return tidy(value - before);
  return before === 0 ? null : tidy(((value - before) / Math.abs(before)) * 100);
}
