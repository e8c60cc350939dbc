/** The columns of a list as the inputs of a plan (L-55): by name, then by type. Knows no screen and no file. */

import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import type { PlanInput } from '../plan/input-schema.ts';

/** By input the column that it is taken from. */
export type Columns = ReadonlyMap<string, string>;

/** Names that a person takes for the same: "Order no." and "order_no". */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Which column is likely which input: of the same name, else of one like it; each column once. */
export function columnsFor(inputs: readonly PlanInput[], columns: readonly string[]): Columns {
  const found = new Map<string, string>();
  const free = new Set(columns);
  for (const isSame of [(a: string, b: string) => a === b, (a: string, b: string) => plain(a) === plain(b)]) {
    for (const { name } of inputs) {
      if (found.has(name)) continue;
      const column = [...free].find((one) => plain(one) !== '' && isSame(one, name));
      if (column === undefined) continue;
      found.set(name, column);
      free.delete(column);
    }
  }
  return found;
}

/** All columns of the rows, in the order in which they come. */
export function columnsOf(rows: readonly JsonObject[]): readonly string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

/**
 * A row as the input of its instance: what is mapped under the name of its input and of its type, the other columns under
 * their own. An empty cell is no value, so that the input's default stands, or the plan says that it is missing.
 */
export function fitRow(row: JsonObject, inputs: readonly PlanInput[], columns: Columns): JsonObject {
  const taken = new Set(columns.values());
  const input: JsonObject = {};
  for (const { name, schema } of inputs) {
    const column = columns.get(name);
    if (column === undefined || !Object.hasOwn(row, column)) continue;
    const value = row[column] as Json;
    if (value !== '' && value !== null) setOwn(input, name, asType(value, schema));
  }
  const declared = new Set(inputs.map(({ name }) => name));
  for (const [column, value] of Object.entries(row))
    if (!taken.has(column) && !declared.has(column)) setOwn(input, column, value);
  return input;
}

/** As the schema wants it, where that is the same thing said otherwise; else as it came, and the check of the input says why not. */
function asType(value: Json, schema: JsonObject): Json {
  switch (schema.type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'number':
    case 'integer':
      return typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
    case 'boolean':
      return typeof value === 'string' ? (YES_NO.get(value.trim().toLowerCase()) ?? value) : value;
    case 'array':
    case 'object':
      return typeof value === 'string' ? asJson(value, schema.type) : value;
    default:
      return value;
  }
}

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

function asJson(text: string, type: 'array' | 'object'): Json {
  try {
    const value = JSON.parse(text) as Json;
    return (type === 'array' ? Array.isArray(value) : isObject(value)) ? value : text;
  } catch {
    return text;
  }
}
