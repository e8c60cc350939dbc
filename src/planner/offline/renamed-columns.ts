/** Columns that calls in between have named anew, as after another file came: what is put behind them calls them as the plan does there. */

import { columnsRead, READS_COLUMNS } from '../../check/columns-read.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { JsonPath } from '../../plan/edit.ts';
import type { Loose } from './loose-call.ts';
import type { PlanEdit } from './plan-edit.ts';

/** A sentence names the file's columns; where a call works on rows that have them under another name, that one is meant. */
export function asCalledThere(edit: PlanEdit, before: readonly Loose[]): void {
  const known = new Map(before.map((call) => [String(call._id), JSON.stringify(call)]));
  for (const call of [...edit.calls]) {
    const tool = String(call._tool);
    if (!READS_COLUMNS.has(tool) || known.get(String(call._id)) === JSON.stringify(call)) continue;
    for (const { name, path, tables } of columnsRead(tool, call)) {
      const [table = ''] = tables;
      const source = typeof call[table] === 'string' ? edit.giving(call[table]) : undefined;
      const there = edit.columnsAfter(source).map((column) => column.name);
      const renamed = source && renamedTo(edit, source, name);
      if (renamed === undefined || there.includes(name) || !there.includes(renamed)) continue;
      const [key = ''] = path.map(String);
      edit.set(call, { [key]: withAt(call[key] ?? null, path.slice(1), renamed) });
    }
  }
}

/** The name that a call at or above `call` gives a column. */
function renamedTo(edit: PlanEdit, call: Loose, name: string): string | undefined {
  const columns = call._tool === 'selectColumns' && Array.isArray(call.columns) ? call.columns : [];
  const [found] = (columns as readonly Json[]).flatMap((one) => {
    return isObject(one) && one.column === name && typeof one.as === 'string' ? [one.as] : [];
  });
  if (found !== undefined) return found;
  const above = typeof call.rows === 'string' ? edit.giving(call.rows) : undefined;
  return above && above !== call ? renamedTo(edit, above, name) : undefined;
}

function withAt(value: Json, [step, ...rest]: JsonPath, put: string): Json {
  if (step === undefined) return put;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as JsonObject) }) as JsonObject;
  copy[String(step)] = withAt(copy[String(step)] ?? null, rest, put);
  return copy;
}
