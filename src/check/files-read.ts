/** The files that a plan reads by their names: by which calls, and which of their columns it names. Judges nothing. */

import type { Plan } from '../plan/document.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { columnsOfPlan } from './columns-along.ts';
import { columnsRead, READS_COLUMNS } from './columns-read.ts';
import { fileReadBy, fileSavedBy, isBuiltIn, kindsRead } from './file-readers.ts';
import { columnNamed, literal } from './table-columns.ts';

export interface FileRead {
  /** As the plan names it. */
  readonly name: string;
  /** Ids, in the order of the plan. */
  readonly calls: readonly string[];
  /** Columns of it that parameters of built-in tools name; a formula or a template may read others. */
  readonly columns: readonly string[];
}

/**
 * @param contracts in force in the plan
 * @param profiles of the files that are here; of another one nobody knows but what the plan says
 */
export function filesRead(
  plan: Plan,
  contracts: Catalogue,
  builtIns: Catalogue,
  profiles: readonly FileProfile[],
): readonly FileRead[] {
  const saved = new Set(plan.calls.map((call) => fileSavedBy(call, contracts, builtIns)));
  const readers = new Map<string, string[]>();
  for (const call of plan.calls) {
    const name = fileReadBy(call, contracts, builtIns);
    if (name === undefined || saved.has(name)) continue;
    const calls = readers.get(name);
    if (calls) calls.push(call._id);
    else readers.set(name, [call._id]);
  }
  const columns = columnsNamed(plan, contracts, builtIns, profiles, new Set(readers.keys()));
  return [...readers].map(([name, calls]) => ({ name, calls, columns: [...(columns.get(name) ?? [])] }));
}

/** By file, in the order of the calls that name them. */
function columnsNamed(
  plan: Plan,
  contracts: Catalogue,
  builtIns: Catalogue,
  profiles: readonly FileProfile[],
  files: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const reads = plan.calls.map((call) =>
    READS_COLUMNS.has(call._tool) && isBuiltIn(call._tool, contracts, builtIns)
      ? columnsRead(call._tool, call)
      : [],
  );
  const all = [...new Set(reads.flatMap((names) => names.map(({ name }) => name)))];
  const here = new Set(profiles.map(({ name }) => name));
  const unknown = [...files].filter((name) => !here.has(name));
  // What is not here is taken to have every column that is named anywhere: those that are said to be of it are.
  const assumed = unknown.map((name) => assumedOf(plan, name, all));
  const along = columnsOfPlan(plan, contracts, builtIns, [...profiles, ...assumed]);
  const found = new Map<string, Set<string>>();
  for (const [index, names] of reads.entries())
    for (const { name, tables } of names)
      for (const table of tables) {
        const columns = along.at(index, [table]) ?? [];
        const from = columnNamed(columns, name)?.from ?? [];
        // Of two such files side by side nobody can tell whose it is.
        const assumedHere = new Set(columns.flatMap((one) => one.from ?? []).map(({ file }) => file));
        const isUnsure =
          from.some(({ file }) => unknown.includes(file)) &&
          unknown.filter((file) => assumedHere.has(file)).length > from.length;
        if (isUnsure) continue;
        for (const { file, column } of from) found.set(file, (found.get(file) ?? new Set()).add(column));
      }
  return found;
}

function assumedOf(plan: Plan, name: string, columns: readonly string[]): FileProfile {
  const readers = plan.calls.filter((call) => literal(call.file) === name);
  const kind = readers.flatMap(({ _tool }) => kindsRead(_tool)?.[0] ?? [])[0] ?? 'unknown';
  const places = new Set(readers.map(({ sheet }) => literal(sheet) ?? ''));
  const table = {
    rows: 0,
    whole: false,
    columns: columns.map((one) => ({
      name: one,
      type: 'empty' as const,
      examples: [],
      filled: 0,
      distinct: 0,
    })),
  };
  // A reader that names no sheet reads the first.
  const sorted = [...places].toSorted();
  return { name, kind, size: 0, tables: sorted.map((place) => ({ place, ...table })) };
}
