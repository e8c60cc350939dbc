/** What a person chose for a run over a list (L-55), as what it is started with, and what speaks against that. Knows no screen. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { Plan } from '../../plan/document.ts';
import { inputsOf } from '../../plan/input-schema.ts';
import { inputFaults } from '../../run/begin.ts';
import type { InstanceInput } from '../../run/events.ts';
import { type Columns, columnsFor, columnsOf, fitRow } from '../../run/fit-rows.ts';
import { instanceProblems, instancesFrom } from '../../run/instances.ts';

/** A list as it was read, and what was chosen for it. */
export interface ChosenList {
  /** Where it came from, in words. */
  readonly from: string;
  readonly rows: readonly JsonObject[];
  /** Of all rows. */
  readonly columns: readonly string[];
  /** By input its column. */
  readonly mapping: Columns;
  /** The column that names the instances; null: by their place. */
  readonly label: string | null;
  /** Stop after the first of them, and how many these are. */
  readonly canary: { readonly is: boolean; readonly first: number };
  /** Rows that do not fit are left out, instead of being in the way. */
  readonly leavesOut: boolean;
}

export interface PreparedList {
  /** What a run would go over. */
  readonly instances: readonly InstanceInput[];
  readonly canary: number | undefined;
  /** By label of a row what of its input does not fit the plan. */
  readonly faults: ReadonlyMap<string, string>;
  /** Why it can't start, as sentences. */
  readonly problems: readonly string[];
}

/** So many go first where a person has not said otherwise. */
const FIRST = 3;

/** With the columns that are likely meant. */
export function chosen(plan: Plan, from: string, rows: readonly JsonObject[]): ChosenList {
  const columns = columnsOf(rows);
  const mapping = columnsFor(inputsOf(plan) ?? [], columns);
  return {
    ...{ from, rows, columns, mapping },
    label: labelAmong(columns, rows),
    canary: { is: rows.length > FIRST, first: FIRST },
    leavesOut: false,
  };
}

/** So many rows tell whether a column names them. */
const LOOKED_AT = 1_000;

/** The first column of short texts or numbers of which no two are alike; null where there is none. */
function labelAmong(columns: readonly string[], rows: readonly JsonObject[]): string | null {
  const some = rows.slice(0, LOOKED_AT);
  const names = (column: string): boolean => {
    const values = some.map((row) => (Object.hasOwn(row, column) ? row[column] : null));
    return values.every(isName) && new Set(values).size === values.length;
  };
  return columns.find(names) ?? null;
}

const NAME = 40;
const isName = (value: Json | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && value.length <= NAME);

/** @param input what is the same for all: what a row has wins over it */
export function prepared(plan: Plan, input: JsonObject, list: ChosenList): PreparedList {
  const { rows, mapping, label, canary, leavesOut } = list;
  const inputs = inputsOf(plan) ?? [];
  const labelled = instancesFrom(rows, label ?? undefined);
  const all = labelled.map((one, at) => ({ ...one, input: fitRow(rows[at]!, inputs, mapping) }));
  const faults = new Map(
    inputFaults({ plan, input, instances: all }).map((fault) => [fault.label, fault.message]),
  );
  const instances = leavesOut ? all.filter((one) => !faults.has(one.label)) : all;
  // A gate behind all of them would ask of nobody.
  const first = canary.is && canary.first < instances.length ? canary.first : undefined;
  const problems =
    instances.length === 0
      ? ['No row of the list fits: there is nothing to run over.']
      : instanceProblems({ plan, instances, ...(first === undefined ? {} : { canary: first }) });
  return { instances, canary: first, faults, problems };
}
