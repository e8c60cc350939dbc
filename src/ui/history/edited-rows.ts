/** A value that is a table, as cells that a person changes (L-76): what a typed text means by what else stands in its column. Knows no screen. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';

/** More rows are no table to be typed in. */
export const MOST_ROWS = 200;

/** Columns in the order in which they first come; null where it is no list of rows. */
export function columnsOf(value: Json | undefined): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return null;
  return [...new Set((value as readonly JsonObject[]).flatMap(Object.keys))];
}

/** As it is typed; null for what has parts, which is changed as JSON. */
export function cellText(cell: Json | undefined): string | null {
  if (cell === undefined || cell === null) return '';
  return typeof cell === 'object' ? null : String(cell);
}

type Kind = 'number' | 'boolean' | 'text';

/** What stands in the other cells of a column; a text where they are of several kinds, or where there are none. */
function kindOf(rows: readonly JsonObject[], column: string, but: number): Kind {
  let kind: Kind | undefined;
  for (const [at, row] of rows.entries()) {
    const cell = Object.hasOwn(row, column) ? row[column] : null;
    if (at === but || cell === null || cell === undefined) continue;
    const own = typeof cell === 'number' || typeof cell === 'boolean' ? (typeof cell as Kind) : 'text';
    if (kind !== undefined && kind !== own) return 'text';
    kind = own;
  }
  return kind ?? 'text';
}

const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The rows with one cell as it was typed: a number among numbers, nothing where it is empty, else a text. */
export function withCell(
  rows: readonly JsonObject[],
  at: number,
  column: string,
  typed: string,
): readonly JsonObject[] {
  const own = rows[at];
  const before = own && Object.hasOwn(own, column) ? own[column] : null;
  const others = kindOf(rows, column, at);
  // Where nothing else tells, it stays of the kind that it was.
  const kind = others === 'text' && typeof before === 'number' && rows.length === 1 ? 'number' : others;
  return rows.map((row, index) => (index === at ? { ...row, [column]: read(typed, kind, before) } : row));
}

function read(typed: string, kind: Kind, before: Json | undefined): Json {
  const text = typed.trim();
  // An empty text that was one stays one.
  if (text === '') return before === '' ? '' : null;
  if (kind === 'number' && NUMBER.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return typed;
}

/** Without that row. */
export const withoutRow = (rows: readonly JsonObject[], at: number): readonly JsonObject[] =>
  rows.filter((_, index) => index !== at);
