/** The lists of objects in a JSON value, each as a table with the path to it. Knows no file. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { TableProfile } from '../../tools/file-profile.ts';
import { ColumnTally } from './column.ts';
import { type CellBudget, tableProfile } from './table.ts';

const MOST_TABLES = 40;
const DEEPEST = 6;

interface Gathered {
  readonly columns: Map<string, ColumnTally>;
  rows: number;
  whole: boolean;
  more: Set<string>;
}

/** Tables in the order in which they are first met; a list in every row of a list is one table of all their rows. */
export function jsonTables(value: Json, budget: CellBudget): TableProfile[] {
  const found = new Map<string, Gathered>();
  walk(value, '', 0, found, budget);
  return [...found].map(([place, { columns, rows, whole, more }]) =>
    tableProfile({ place, rows, whole, columns: [...columns.values()], more: more.size }),
  );
}

function walk(
  value: Json,
  place: string,
  depth: number,
  found: Map<string, Gathered>,
  budget: CellBudget,
): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  const inside = (key: string) => (place === '' ? key : `${place}.${key}`);
  if (!Array.isArray(value)) {
    for (const key of Object.keys(value)) walk(value[key] ?? null, inside(key), depth + 1, found, budget);
    return;
  }
  const rows = value.filter(isObject) as JsonObject[];
  // A list of numbers with an object in it is no table.
  if (rows.length * 2 <= value.length) return;
  let table = found.get(place);
  if (table === undefined) {
    if (found.size >= MOST_TABLES) return;
    table = { columns: new Map(), rows: 0, whole: true, more: new Set() };
    found.set(place, table);
  }
  for (const row of rows) {
    if (budget.left <= 0) {
      table.whole = false;
      return;
    }
    addRow(table, row, budget);
    for (const key of Object.keys(row)) walk(row[key] ?? null, inside(key), depth + 1, found, budget);
  }
}

function addRow(table: Gathered, row: JsonObject, budget: CellBudget): void {
  table.rows += 1;
  for (const key of Object.keys(row)) {
    budget.left -= 1;
    let column = table.columns.get(key);
    if (column === undefined) {
      if (table.columns.size >= budget.columns) {
        table.more.add(key);
        continue;
      }
      column = new ColumnTally(key);
      table.columns.set(key, column);
    }
    column.add(row[key] ?? null);
  }
}
