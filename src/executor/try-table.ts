/** The first rows of a table in the worker, as a file gives them by the calls that read it: what a person sees before it takes another's place. */

import type { Pool } from '../activities/pool.ts';
import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { numberWords } from '../lib/number-words.ts';
import { createPreviewEngine } from '../preview/preview-plan.ts';
import type { TriedTable, TryTable } from '../run/messages.ts';

const ROWS = 5;
const COLUMNS = 60;
/** Characters of a cell. */
const CELL = 60;

/** @returns rejects with the signal's reason when that falls */
export async function triedTable(
  { plan, name, file }: TryTable,
  pool: Pool,
  signal: AbortSignal,
): Promise<TriedTable> {
  const engine = createPreviewEngine({ pool, now: () => Date.now() });
  // Calls of built-in tools on a file that the person has just given, and no others: nothing of a stranger's is computed.
  const { calls, output } = await engine.run({ plan, files: new Map([[name, file]]), allowed: true, signal });
  const failed = [...calls.values()].find(({ status }) => status !== 'completed');
  if (failed?.status === 'failed') return { fault: failed.message };
  if (failed?.status === 'notRun') return { fault: failed.why };
  if (!Array.isArray(output)) return { fault: 'It holds no list of rows.' };
  const rows = output
    .slice(0, ROWS)
    .flatMap((row): JsonObject[] => (isObject(row) ? [row as JsonObject] : []));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, COLUMNS);
  return { columns, rows: rows.map((row) => columns.map((column) => cellText(row[column] ?? null))) };
}

function cellText(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberWords(value);
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, CELL);
}
