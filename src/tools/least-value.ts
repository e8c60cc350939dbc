/** A value that stands in for a result that nobody knows: the least that a schema allows. Knows no tool and no call. */

import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import { schemaCheck, validateJson } from './json-schema.ts';
import { resolveSchema } from './schema-reference.ts';
import { TYPES, typesOf } from './schema-types.ts';

/** What a text says of itself where nothing keeps it from that. */
const NOT_KNOWN = 'not known';

/** A schema may contain itself, or be a stranger's. */
const MAX_DEPTH = 12;
const MAX_PARTS = 1000;

/**
 * Only what has to be there, each as little as may be: nothing (null), a text that says that it is not known, the
 * smallest number, an empty list. Undefined where this finds no value that the schema's own check lets through.
 */
export function leastValue(schema: JsonSchema | undefined): Json | undefined {
  const value = leastOf(schema, { root: schema, parts: 0 }, 0);
  return value !== undefined && validateJson(schema, value) === undefined ? value : undefined;
}

interface Inside {
  readonly root: unknown;
  parts: number;
}

function leastOf(part: unknown, inside: Inside, depth: number): Json | undefined {
  inside.parts += 1;
  if (depth > MAX_DEPTH || inside.parts > MAX_PARTS) return undefined;
  const schema = resolveSchema(part, inside.root);
  if (schema === false) return undefined;
  if (!isObject(schema)) return null;
  const check = schemaCheck(schema as JsonSchema, inside.root);
  const fits = (value: Json | undefined): value is Json => value !== undefined && check(value) === undefined;
  return candidates(schema, inside, depth).find(fits);
}

/** What the schema names comes first, then what is least of each of its types, then the ways it offers. */
function candidates(
  schema: Record<string, unknown>,
  inside: Inside,
  depth: number,
): readonly (Json | undefined)[] {
  const types = typesOf(schema, inside.root);
  const may = (type: number) => (types & type) !== 0;
  const listed = [schema.const, ...(Array.isArray(schema.enum) ? schema.enum : [])] as (Json | undefined)[];
  const ways = [schema.oneOf, schema.anyOf, schema.allOf].flatMap((some) =>
    Array.isArray(some) ? some.map((one: unknown) => leastOf(one, inside, depth + 1)) : [],
  );
  return [
    ...(may(TYPES.null) ? [null] : []),
    ...listed,
    ...(may(TYPES.string) ? texts(schema) : []),
    ...(may(TYPES.number) ? numbers(schema) : []),
    ...(may(TYPES.boolean) ? [false, true] : []),
    ...(may(TYPES.array) ? [[], leastList(schema, inside, depth)] : []),
    ...(may(TYPES.object) ? [leastObject(schema, inside, depth)] : []),
    ...ways,
    ...(Array.isArray(schema.examples) ? (schema.examples as Json[]) : []),
    schema.default as Json | undefined,
  ];
}

function texts({ minLength }: Record<string, unknown>): readonly string[] {
  const least = typeof minLength === 'number' ? Math.min(minLength, MAX_PARTS) : 0;
  return [NOT_KNOWN, NOT_KNOWN.padEnd(least, '.'), '', '-'.repeat(least)];
}

function numbers(schema: Record<string, unknown>): readonly number[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const bounds = [minimum, exclusiveMinimum, maximum, exclusiveMaximum].filter(
    (bound) => typeof bound === 'number',
  );
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  const near = bounds.flatMap((bound) => {
    const whole = Math.ceil(bound / step) * step;
    return [bound, whole, whole + step, whole - step, bound + step / 2];
  });
  // The least there is where there is a least, else nothing at all, else what lies nearest to the bounds.
  return typeof minimum === 'number' || typeof exclusiveMinimum === 'number' ? [...near, 0] : [0, ...near];
}

function leastList(
  { items, prefixItems, minItems }: Record<string, unknown>,
  inside: Inside,
  depth: number,
): Json | undefined {
  const least = typeof minItems === 'number' ? minItems : 0;
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  if (least > MAX_PARTS) return undefined;
  const list: Json[] = [];
  for (let at = 0; at < least; at++) {
    const value = leastOf(at < first.length ? first[at] : (items ?? true), inside, depth + 1);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return list;
}

function leastObject(
  { properties, required }: Record<string, unknown>,
  inside: Inside,
  depth: number,
): Json | undefined {
  const value: JsonObject = {};
  for (const key of Array.isArray(required) ? required : []) {
    if (typeof key !== 'string') continue;
    const own = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : true;
    const least = leastOf(own, inside, depth + 1);
    if (least === undefined) return undefined;
    setOwn(value, key, least);
  }
  return value;
}
