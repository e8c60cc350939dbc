/** One row for each group, and one column for each value of another column. */

import { type Json, setOwn } from '../lib/json.ts';
import { AGGREGATES } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { figureOf } from './aggregate.ts';
import { dateOrderParam, orderOf, readCells } from './column-reading.ts';
import { findColumn, isEmptyCell } from './columns.ts';
import { asText, compareValues } from './compare.ts';
import { cellsFor, groupsOf, type Key, keyRow, keysParam, partParam } from './grouping.ts';
import { badArguments, choiceParam, optionalText, type Row, rowsParam, textParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

/** A table wider than this is none that anybody reads. */
const WIDEST = 1000;
const KINDS = AGGREGATES.filter((kind) => kind !== 'share' && kind !== 'percent');

export const pivotRows: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  // The part is of what goes across; keys have their own.
  const { part: _, ...withoutPart } = params;
  const keys = keysParam(withoutPart, 'by', rows);
  const across = findColumn(rows, textParam(params, 'across'), 'across');
  const given = optionalText(params, 'column', 1000);
  const column = given === undefined ? undefined : findColumn(rows, given, 'column');
  const kind = choiceParam(params, 'aggregate', KINDS, column === undefined ? 'count' : 'sum');
  if (kind !== 'count' && column === undefined)
    throw badArguments(`To compute the ${kind}, say of which column (parameter "column").`);
  const order = dateOrderParam(params);
  const turns = takeTurns(context.signal);
  const top: Key = { column: across, part: partParam(params), as: across };
  const names = namesOf(await groupsOf(rows, [top], order, turns), top.part !== undefined);
  const cellsOf = cellsFor(rows, column, kind, order);
  const pivoted = new Map<string, Row>();
  // Keys in their own order; within each, what goes across.
  for (const group of await groupsOf(rows, keys, order, turns)) {
    const row = keyRow(keys, group);
    for (const { name } of names) {
      if (keys.some(({ as }) => as === name))
        throw badArguments(
          `A value of "${across}" is "${name}", as a column down is called. Rename one first.`,
        );
      setOwn(row, name, kind === 'count' ? 0 : null);
    }
    pivoted.set(JSON.stringify(group.values), row);
  }
  for (const group of await groupsOf(rows, [...keys, top], order, turns)) {
    const row = pivoted.get(JSON.stringify(group.values.slice(0, -1))) ?? {};
    const name = names.find(({ value }) => same(value, group.values.at(-1) ?? null))?.name ?? '';
    setOwn(row, name, figureOf(kind, cellsOf(group), 0));
    if (turns.due()) await turns.give();
  }
  return [...pivoted.values()];
};

const same = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The columns across in order: numbers by size, dates by time, texts as they first appear. @throws where too many */
function namesOf(groups: readonly { readonly values: readonly Json[] }[], inTime: boolean) {
  const values = groups.map((group) => group.values[0] ?? null);
  if (values.length > WIDEST) {
    throw badArguments(
      `There would be ${values.length.toLocaleString('en')} columns across; at most ${WIDEST} can be. Choose another ` +
        'column, or a part of a date.',
    );
  }
  const reading = readCells(values, 'across');
  if (!inTime && reading.misfit === undefined && (reading.type === 'number' || reading.type === 'date')) {
    const read = orderOf(reading);
    values.sort((a, b) => compareValues(read(a, 0), read(b, 0)));
  }
  const names = values.map((value) => ({ value, name: isEmptyCell(value) ? '(empty)' : asText(value) }));
  const twice = names.find(({ name }, at) => names.findIndex((one) => one.name === name) !== at);
  if (twice !== undefined)
    throw badArguments(
      `Two different values across are both written "${twice.name}". Make them alike first.`,
    );
  return names;
}
