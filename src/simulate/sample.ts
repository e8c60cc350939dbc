/** Invented values (L-81): a sample from a JSON Schema, or a placeholder that names its call. Always the same. */

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

/**
 * A value for a call of which nothing is known but its name. Readers that go into it find what they look for:
 * without their keys the dry run would fail where the real one may not.
 * @param readInside paths below the value that the plan reads
 */
export function placeholder(name: string, readInside: readonly (readonly (string | number)[])[]): Json {
  const inside = readInside.filter((path) => path.length > 0);
  if (inside.length === 0) return `‹${name}›`;
  const byKey = new Map<string | number, (readonly (string | number)[])[]>();
  for (const [key, ...rest] of inside) {
    const own = byKey.get(key!);
    if (own) own.push(rest);
    else byKey.set(key!, [rest]);
  }
  const keys = [...byKey.keys()];
  if (keys.every((key) => typeof key === 'number' && key < 1000)) {
    const length = Math.max(...keys.map(Number)) + 1;
    return Array.from({ length }, (_, i) => placeholder(`${name}.${i}`, byKey.get(i) ?? []));
  }
  const value: JsonObject = {};
  for (const key of keys) setOwn(value, String(key), placeholder(`${name}.${key}`, byKey.get(key)!));
  return value;
}
