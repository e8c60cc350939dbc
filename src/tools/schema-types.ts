/** Which JSON types a schema lets through, as a set of bits. Knows no contract and no plan. */

import { itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import { resolveSchema } from './schema-reference.ts';

/** A set of JSON types. Whole numbers have their own bit, so that `integer` and `number` meet. */
export type TypeSet = number;

/** A bit a type; `number` has that of `integer` too, which is one. */
export const TYPES = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 4 | 8,
  string: 16,
  array: 32,
  object: 64,
} as const;

/** Every bit: nothing is known of the type. */
export const ANY_TYPE: TypeSet = 127;

/** Digits of a whole number that a double can't hold: in an answer from outside they stand as text (L-8). */
export const isWholeDigits = (value: unknown): boolean =>
  typeof value === 'string' && /^-?[1-9]\d{15,}$/.test(value) && !Number.isSafeInteger(Number(value));

/** The types of a JSON value: exactly one bit. */
export function typeOfValue(value: unknown): TypeSet {
  switch (typeof value) {
    case 'string':
      return TYPES.string;
    case 'number':
      return Number.isInteger(value) ? TYPES.integer : 8;
    case 'boolean':
      return TYPES.boolean;
    default:
      return value === null ? TYPES.null : Array.isArray(value) ? TYPES.array : TYPES.object;
  }
}

/**
 * What is known of a schema's parts while one question is answered, so that a part that many refer to is looked at
 * once: forty `allOf`s that each name the next one twice would be a trillion looks. A part that contains itself says
 * nothing more inside itself.
 */
type Known = Map<object, TypeSet>;

/**
 * The types a value of `schema` can have. A schema that does not say (or says what this does not know, as
 * the `dict` and `any` of public data sets) gives ANY_TYPE; one that lets nothing through gives 0.
 */
export function typesOf(schema: unknown, root: unknown = schema, known?: Known): TypeSet {
  const own = resolveSchema(schema, root);
  if (own === false) return 0;
  if (!isObject(own)) return ANY_TYPE;
  let types = declaredTypes(own);
  if (Array.isArray(own.enum)) types &= own.enum.reduce((all: TypeSet, value) => all | typeOfValue(value), 0);
  if ('const' in own) types &= typeOfValue(own.const);
  return combined(own, types, known ?? NOTHING_KNOWN, (part, inside) => typesOf(part, root, inside));
}

const NOTHING_KNOWN: Known = new Map();

/** `types` narrowed by the schema's alternatives and conjunctions. */
function combined(
  own: Readonly<Record<string, unknown>>,
  types: TypeSet,
  known: Known,
  typesIn: (part: unknown, known: Known) => TypeSet,
): TypeSet {
  const { anyOf, oneOf, allOf } = own;
  if (anyOf === undefined && oneOf === undefined && allOf === undefined) return types;
  const before = known.get(own);
  if (before !== undefined) return before;
  const inside = known === NOTHING_KNOWN ? new Map() : known;
  inside.set(own, ANY_TYPE);
  let narrowed = types;
  for (const options of [anyOf, oneOf]) {
    if (!Array.isArray(options) || options.length === 0) continue;
    narrowed &= options.reduce((all: TypeSet, option) => all | typesIn(option, inside), 0);
  }
  if (Array.isArray(allOf)) for (const part of allOf) narrowed &= typesIn(part, inside);
  inside.set(own, narrowed);
  return narrowed;
}

/** What the keywords `type` and (OpenAPI's) `nullable` say. */
export function declaredTypes(schema: Readonly<Record<string, unknown>>): TypeSet {
  const { type } = schema;
  if (type === undefined) return ANY_TYPE;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  let types: TypeSet = schema.nullable === true ? TYPES.null : 0;
  for (const name of names) {
    if (typeof name !== 'string' || !Object.hasOwn(TYPES, name)) return ANY_TYPE;
    types |= TYPES[name as keyof typeof TYPES];
  }
  return types;
}

/** The types of what stands at `path` inside a value of `schema`; ANY_TYPE where the schema does not say. */
export function typesAt(
  schema: JsonSchema | undefined,
  path: readonly (string | number)[],
  from = 0,
): TypeSet {
  if (schema === undefined) return ANY_TYPE;
  return typesBelow(schema, schema, path, from, NOTHING_KNOWN) || ANY_TYPE;
}

function typesBelow(
  schema: unknown,
  root: unknown,
  path: readonly (string | number)[],
  at: number,
  known: Known,
): TypeSet {
  if (at >= path.length) return typesOf(schema, root);
  const own = resolveSchema(schema, root);
  if (!isObject(own)) return ANY_TYPE;
  const child = childSchema(own, itemAt(path, at));
  // One step further in the path is another question.
  const types = child === undefined ? ANY_TYPE : typesBelow(child, root, path, at + 1, NOTHING_KNOWN);
  return combined(own, types, known, (part, inside) => typesBelow(part, root, path, at, inside));
}

/** The schema of one property or element, as far as plain keywords tell. */
export function childSchema(schema: Readonly<Record<string, unknown>>, segment: string | number): unknown {
  const { properties, prefixItems, items, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, segment)) return properties[segment];
  if (typeof segment === 'number') {
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
    if (tuple && segment < tuple.length) return tuple[segment];
    if (isObject(items)) return items;
    return undefined;
  }
  // With patterns, which schema stands for the key is a question for the validator.
  return schema.patternProperties === undefined && isObject(additionalProperties)
    ? additionalProperties
    : undefined;
}

/** Words for a person: "a string", "a number or null". */
export function typeWords(types: TypeSet): string {
  const words: string[] = [];
  if (types & TYPES.string) words.push('a string');
  if (types & 8) words.push('a number');
  else if (types & TYPES.integer) words.push('a whole number');
  if (types & TYPES.boolean) words.push('true or false');
  if (types & TYPES.array) words.push('a list');
  if (types & TYPES.object) words.push('an object');
  if (types & TYPES.null) words.push('null');
  return words.length === 0 ? 'nothing' : words.join(' or ');
}
