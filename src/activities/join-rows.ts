/** Joins two tables by a key column. */

import { type Json, setOwn } from '../lib/json.ts';
import type { ActivityError, Computation } from './activity.ts';
import { cell, columnsOf, findColumn, isEmptyCell, numberOf } from './columns.ts';
import { count } from './describe.ts';
import {
  badArguments,
  choiceParam,
  MAX_ROWS,
  optionalText,
  type Row,
  rowsParam,
  textParam,
} from './parameters.ts';
import { takeTurns } from './turns.ts';

export const joinRows: Computation = async (params, context) => {
  const left = rowsParam(params, 'left');
  const right = rowsParam(params, 'right');
  const key = textParam(params, 'on');
  const leftOn = findColumn(left, key, 'on');
  const rightName = optionalText(params, 'rightOn', 1000);
  const rightOn = findColumn(right, rightName ?? key, rightName === undefined ? 'on' : 'rightOn');
  const how = choiceParam(params, 'how', ['inner', 'left'], 'inner');
  const added = addedColumns(left, right, rightOn);
  const byKey = indexOf(right, rightOn);
  const turns = takeTurns(context.signal);
  const joined: Row[] = [];
  for (const row of left) {
    const found = byKey.get(keyOf(cell(row, leftOn))) ?? [];
    for (const match of found.length > 0 || how === 'inner' ? found : [undefined]) {
      joined.push(together(row, match, added));
      if (joined.length > MAX_ROWS) throw tooMany();
      if (turns.due()) await turns.give();
    }
    if (turns.due()) await turns.give();
  }
  return joined;
};

/** 1 and "1" are the same key: one table came from CSV, the other from JSON. An empty key matches nothing. */
function keyOf(value: Json): string | null {
  if (isEmptyCell(value)) return null;
  const number = numberOf(value);
  if (number !== undefined && !(typeof value === 'string' && /^0\d/.test(value.trim()))) return `n${number}`;
  return typeof value === 'string' ? `t${value.trim().toLowerCase()}` : `j${JSON.stringify(value)}`;
}

function indexOf(rows: readonly Row[], column: string): Map<string | null, Row[]> {
  const index = new Map<string | null, Row[]>();
  for (const row of rows) {
    const key = keyOf(cell(row, column));
    if (key === null) continue;
    const same = index.get(key);
    if (same === undefined) index.set(key, [row]);
    else same.push(row);
  }
  return index;
}

/** The right table's columns, each with the name it gets: one that is taken would overwrite the left's. */
function addedColumns(left: readonly Row[], right: readonly Row[], rightOn: string): [string, string][] {
  const taken = new Set(columnsOf(left));
  return columnsOf(right)
    .filter((name) => name !== rightOn)
    .map((name) => {
      let as = name;
      for (let n = 2; taken.has(as); n += 1) as = `${name} (${n})`;
      taken.add(as);
      return [name, as];
    });
}

function together(row: Row, match: Row | undefined, added: readonly (readonly [string, string])[]): Row {
  const joined: Row = { ...row };
  for (const [name, as] of added) setOwn(joined, as, match === undefined ? null : cell(match, name));
  return joined;
}

const tooMany = (): ActivityError =>
  badArguments(
    `The joined table would have more than ${count(MAX_ROWS, 'row')}: the key is not unique in either table. ` +
      'Remove duplicates from one of them first, or join by another column.',
  );
