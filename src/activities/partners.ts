/** Which rows of two tables belong together: keys of one column or several. Knows no tool. */

import type { Json } from '../lib/json.ts';
import { cell, isEmptyCell, numberOf } from './columns.ts';
import type { Row } from './parameters.ts';

/** 1 and "1" are the same key: one table came from CSV, the other from JSON. An empty key matches nothing. */
export function keyOf(row: Row, columns: readonly string[]): string | null {
  const parts = columns.map((column) => partOf(cell(row, column)));
  if (parts.length === 1) return parts[0] ?? null;
  return parts.includes(null) ? null : JSON.stringify(parts);
}

function partOf(value: Json): string | null {
  if (isEmptyCell(value)) return null;
  const number = numberOf(value);
  if (number !== undefined && !(typeof value === 'string' && /^0\d/.test(value.trim()))) return `n${number}`;
  return typeof value === 'string' ? `t${value.trim().toLowerCase()}` : `j${JSON.stringify(value)}`;
}

/** Rows by key; rows without one are left out. */
export function indexOf(rows: readonly Row[], columns: readonly string[]): Map<string, Row[]> {
  const index = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row, columns);
    if (key === null) continue;
    const same = index.get(key);
    if (same === undefined) index.set(key, [row]);
    else same.push(row);
  }
  return index;
}
