/**
 * What a form offers of a value: the fields at a place of it with their types, and how often each value of a column occurs.
 * Bounded however large the value is, and says where it is. Knows no plan.
 */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { LargeValue } from './large-value.ts';

/** What the values of a column, or of a field, are. `nothing`: no row has one. */
export type CellType = 'text' | 'number' | 'yes or no' | 'list' | 'fields' | 'mixed' | 'nothing';

export interface KnownField {
  readonly name: string;
  readonly type: CellType;
  /** What its objects hold, or the items of its lists; absent where that was not looked at. */
  readonly inside?: readonly KnownField[];
}

/** A value that a cell has. Nested ones and empty ones are no values that a condition names. */
export type Cell = string | number | boolean;

export interface CellCounts {
  /** The most frequent first; equal ones as they first occur. */
  readonly cells: readonly { readonly value: Cell; readonly count: number }[];
  /** How many different ones hold what was typed; those listed are some of them. */
  readonly fitting: number;
  readonly distinct: number;
  /** Not all rows, or not all different values, were looked at. */
  readonly isCut: boolean;
}

export interface LookedInto {
  /** Of a list: its items. */
  readonly items?: number;
  /** Of an object its own fields, of a table its columns; as many as are shown at most. */
  readonly fields: readonly KnownField[];
  readonly counts?: CellCounts;
}

export interface LookFor {
  /** Where in the value to look; a number is an item of a list. */
  readonly path: readonly (string | number)[];
  /** Counts the values of that column. */
  readonly column?: string | undefined;
  /** Only those that hold this text, case aside; those that begin with it come first. */
  readonly typed?: string | undefined;
}

const MOST_FIELDS = 1000;
/** Rows whose fields are looked at; of what stands inside them as many. */
const ROWS_OF_FIELDS = 200;
/** Fields further inside are no columns that a person chooses. */
const DEEPEST = 3;
const MOST_ROWS = 1_000_000;
const MOST_DISTINCT = 100_000;
/** Values that are listed at a time. */
export const LISTED_CELLS = 50;
/** Longer texts are no values that a person chooses. */
const LONGEST = 200;

/** What stands at a place of a value; undefined where nothing does. */
export function valueAt(whole: Json, path: LookFor['path']): Json | undefined {
  let value: Json | undefined = whole;
  for (const key of path) {
    value = loaded(value);
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isObject(value) && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
  }
  return value;
}

/** undefined where nothing stands at that place. */
export function lookInto(whole: Json, { path, column, typed = '' }: LookFor): LookedInto | undefined {
  let value = valueAt(whole, path);
  if (value === undefined) return undefined;
  const items = value instanceof LargeValue ? value.count : undefined;
  value = loaded(value);
  if (Array.isArray(value)) {
    const counts = column === undefined ? {} : { counts: fitting(countedOf(value, column), typed) };
    return { items: items ?? value.length, fields: fieldsOf(value.slice(0, ROWS_OF_FIELDS)), ...counts };
  }
  if (!isObject(value)) return { fields: [] };
  const own = value as JsonObject;
  return { fields: fieldsOf(alike(whole, path) ?? [own]).filter(({ name }) => Object.hasOwn(own, name)) };
}

/** The rows that an item of a list stands among: what its fields hold, the whole column tells, and not one row of it. */
function alike(whole: Json, path: LookFor['path']): readonly Json[] | undefined {
  if (typeof path.at(-1) !== 'number') return undefined;
  const list = loaded(valueAt(whole, path.slice(0, -1)));
  return Array.isArray(list) ? list.slice(0, ROWS_OF_FIELDS) : undefined;
}

const loaded = (value: Json | undefined): Json | undefined =>
  value instanceof LargeValue ? value.head : value;

function fieldsOf(rows: readonly Json[], depth = 0): KnownField[] {
  const types = new Map<string, CellType>();
  const held = new Map<string, Json[]>();
  for (const row of rows) {
    if (!isObject(row)) continue;
    for (const [name, value] of Object.entries(row as JsonObject)) {
      const before = types.get(name);
      if (before === undefined && types.size >= MOST_FIELDS) continue;
      const own = typeOf(value);
      if (before === undefined || before === 'nothing') types.set(name, own);
      else if (own !== 'nothing' && own !== before) types.set(name, 'mixed');
      if (own !== 'list' && own !== 'fields') continue;
      const within = held.get(name) ?? [];
      const items = Array.isArray(value) ? value : [value as Json];
      within.push(...items.slice(0, ROWS_OF_FIELDS - within.length));
      held.set(name, within);
    }
  }
  return [...types].map(([name, type]) => {
    const isHolding = depth < DEEPEST && (type === 'list' || type === 'fields');
    return isHolding ? { name, type, inside: fieldsOf(held.get(name) ?? [], depth + 1) } : { name, type };
  });
}

export function typeOf(value: Json | undefined): CellType {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'yes or no';
  return Array.isArray(value) ? 'list' : 'fields';
}

// Counted once for a table: what is typed letter by letter is looked for in what was counted.

interface Counted {
  readonly cells: readonly { readonly value: Cell; readonly count: number }[];
  readonly isCut: boolean;
}

const known = new WeakMap<readonly Json[], Map<string, Counted>>();

function countedOf(rows: readonly Json[], column: string): Counted {
  const byColumn = known.get(rows) ?? new Map<string, Counted>();
  known.set(rows, byColumn);
  const found = byColumn.get(column) ?? count(rows, column);
  byColumn.set(column, found);
  return found;
}

function count(rows: readonly Json[], column: string): Counted {
  const counts = new Map<Cell, number>();
  let isCut = rows.length > MOST_ROWS;
  const end = Math.min(rows.length, MOST_ROWS);
  for (let at = 0; at < end; at += 1) {
    const row = rows[at];
    if (!isObject(row) || !Object.hasOwn(row, column)) continue;
    const cell = (row as JsonObject)[column];
    if (cell === null || cell === undefined || cell === '' || typeof cell === 'object') continue;
    const before = counts.get(cell);
    const isLeft =
      before === undefined &&
      (counts.size >= MOST_DISTINCT || (typeof cell === 'string' && cell.length > LONGEST));
    if (isLeft) isCut = true;
    else counts.set(cell, (before ?? 0) + 1);
  }
  const cells = [...counts].map(([value, many]) => ({ value, count: many }));
  return { cells: cells.sort((a, b) => b.count - a.count), isCut };
}

function fitting({ cells, isCut }: Counted, typed: string): CellCounts {
  const wanted = typed.trim().toLowerCase();
  const begins: Counted['cells'][number][] = [];
  const holds: Counted['cells'][number][] = [];
  let fit = 0;
  for (const cell of cells) {
    const at = wanted === '' ? 0 : String(cell.value).toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    fit += 1;
    const list = at === 0 ? begins : holds;
    if (list.length < LISTED_CELLS) list.push(cell);
  }
  const listed = [...begins, ...holds].slice(0, LISTED_CELLS);
  return { cells: listed, fitting: fit, distinct: cells.length, isCut };
}
