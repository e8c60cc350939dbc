/** A table's profile from its columns: together they tell how the file writes its numbers. */

import type { Json } from '../../lib/json.ts';
import type { TableProfile } from '../../tools/file-profile.ts';
import { ColumnTally } from './column.ts';

/** How much of a file is looked at: of more, only its beginning. */
export interface CellBudget {
  left: number;
  /** Columns of one table that are looked at. */
  readonly columns: number;
}

export const cellBudget = (): CellBudget => ({ left: 300_000, columns: 1000 });

export function tableProfile(table: {
  readonly place: string;
  readonly rows: number;
  readonly whole: boolean;
  readonly columns: readonly ColumnTally[];
  readonly more: number;
}): TableProfile {
  const proven = new Set(table.columns.map((column) => column.read()).filter((sign) => sign !== null));
  const [only] = proven;
  const elsewhere = proven.size === 1 ? (only ?? null) : null;
  return {
    place: table.place,
    rows: table.rows,
    whole: table.whole,
    columns: table.columns.map((column) => column.profile(elsewhere)),
    ...(table.more > 0 ? { more: table.more } : {}),
  };
}

/** Rows of cells under names: of a CSV, as they are written, or of a sheet. */
export function cellTable(
  place: string,
  names: readonly string[],
  rows: readonly (readonly Json[])[],
  budget: CellBudget,
  whole = true,
): TableProfile {
  const columns = names.slice(0, budget.columns).map((name) => new ColumnTally(name));
  let read = 0;
  for (const row of rows) {
    if (budget.left <= 0) break;
    for (const [at, column] of columns.entries()) column.add(row[at] ?? null);
    budget.left -= columns.length;
    read += 1;
  }
  const more = names.length - columns.length;
  return tableProfile({ place, rows: read, whole: whole && read === rows.length, columns, more });
}
