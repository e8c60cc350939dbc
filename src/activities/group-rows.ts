/** Groups of rows by keys: figures for each, the same across another column's values, or the rows themselves in parts. */

import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { AGGREGATES, type Aggregate } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { aggregate, figureOf, needsNumbers } from './aggregate.ts';
import { dateOrderParam, orderOf, readCells } from './column-reading.ts';
import { findColumn, isEmptyCell } from './columns.ts';
import { asText, compareValues } from './compare.ts';
import { quote } from './describe.ts';
import { cellsFor, groupsOf, type Key, keyRow, keysParam, mustDiffer, partParam } from './grouping.ts';
import { badArguments, param, type Row } from './parameters.ts';
import { takeTurns } from './turns.ts';

interface Figure {
  readonly kind: Aggregate;
  readonly column: string | undefined;
  readonly as: string;
}

/** Figures for each group. */
export const groupRows: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  const keys = keysParam(params, rows);
  const figures = figuresParam(params, rows);
  mustDiffer([...keys, ...figures].map(({ as }) => as));
  const order = dateOrderParam(params);
  const turns = takeTurns(context.signal);
  const groups = await groupsOf(rows, keys, order, turns, param.flag(params, 'ignoreCase'));
  const result = groups.map((group) => keyRow(keys, group));
  for (const { kind, column, as } of figures) {
    const cellsOf = cellsFor(rows, column, kind, order);
    const read = groups.map(cellsOf);
    const total =
      kind === 'share' || kind === 'percent'
        ? (aggregate(
            'sum',
            read.flatMap((cells) => cells.read as number[]),
          ) ?? 0)
        : 0;
    for (const [at, cells] of read.entries()) {
      setOwn(result[at] ?? {}, as, figureOf(kind, cells, total));
      if (turns.due()) await turns.give();
    }
  }
  return result;
};

function figuresParam(params: JsonObject, rows: readonly Row[]): Figure[] {
  const several = params.figures ?? null;
  if (several === null) return [figureParam(params, rows, false)];
  return param.list(params, 'figures', 100).map((item, at) => {
    if (!isObject(item))
      throw badArguments(`Figure ${at + 1} must be an object with an "aggregate" and a "column".`);
    return figureParam(item as JsonObject, rows, true);
  });
}

/** `isOne` of several: its name says its column. */
function figureParam(params: JsonObject, rows: readonly Row[], isOne: boolean): Figure {
  const given = param.optionalText(params, 'column', 1000);
  const column = given === undefined ? undefined : findColumn(rows, given, 'column');
  const kind = param.choice(params, 'aggregate', AGGREGATES, column === undefined ? 'count' : 'sum');
  const counts = kind === 'count' || kind === 'share' || kind === 'percent';
  if (!counts && column === undefined) {
    const what = needsNumbers(kind) ? kind : `${kind} value`;
    throw badArguments(`To compute the ${what} of each group, say of which column (parameter "column").`);
  }
  const name = isOne && column !== undefined ? `${kind} of ${column}` : kind;
  return { kind, column, as: param.optionalText(params, 'as', 1000) ?? name };
}

/** A table wider than this is none that anybody reads. */
const WIDEST = 1000;
const KINDS = AGGREGATES.filter((kind) => kind !== 'share' && kind !== 'percent');

/** One row for each group, and one column for each value of another column. */
export const pivotRows: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  // The part is of what goes across; keys have their own.
  const { part: _, ...withoutPart } = params;
  const keys = keysParam(withoutPart, rows);
  const across = findColumn(rows, param.text(params, 'across'), 'across');
  const given = param.optionalText(params, 'column', 1000);
  const column = given === undefined ? undefined : findColumn(rows, given, 'column');
  const kind = param.choice(params, 'aggregate', KINDS, column === undefined ? 'count' : 'sum');
  if (kind !== 'count' && column === undefined)
    throw badArguments(`To compute the ${kind}, say of which column (parameter "column").`);
  const order = dateOrderParam(params);
  const turns = takeTurns(context.signal);
  const top: Key = { column: across, part: partParam(params), as: across };
  const ignoreCase = param.flag(params, 'ignoreCase');
  const names = namesOf(await groupsOf(rows, [top], order, turns, ignoreCase), top.part !== undefined);
  const cellsOf = cellsFor(rows, column, kind, order);
  const pivoted = new Map<string, Row>();
  // Keys in their own order; within each, what goes across.
  for (const group of await groupsOf(rows, keys, order, turns, ignoreCase)) {
    const row = keyRow(keys, group);
    for (const { name } of names) {
      if (keys.some(({ as }) => as === name))
        throw badArguments(
          `A value of ${quote(across)} is ${quote(name)}, as a column down is called. Rename one first.`,
        );
      setOwn(row, name, kind === 'count' ? 0 : null);
    }
    pivoted.set(JSON.stringify(group.values), row);
  }
  for (const group of await groupsOf(rows, [...keys, top], order, turns, ignoreCase)) {
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
      `Two different values across are both written ${quote(twice.name)}. Make them alike first.`,
    );
  return names;
}

/** What stands for the value of rows that have none. */
const NOTHING = 'none';

/** A table in parts: one for each different value of a column, each with a name to go by. */
export const splitRows: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  const keys = keysParam(params, rows);
  const order = dateOrderParam(params);
  const ignoreCase = param.flag(params, 'ignoreCase');
  const groups = await groupsOf(rows, keys, order, takeTurns(context.signal), ignoreCase);
  const taken = new Set<string>();
  return groups.map(({ values, rows: at }) => {
    const name = values.map((value) => nameOf(value)).join(', ');
    const fileName = freeName(safe(name), taken);
    taken.add(fileName.toLowerCase());
    return { name, fileName, rows: at.flatMap((place) => rows[place] ?? []) };
  });
};

const nameOf = (value: Json): string => asText(value).trim() || NOTHING;

/** Without what no file name holds, as `saveFile` refuses it. */
const safe = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .replace(/^\.+/u, '')
    .slice(0, 100)
    .trim() || NOTHING;

/** Two parts never go by one name, nor by two that differ in case alone: a later file would take the place of an earlier. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`;
  return free;
}
