/** Joins two tables by key columns, or finds the rows of one that have no partner in the other. */

import { setOwn } from '../lib/json.ts';
import { JOINS } from '../tools/choices.ts';
import type { ActivityError, Computation } from './activity.ts';
import { cell, columnsOf, findColumns } from './columns.ts';
import { count } from './describe.ts';
import {
  badArguments,
  choiceParam,
  MAX_ROWS,
  optionalText,
  optionalTexts,
  type Row,
  rowsParam,
  textsParam,
} from './parameters.ts';
import { indexOf, keyOf } from './partners.ts';
import { takeTurns } from './turns.ts';

export const joinRows: Computation = async (params, context) => {
  const left = rowsParam(params, 'left');
  const right = rowsParam(params, 'right');
  const keys = textsParam(params, 'on', 100);
  const rightKeys = optionalTexts(params, 'rightOn');
  if (keys.length === 0 || (rightKeys !== undefined && rightKeys.length !== keys.length))
    throw badArguments('The keys of the first and of the second table must be as many, and at least one.');
  const leftOn = findColumns(left, keys, 'on');
  const rightOn = findColumns(right, rightKeys ?? keys, rightKeys === undefined ? 'on' : 'rightOn');
  const how = choiceParam(params, 'how', JOINS, 'inner');
  const turns = takeTurns(context.signal);
  if (how === 'onlyLeft' || how === 'onlyRight') {
    const [rows, on, others, othersOn] =
      how === 'onlyLeft' ? [left, leftOn, right, rightOn] : [right, rightOn, left, leftOn];
    const partners = indexOf(others, othersOn);
    return rows.filter((row) => {
      const key = keyOf(row, on);
      return key === null || !partners.has(key);
    });
  }
  const added = addedColumns(left, right, rightOn, optionalText(params, 'label', 100));
  const byKey = indexOf(right, rightOn);
  const matched = new Set<Row>();
  const joined: Row[] = [];
  for (const row of left) {
    const found = byKey.get(keyOf(row, leftOn) ?? '') ?? [];
    const keepsAll = how === 'left' || how === 'full';
    for (const match of found.length > 0 || !keepsAll ? found : [undefined]) {
      joined.push(together(row, match, added));
      if (match !== undefined) matched.add(match);
      if (joined.length > MAX_ROWS) throw tooMany();
      if (turns.due()) await turns.give();
    }
    if (turns.due()) await turns.give();
  }
  if (how === 'right' || how === 'full') {
    const empty = emptyRow(left);
    for (const row of right) {
      if (!matched.has(row)) joined.push(together(keyed(empty, leftOn, row, rightOn), row, added));
    }
    if (joined.length > MAX_ROWS) throw tooMany();
  }
  return joined;
};

/** The right table's columns, each with the name it gets: one that is taken would overwrite the left's. */
function addedColumns(
  left: readonly Row[],
  right: readonly Row[],
  rightOn: readonly string[],
  label: string | undefined,
): [string, string][] {
  const taken = new Set(columnsOf(left));
  return columnsOf(right)
    .filter((name) => !rightOn.includes(name))
    .map((name) => {
      let as = name;
      if (label !== undefined && taken.has(as)) as = `${name} (${label})`;
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

const emptyRow = (rows: readonly Row[]): Row => {
  const row: Row = {};
  for (const name of columnsOf(rows)) setOwn(row, name, null);
  return row;
};

/** A row of the second without a partner has its key under the first's name. */
function keyed(empty: Row, leftOn: readonly string[], row: Row, rightOn: readonly string[]): Row {
  const one: Row = { ...empty };
  for (const [at, name] of leftOn.entries()) setOwn(one, name, cell(row, rightOn[at] ?? name));
  return one;
}

const tooMany = (): ActivityError =>
  badArguments(
    `The joined table would have more than ${count(MAX_ROWS, 'row')}: the key is not unique in either table. ` +
      'Remove duplicates from one of them first, or join by another column.',
  );
