/** A table's profile from its columns: together they tell how the file writes its numbers. */

import type { Json } from '../../lib/json.ts';
import { ColumnTally, columnProfiles } from '../../tools/column-tally.ts';
import type { TableProfile } from '../../tools/file-profile.ts';

/** How much of a file is looked at: of more, only its beginning. */
export interface CellBudget {
  left: number;
  /** Columns of one table that are looked at. */
  readonly columns: number;
}

export const cellBudget = (): CellBudget => ({ left: 300_000, columns: 1000 });

export function tableProfile({
  columns,
  inner = [],
  more,
  above,
  total,
  repeats,
  ...table
}: {
  readonly place: string;
  readonly rows: number;
  readonly whole: boolean;
  readonly columns: readonly ColumnTally[];
  readonly inner?: readonly ColumnTally[];
  readonly more: number;
  readonly above?: number;
  readonly total?: string | undefined;
  readonly repeats?: number;
}): TableProfile {
  const profiles = columnProfiles([...columns, ...inner]);
  return {
    ...table,
    columns: profiles.slice(0, columns.length),
    ...(inner.length === 0 ? {} : { inner: profiles.slice(columns.length) }),
    ...(more > 0 ? { more } : {}),
    ...(above ? { above } : {}),
    ...(repeats ? { repeats } : {}),
    ...(total === undefined ? {} : { total }),
  };
}

interface CellTable {
  readonly place: string;
  /** How many rows stand above it. */
  readonly above: number;
  readonly names: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}

/** Rows of cells under names: of a CSV, as they are written, or of a sheet. */
export function cellTable(
  { place, above, names, rows }: CellTable,
  budget: CellBudget,
  whole = true,
): TableProfile {
  const columns = names.slice(0, budget.columns).map((name) => new ColumnTally(name));
  let read = 0;
  const seen = new Set<string>();
  for (const row of rows) {
    if (budget.left <= 0) break;
    for (const [at, column] of columns.entries()) column.add(row[at] ?? null);
    budget.left -= columns.length;
    seen.add(JSON.stringify(row));
    read += 1;
  }
  const more = names.length - columns.length;
  const all = whole && read === rows.length;
  const total = all && rows.length > 2 ? totalIn(rows[rows.length - 1] ?? []) : undefined;
  return tableProfile({
    place,
    rows: read,
    whole: all,
    columns,
    more,
    above,
    total,
    repeats: read - seen.size,
  });
}

const TOTAL =
  /^(?:grand |sub)?(?:totals?|sum|summe|gesamt(?:summe)?|insgesamt|totaux|totale?s?|suma|somma|somme)\b.{0,20}$/i;

/** The cell of a last row that says it adds up the others: counted as a row, every total would be twice as high. */
const totalIn = (row: readonly Json[]): string | undefined => {
  const text = row.find((cell) => typeof cell === 'string' && cell.trim() !== '');
  return typeof text === 'string' && TOTAL.test(text.trim()) ? text.trim() : undefined;
};
