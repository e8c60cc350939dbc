/** What came of a run over a list, as rows (L-55): an instance each, with what it was given, what it returned and why it did not. Knows no screen. */

import { isObject, type Json, type JsonObject, setOwn } from '../../lib/json.ts';
import { inputsOf } from '../../plan/input-schema.ts';
import { type InstanceView, instanceOutput } from '../../run/instance-view.ts';
import type { RunState } from '../../run/state.ts';
import { instanceStatusWords } from './instance-words.ts';

/** Which columns there are beside label, status and error. */
export interface ResultColumns {
  readonly inputs: readonly string[];
  /** Fields of what each returns; null: it is one value. */
  readonly outputs: readonly string[] | null;
}

/** So many instances tell which columns there are. */
const LOOKED_AT = 20;
/** A table of more is no table that one reads. */
const MOST = 40;

export function columnsIn(state: RunState, views: readonly InstanceView[]): ResultColumns {
  const declared = inputsOf(state.program.plan) ?? [];
  const given = views.slice(0, LOOKED_AT).flatMap(({ label }) => Object.keys(state.inputs.get(label) ?? {}));
  const inputs = [...new Set([...declared.map(({ name }) => name), ...given])].slice(0, MOST);
  const through = views.filter(({ status }) => status === 'completed').slice(0, LOOKED_AT);
  const returned = through.map(({ label }) => instanceOutput(state, label));
  const isFields = returned.length > 0 && returned.every(isObject);
  const outputs = isFields ? [...new Set(returned.flatMap((one) => Object.keys(one as object)))] : null;
  return { inputs, outputs: outputs?.slice(0, MOST) ?? null };
}

export interface ResultRow {
  readonly inputs: readonly (Json | undefined)[];
  readonly outputs: readonly (Json | undefined)[];
  readonly error: string;
}

export function rowIn(state: RunState, view: InstanceView, { inputs, outputs }: ResultColumns): ResultRow {
  const given = state.inputs.get(view.label) ?? {};
  const output = instanceOutput(state, view.label);
  return {
    inputs: inputs.map((name) => fieldOf(given, name)),
    outputs: outputs === null ? [output] : outputs.map((name) => fieldOf(output, name)),
    error: view.failed?.message ?? '',
  };
}

const fieldOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? ((value as JsonObject)[name] as Json) : undefined;

/** Names of the columns where it leaves the app, no two alike. */
export function savedColumns({ inputs, outputs }: ResultColumns): readonly string[] {
  const taken = new Set(['label', 'status', 'error']);
  const free = (name: string, of: string): string => {
    let own = taken.has(name) ? `${of}.${name}` : name;
    while (taken.has(own)) own = `${own}_`;
    taken.add(own);
    return own;
  };
  const given = inputs.map((name) => free(name, 'input'));
  const made = (outputs ?? ['output']).map((name) => free(name, 'output'));
  return ['label', 'status', ...given, ...made, 'error'];
}

/** A row under these names. */
export function savedRow(
  state: RunState,
  view: InstanceView,
  columns: ResultColumns,
  names: readonly string[],
): JsonObject {
  const { inputs, outputs, error } = rowIn(state, view, columns);
  const cells = [view.label, instanceStatusWords(view.status), ...inputs, ...outputs, error];
  const row: JsonObject = {};
  names.forEach((name, at) => {
    setOwn(row, name, cells[at] ?? null);
  });
  return row;
}
