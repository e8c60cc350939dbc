/** Invented values (L-81): a sample from a JSON Schema, or a placeholder that names its call. Always the same. */

import { itemAt, valueAt } from '../lib/columns.ts';
import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';

const MAX_DEPTH = 8;

/** A small value that the schema would let through, as far as its plain keywords say; examples and defaults first. */
export function sampleOf(schema: unknown, depth = 0): Json {
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  if (schema.const !== undefined) return schema.const as Json;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0] as Json;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0] as Json;
  if (schema.default !== undefined) return schema.default as Json;
  for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const) {
    const options = schema[keyword];
    if (Array.isArray(options) && options.length > 0) return sampleOf(options[0], depth + 1);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return stringSample(schema);
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return schema.items === undefined ? [] : [sampleOf(schema.items, depth + 1)];
    default:
      return type === 'object' || isObject(schema.properties) ? objectSample(schema, depth) : null;
  }
}

function objectSample(schema: Record<string, unknown>, depth: number): JsonObject {
  const sample: JsonObject = {};
  if (!isObject(schema.properties)) return sample;
  for (const [key, property] of Object.entries(schema.properties))
    setOwn(sample, key, sampleOf(property, depth + 1));
  return sample;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'someone@example.org',
  uri: 'https://example.org/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function stringSample(schema: Record<string, unknown>): string {
  if (typeof schema.format === 'string' && Object.hasOwn(FORMATS, schema.format))
    return FORMATS[schema.format]!;
  const text = typeof schema.title === 'string' ? `‹${schema.title}›` : '‹text›';
  return typeof schema.minLength === 'number' ? text.padEnd(Math.min(schema.minLength, 1000), '·') : text;
}

type Path = readonly (string | number)[];

/** By first segment, what is read below it. */
function byFirst(paths: readonly Path[]): Map<string | number, Path[]> {
  const groups = new Map<string | number, Path[]>();
  for (const [key, ...rest] of paths) {
    const own = groups.get(key!);
    if (own) own.push(rest);
    else groups.set(key!, [rest]);
  }
  return groups;
}

/** Where a reader names an element far out, the rows before it are not all invented. */
const MAX_INDEX = 1000;

/**
 * A value for a call of which nothing is known but its name. Readers that go into it find what they look for:
 * without their keys the dry run would fail where the real one may not.
 * @param readInside paths below the value that the plan reads
 */
export function placeholder(name: string, readInside: readonly Path[]): Json {
  const inside = readInside.filter((path) => path.length > 0);
  if (inside.length === 0) return `‹${name}›`;
  const groups = byFirst(inside);
  const keys = [...groups.keys()];
  if (keys.every((key) => typeof key === 'number' && key < MAX_INDEX)) {
    const length = Math.max(...keys.map(Number)) + 1;
    return Array.from({ length }, (_, i) => placeholder(`${name}.${i}`, groups.get(i) ?? []));
  }
  const value: JsonObject = {};
  for (const key of keys) setOwn(value, String(key), placeholder(`${name}.${key}`, valueAt(groups, key)));
  return value;
}

/**
 * A sample with what the plan reads inside it put in where its schema says nothing of it: the columns of a table, the
 * second of a list. A text or number stays: going into it fails in a real run too (L-16).
 */
export function completed(sample: Json, name: string, readInside: readonly Path[]): Json {
  const inside = readInside.filter((path) => path.length > 0);
  if (inside.length === 0 || typeof sample !== 'object') return sample;
  if (sample === null) return placeholder(name, inside);
  const value: Json = Array.isArray(sample) ? [...sample] : { ...sample };
  for (const [key, below] of byFirst(inside)) {
    const about = `${name}.${key}`;
    if (!Array.isArray(value)) {
      const own = Object.hasOwn(value, key) ? value[key] : undefined;
      setOwn(
        value,
        String(key),
        own === undefined ? placeholder(about, below) : completed(own, about, below),
      );
    } else if (typeof key === 'number' && key < MAX_INDEX) {
      // Rows of one list are alike.
      while (value.length <= key) value.push(value[0] ?? null);
      value[key] = completed(itemAt(value, key), about, below);
    }
  }
  return value;
}
