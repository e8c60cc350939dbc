/** A chart of a table, checked and bounded, as data. */

import { type Json, setOwn } from '../lib/json.ts';
import { MARKS } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import type { Chart } from './chart.ts';
import { type ColumnReading, numberAs, readColumn } from './column-reading.ts';
import { cell, findColumn, isEmptyCell } from './columns.ts';
import { count, nameOf, quote } from './describe.ts';
import { badArguments, param, type Row } from './parameters.ts';

/** More marks than this are a smear on a screen, and slow to draw. */
const MAX_POINTS = 5000;
/** More bars than this have no room for their names. */
const MAX_BARS = 500;

export const makeChart: Computation = (params) => {
  const rows = param.rows(params, 'rows');
  const mark = param.choice(params, 'mark', MARKS, 'bar');
  if (rows.length === 0)
    throw badArguments('There are no rows to draw. Check the step that makes the table.');
  const most = mark === 'bar' ? MAX_BARS : MAX_POINTS;
  if (rows.length > most) {
    throw badArguments(
      `There are ${count(rows.length, 'row')}; a ${mark} chart draws at most ${most.toLocaleString('en')}. ` +
        'Group the rows, or sort them and keep the first.',
    );
  }
  const x = findColumn(rows, param.text(params, 'x'), 'x');
  const y = findColumn(rows, param.text(params, 'y'), 'y');
  const colorName = param.optionalText(params, 'color', 1000);
  const color = colorName === undefined ? undefined : findColumn(rows, colorName, 'color');
  const title = param.optionalText(params, 'title', 200);
  const drawn = rows.filter((row) => !isEmptyCell(cell(row, y)));
  if (drawn.length === 0) throw badArguments(`The column ${quote(y)} is empty, so there is nothing to draw.`);
  const reading = readColumn(drawn, y);
  const data = drawn.map((row, at) => {
    const point: Row = {};
    setOwn(point, x, plain(cell(row, x)));
    if (color !== undefined) setOwn(point, color, plain(cell(row, color)));
    setOwn(point, y, height(cell(row, y), reading, at));
    return point;
  });
  const chart = {
    kind: 'chart' as const,
    mark,
    x,
    y,
    ...(color && { color }),
    ...(title && { title }),
    data,
  };
  return chart satisfies Chart;
};

function height(value: Json, reading: ColumnReading, at: number): number {
  const number = numberAs(value, reading);
  if (number !== undefined) return number;
  throw badArguments(
    `Row ${at + 1} has ${nameOf(value)} in the column ${quote(reading.name)}. What a chart draws upwards must be numbers.`,
  );
}

/** Axes take texts, numbers and nothing; a list or an object would be drawn as "[object Object]". */
const plain = (value: Json): Json =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
