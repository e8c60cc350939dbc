/** What a JSON Schema says about a tool's parameters and results, read defensively: schemas come from strangers. */

import { hasOwn, isObject } from '../../../lib/json.ts';
import type { ToolContract } from '../../../tools/catalogue.ts';

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** One parameter of a tool, or one property of its result. */
export interface Field {
  readonly name: string;
  /** Empty: the schema allows any type. */
  readonly types: readonly JsonType[];
  /** Meaning beside the type, from `x-kind`: "rows", "text", "file", "column", … */
  readonly kind: string | undefined;
  /** Title and description. */
  readonly text: string;
  readonly required: boolean;
  readonly enumValues: readonly unknown[] | undefined;
  /** Of an array: what its elements are. */
  readonly items: Field | undefined;
  readonly schema: Readonly<Record<string, unknown>>;
}

const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
]);

function typesOf(schema: Record<string, unknown>): JsonType[] {
  const declared = Array.isArray(schema.type) ? schema.type : [schema.type];
  const types = declared.filter((type): type is JsonType => TYPES.has(type));
  if (types.length > 0) return types;
  const union = [schema.anyOf, schema.oneOf].find(Array.isArray);
  return union === undefined ? [] : [...new Set(union.filter(isObject).flatMap(typesOf))];
}

/** Reads one schema as a field. A schema that is `true`, absent or malformed allows anything. */
export function fieldOf(name: string, schema: unknown, required: boolean): Field {
  const object = isObject(schema) ? schema : {};
  const text = [object.title, object.description].filter((part) => typeof part === 'string').join(' ');
  const kind = object['x-kind'];
  const values = hasOwn(object, 'const') ? [object.const] : object.enum;
  return {
    name,
    types: typesOf(object),
    kind: typeof kind === 'string' ? kind : undefined,
    text,
    required,
    enumValues: Array.isArray(values) ? values : undefined,
    items: object.items === undefined ? undefined : fieldOf(name, object.items, false),
    schema: object,
  };
}

/** The properties of an object schema, in the order they are declared. */
export function propertiesOf(schema: unknown): Field[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(schema.properties).map(([name, property]) =>
    fieldOf(name, property, required.has(name)),
  );
}

/** A place in a tool's result that a reference can name. An empty path is the whole result. */
export interface Output {
  readonly path: readonly string[];
  readonly field: Field;
}

/** The whole result first, then each declared property of it. */
export function outputsOf(tool: ToolContract): Output[] {
  const whole = fieldOf('', tool._output, true);
  const parts = propertiesOf(tool._output).map((field) => ({ path: [field.name], field }));
  return [{ path: [], field: whole }, ...parts];
}

/** Whether a value of `from` can stand where `to` is wanted: 1 surely, 0 never, between when a schema is silent. */
export function typeFit(from: Field, to: Field): number {
  if (from.types.length === 0 || to.types.length === 0) return 0.5;
  let best = 0;
  for (const have of from.types) {
    for (const want of to.types) {
      if (have === want) best = Math.max(best, have === 'array' ? itemsFit(from, to) : 1);
      else if (have === 'integer' && want === 'number') best = Math.max(best, 0.9);
      else if (have === 'number' && want === 'integer') best = Math.max(best, 0.5);
    }
  }
  return best;
}

function itemsFit(from: Field, to: Field): number {
  if (from.items === undefined || to.items === undefined) return 0.9;
  return typeFit(from.items, to.items);
}
