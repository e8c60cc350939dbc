/** Tables one after another, with the same columns throughout. */

import { type JsonObject, setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { cell, columnsOf } from './columns.ts';
import { count } from './describe.ts';
import { badArguments, listParam, MAX_ROWS, optionalTexts, type Row, rowsParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

const SOURCE = 'source';

export const appendRows: Computation = async (params, context) => {
  const tables = tablesOf(params);
  const names = optionalTexts(params, 'names');
  if (names !== undefined && names.length !== tables.length) {
    throw badArguments(
      `There are ${count(tables.length, 'table')} and ${count(names.length, 'name')}. Give each table a name, or none.`,
    );
  }
  const total = tables.reduce((sum, table) => sum + table.length, 0);
  if (total > MAX_ROWS)
    throw badArguments(
      `Together the tables have ${count(total, 'row')}; at most ${count(MAX_ROWS, 'row')} can be.`,
    );
  const columns = columnsOf(tables.flat());
  if (names !== undefined && columns.includes(SOURCE))
    throw badArguments(
      `The tables have a column "${SOURCE}" of their own. Rename it first, or give no names.`,
    );
  const turns = takeTurns(context.signal);
  const rows: Row[] = [];
  for (const [at, table] of tables.entries()) {
    for (const row of table) {
      const whole: Row = {};
      if (names !== undefined) setOwn(whole, SOURCE, names[at] ?? null);
      for (const name of columns) setOwn(whole, name, cell(row, name));
      rows.push(whole);
      if (turns.due()) await turns.give();
    }
  }
  return rows;
};

/** First and second, and those of the list after them. */
function tablesOf(params: JsonObject): (readonly Row[])[] {
  const isGiven = (name: string) => params[name] !== undefined && params[name] !== null;
  const own = ['first', 'second'].filter((name) => isGiven(name) || !isGiven('tables'));
  const more = isGiven('tables') ? listParam(params, 'tables', 1000) : [];
  return [
    ...own.map((name) => rowsParam(params, name)),
    ...more.map((table, at) => rowsParam({ [`tables ${at + 1}`]: table }, `tables ${at + 1}`)),
  ];
}
