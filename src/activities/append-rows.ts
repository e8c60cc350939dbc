/** One table after another, with the same columns throughout. */

import { setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { cell, columnsOf } from './columns.ts';
import { type Row, rowsParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

export const appendRows: Computation = async (params, context) => {
  const all = [...rowsParam(params, 'first'), ...rowsParam(params, 'second')];
  const columns = columnsOf(all);
  const turns = takeTurns(context.signal);
  const rows: Row[] = [];
  for (const row of all) {
    const whole: Row = {};
    for (const name of columns) setOwn(whole, name, cell(row, name));
    rows.push(whole);
    if (turns.due()) await turns.give();
  }
  return rows;
};
