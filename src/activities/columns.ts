/** Columns of a table: which there are, and a sentence when one is not. Knows no tool. */

import { hasOwn, type Json } from '../lib/json.ts';
import { listNames, quote } from './describe.ts';
import { badArguments, type Row } from './parameters.ts';

/** Names in the order they first appear. Rows may lack some: JSON tables often do. */
export function columnsOf(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

/**
 * The column a person means by `name`: exactly it, else the only one that differs in case or in
 * white space around it. Anything else is refused with the names there are.
 * @throws ActivityError `invalid-arguments`
 */
export function findColumn(rows: readonly Row[], name: string, parameter: string): string {
  if (rows.length === 0) return name;
  const names = columnsOf(rows);
  if (names.includes(name)) return name;
  const plain = (text: string) => text.trim().toLowerCase();
  const close = names.filter((candidate) => plain(candidate) === plain(name));
  const only = close[0];
  if (only !== undefined && close.length === 1) return only;
  throw badArguments(
    `There is no column ${quote(name)} (parameter "${parameter}"). The table has ${
      names.length === 0 ? 'no columns' : listNames(names)
    }.`,
  );
}

export const findColumns = (rows: readonly Row[], names: readonly string[], parameter: string): string[] =>
  names.map((name) => findColumn(rows, name, parameter));

/** A cell; null where the row has none. Own properties only, so that no prototype key is read. */
export const cell = (row: Row, column: string): Json => (hasOwn(row, column) ? (row[column] ?? null) : null);

/** Nothing in it: null, an empty text or only white space. */
export const isEmptyCell = (value: Json): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** The number a cell stands for, or undefined. Texts count only when they are wholly a plain number. */
export function numberOf(value: Json): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (!/^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?([eE][+-]?\d{1,3})?$/.test(text) || !/\d/.test(text))
    return undefined;
  const number = Number(text.replaceAll(',', ''));
  return Number.isFinite(number) ? number : undefined;
}
