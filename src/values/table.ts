/** A list of a value as a table: its columns, what each is, and what a cell says. Knows no screen and no plan. */

import { hasOwn, isObject, type Json } from '../lib/json.ts';
import { ColumnTally, columnProfiles } from '../tools/column-tally.ts';
import type { ColumnType, DateOrder, NumberWriting } from '../tools/file-profile.ts';
import { dateIn } from '../tools/written-dates.ts';
import { numberIn } from '../tools/written-numbers.ts';
import { isoOf, secondsOf } from './days.ts';

/** What every filled cell of the first rows of a column is; of the others each is looked at by itself. */
export interface Column {
  /** Empty for the one column of a list that holds no rows. */
  readonly name: string;
  readonly type: ColumnType;
  readonly number?: NumberWriting;
  readonly date?: DateOrder;
}

export interface Table {
  readonly items: readonly Json[];
  readonly columns: readonly Column[];
  /** Columns beyond those. */
  readonly more: number;
  /** Whether each item is a row of named cells; else it is the one cell of its row. */
  readonly isNamed: boolean;
}

/** Rows by which the type of a column is judged. */
const JUDGED = 1_000;
const MOST_COLUMNS = 1_000;
/** Steps between two places where long work can be interrupted. */
export const STRIDE = 4_096;

/** Each `yield` is where it may be interrupted. */
export function* tableOf(items: readonly Json[]): Generator<void, Table> {
  const names = new Set<string>();
  let isNamed = items.length > 0;
  for (let at = 0; at < items.length && isNamed; at++) {
    if (at % STRIDE === STRIDE - 1) yield;
    const item = items[at];
    if (!isObject(item)) isNamed = false;
    else for (const name in item) if (!names.has(name) && hasOwn(item, name)) names.add(name);
  }
  const all = isNamed ? [...names] : [''];
  const tallies = all.slice(0, MOST_COLUMNS).map((name) => new ColumnTally(name));
  for (const item of items.slice(0, JUDGED))
    for (const tally of tallies) tally.add(cellOf(item, tally.name, isNamed));
  yield;
  const columns = columnProfiles(tallies).map(({ name, type, number, date }): Column => {
    return { name, type, ...(number ? { number } : {}), ...(date === undefined ? {} : { date }) };
  });
  return { items, columns, more: all.length - columns.length, isNamed };
}

/** null where the row has none. */
export function cellOf(item: Json, name: string, isNamed: boolean): Json {
  if (!isNamed) return item;
  return isObject(item) && hasOwn(item, name) ? ((item[name] as Json | undefined) ?? null) : null;
}

/** Nothing in it: null, or a text of white space. */
export const isEmpty = (cell: Json): boolean =>
  cell === null || (typeof cell === 'string' && cell.trim() === '');

/** How long a nested value is written out in a cell. */
const NESTED = 400;

/** A cell as it is read, looked for and copied. What holds more is JSON, cut. */
export function cellText(cell: Json): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  const text = JSON.stringify(cell);
  return text.length > NESTED ? `${text.slice(0, NESTED)}…` : text;
}

/** What a filled cell of a column of numbers or dates says on one line of numbers; null where it is none of its type. */
export function placeOf({ type, number, date }: Column): ((cell: Json) => number | null) | null {
  if (type === 'number')
    return (cell) => {
      if (typeof cell === 'number') return cell;
      return typeof cell === 'string' && number ? numberIn(cell, number) : null;
    };
  if (type === 'date' && date !== undefined)
    return (cell) => {
      const day = typeof cell === 'string' ? dateIn(cell, date) : null;
      return day === null ? null : secondsOf(day);
    };
  // Of several types its numbers stand on one line; a text among them may be anything.
  return type === 'mixed' ? (cell) => (typeof cell === 'number' ? cell : null) : null;
}

/** The same of what a person types, or a bar is called: as the column writes it, or as ISO text or a plain number; null where it is neither. */
export function placeOfText(column: Column, text: string): number | null {
  const place = placeOf(column);
  if (place === null || text.trim() === '') return null;
  if (column.type === 'date') return secondsIn(text) ?? place(text);
  const written = place(text);
  if (written !== null) return written;
  const plain = Number(column.number?.decimal === ',' ? text.replace(',', '.') : text);
  return Number.isFinite(plain) ? plain : null;
}

const secondsIn = (text: string): number | null => {
  const iso = dateIn(text, 'ymd');
  return iso === null ? null : secondsOf(iso);
};

/** Where a place stands on its line of numbers, as the column would write it. */
export function placeText({ type, number }: Column, at: number): string {
  if (type === 'date') return isoOf(at);
  return number?.decimal === ',' ? String(at).replace('.', ',') : String(at);
}
