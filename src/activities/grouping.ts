/** Groups of rows by one key or several, a key being a column or a part of its dates. Knows no tool. */

import { hasOwn, isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { type Aggregate, DATE_PARTS, type DatePart } from '../tools/choices.ts';
import type { DateOrder } from '../tools/file-profile.ts';
import { type GroupCells, needsNumbers } from './aggregate.ts';
import { type ColumnReading, dateCell, numberCell, readColumn } from './column-reading.ts';
import { cell, findColumn, isEmptyCell } from './columns.ts';
import { partOfCell } from './date-part.ts';
import { quote } from './describe.ts';
import { badArguments, param, type Row } from './parameters.ts';
import type { Turns } from './turns.ts';

export interface Key {
  readonly column: string;
  /** The key's name in the result. */
  readonly as: string;
  readonly part: DatePart | undefined;
}

interface Group {
  readonly values: readonly Json[];
  /** What the group is sorted by: the places in time of keys that are parts of dates. */
  readonly order: readonly string[];
  /** Indexes of its rows. */
  readonly rows: number[];
}

/** What `by` names: a column, a list of columns, or of `{column, part, as?}`. @throws ActivityError `invalid-arguments` */
export function keysParam(params: JsonObject, rows: readonly Row[]): Key[] {
  const given = params.by ?? null;
  const items = Array.isArray(given) ? given : [given];
  const shared = hasOwn(params, 'part') ? partParam(params) : undefined;
  if (shared !== undefined && items.length !== 1)
    throw badArguments('"part" goes with one column. With several, say which by {"column": …, "part": …}.');
  const keys = items.map((item): Key => {
    if (!isObject(item)) {
      const column = findColumn(rows, param.text({ by: item }, 'by', 1000), 'by');
      return { column, part: shared, as: shared ?? column };
    }
    const key = item as JsonObject;
    const part = partParam(key) ?? shared;
    const column = findColumn(rows, param.text(key, 'column', 1000), 'column');
    return { column, part, as: param.optionalText(key, 'as', 1000) ?? part ?? column };
  });
  mustDiffer(keys.map(({ as }) => as));
  return keys;
}

export const partParam = (params: JsonObject): DatePart | undefined =>
  params.part === undefined || params.part === null ? undefined : param.choice(params, 'part', DATE_PARTS);

/** @throws ActivityError where two columns would have one name */
export function mustDiffer(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw badArguments(
      `The new column cannot be called ${quote(twice)}, as another is. Choose another name by "as".`,
    );
}

/** Groups in the order they first appear; by time where keys are parts of dates. */
export async function groupsOf(
  rows: readonly Row[],
  keys: readonly Key[],
  order: DateOrder,
  turns: Turns,
  ignoreCase = false,
): Promise<Group[]> {
  const read = keys.map((key) => valueReader(rows, key, order, ignoreCase));
  const groups = new Map<string, Group>();
  for (const [at, row] of rows.entries()) {
    const found = read.map((ofRow) => ofRow(row, at));
    // The type is part of the key: the text "1" and the number 1 are two groups, as they look in the table.
    const id = JSON.stringify(found.map(({ value }) => value));
    let group = groups.get(id);
    if (group === undefined) {
      group = { values: found.map(({ value }) => value), order: found.map((one) => one.order), rows: [] };
      groups.set(id, group);
    }
    group.rows.push(at);
    if (turns.due()) await turns.give();
  }
  if (keys.length === 0 && groups.size === 0) groups.set('[]', { values: [], order: [], rows: [] });
  const all = [...groups.values()];
  return keys.some(({ part }) => part !== undefined) ? all.sort(byTime) : all;
}

function valueReader(rows: readonly Row[], { column, part }: Key, order: DateOrder, ignoreCase: boolean) {
  if (part === undefined) {
    const spelt = ignoreCase ? spellings(rows, column) : undefined;
    return (row: Row) => {
      const value = cell(row, column);
      return { value: typeof value === 'string' ? (spelt?.get(folded(value)) ?? value) : value, order: '' };
    };
  }
  const reading = readColumn(rows, column, order);
  // After every date: rows without one come last.
  return (row: Row, at: number) =>
    partOfCell(cell(row, column), at, reading, part) ?? { value: null, order: '\uffff' };
}

const folded = (text: string): string => text.trim().toLowerCase();

/** How texts that differ in nothing but case and the white space around them are written most, the first of them where equal. */
function spellings(rows: readonly Row[], column: string): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = cell(row, column);
    if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const most = new Map<string, string>();
  for (const [text, count] of counts) {
    const known = most.get(folded(text));
    if (known === undefined || count > (counts.get(known) ?? 0)) most.set(folded(text), text);
  }
  for (const [key, text] of most) most.set(key, text.trim());
  return most;
}

function byTime(a: Group, b: Group): number {
  for (const [at, left] of a.order.entries()) {
    const right = b.order[at] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** The cells of a group in one column, read for a figure. */
type CellsOf = (group: Group) => GroupCells;

/**
 * Who gives each group's cells. The column is looked at as a whole first, so that a fault names its place in the table.
 * @throws ActivityError for a cell that is not as the figure needs it
 */
export function cellsFor(
  rows: readonly Row[],
  column: string | undefined,
  kind: Aggregate,
  order: DateOrder,
): CellsOf {
  if (column === undefined) return ({ rows: at }) => ({ cells: at.map(() => null), read: at.map(() => 1) });
  const cells = rows.map((row) => cell(row, column));
  const read = needsNumbers(kind) ? readAll(cells, readColumn(rows, column, order), kind) : cells;
  return (group) => ({
    cells: group.rows.map((at) => cells[at] ?? null),
    read: group.rows.map((at) => read[at] ?? null).filter((value) => !isEmptyCell(value)),
  });
}

function readAll(cells: readonly Json[], reading: ColumnReading, kind: Aggregate): readonly Json[] {
  const asDates = reading.type === 'date' && (kind === 'min' || kind === 'max');
  return cells.map((value, at) => (asDates ? dateCell : numberCell)(value, at, reading));
}

/** A row of a group's keys. */
export function keyRow(keys: readonly Key[], group: Group): Row {
  const row: Row = {};
  for (const [at, { as }] of keys.entries()) setOwn(row, as, group.values[at] ?? null);
  return row;
}
