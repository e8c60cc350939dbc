/**
 * Validation of JSON values against a stranger's JSON Schema: plain schemas by hand, the rest through
 * @cfworker/json-schema (ajv needs eval, which the page's policy forbids). Knows no contract and no plan.
 */

import { type Schema, Validator } from '@cfworker/json-schema';
import { isObject, jsonEquals } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import { matchesPattern } from './safe-pattern.ts';
import { resolveSchema } from './schema-reference.ts';
import { ANY_TYPE, declaredTypes, type TypeSet, typeOfValue, typeWords } from './schema-types.ts';
import { tameSchema } from './tame-schema.ts';

/** Why a value does not fit. */
export interface SchemaFault {
  /** Keys and indexes from the value to the part that does not fit. */
  readonly path: readonly (string | number)[];
  /** Continues a sentence: "must be a string, not 3". */
  readonly message: string;
}

/** Says why `value` does not fit, or undefined where it does. Never throws. */
export type SchemaCheck = (value: unknown) => SchemaFault | undefined;

const FITS: SchemaCheck = () => undefined;

const checks = new WeakMap<object, WeakMap<object, SchemaCheck>>();

/**
 * The check of a schema, made once for each schema object. `root` is the document its `$ref`s point into.
 * What the schema says in a way that cannot be followed (a `$ref` out of the document, an unknown type, a
 * dangerous pattern) lets every value through.
 */
export function schemaCheck(schema: JsonSchema | undefined, root: unknown = schema): SchemaCheck {
  if (!isObject(schema)) return schema === false ? () => fault([], 'must not be given') : FITS;
  const anchor = isObject(root) ? root : schema;
  let ofRoot = checks.get(anchor);
  if (!ofRoot) {
    ofRoot = new WeakMap();
    checks.set(anchor, ofRoot);
  }
  let check = ofRoot.get(schema);
  if (!check) {
    check = compile(schema, anchor);
    ofRoot.set(schema, check);
  }
  return check;
}

/** Validates one value. For many values of one schema `schemaCheck` is the same work done once. */
export const validateJson = (schema: JsonSchema | undefined, value: unknown): SchemaFault | undefined =>
  schemaCheck(schema)(value);

const fault = (path: SchemaFault['path'], message: string): SchemaFault => ({ path, message });

const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  '$schema',
  '$id',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'deprecated',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
  'secret',
  'nullable',
]);

/** Keywords that `plainCheck` knows. Any other sends the schema to the full validator. */
const PLAIN: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
]);

const isAnnotation = (keyword: string) => ANNOTATIONS.has(keyword) || keyword.startsWith('x-');

/** True for a schema that accepts every value. */
export function isTrivialSchema(schema: unknown): boolean {
  return !isObject(schema) ? schema !== false : Object.keys(schema).every(isAnnotation);
}

function compile(schema: Readonly<Record<string, unknown>>, root: object): SchemaCheck {
  const keywords = Object.keys(schema).filter((keyword) => !isAnnotation(keyword));
  if (keywords.length === 0) return FITS;
  if (keywords.length === 1 && keywords[0] === 'type') return typeCheck(declaredTypes(schema));
  if (keywords.every((keyword) => PLAIN.has(keyword)) && isPlain(schema)) return plainCheck(schema, root);
  return fullCheck(schema, root);
}

/** The plain keywords in their plain forms; a stranger's `required: "all"` is not one. */
function isPlain(schema: Readonly<Record<string, unknown>>): boolean {
  const { properties, required, additionalProperties, items } = schema;
  const aSchema = (value: unknown) => value === undefined || typeof value === 'boolean' || isObject(value);
  return (
    (properties === undefined || isObject(properties)) &&
    (required === undefined || Array.isArray(required)) &&
    aSchema(additionalProperties) &&
    aSchema(items) &&
    (schema.enum === undefined || Array.isArray(schema.enum)) &&
    (schema.pattern === undefined || typeof schema.pattern === 'string')
  );
}

function typeCheck(types: TypeSet): SchemaCheck {
  if (types === ANY_TYPE) return FITS;
  return (value) => (typeOfValue(value) & types ? undefined : fault([], wrongType(types, value)));
}

const wrongType = (types: TypeSet, value: unknown) => `must be ${typeWords(types)}, not ${shown(value)}`;

/** A value in a message: short, and on one line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function plainCheck(schema: Readonly<Record<string, unknown>>, root: object): SchemaCheck {
  const checkType = typeCheck(declaredTypes(schema));
  const asNumber = (keyword: string) =>
    typeof schema[keyword] === 'number' ? (schema[keyword] as number) : undefined;
  const [minimum, maximum] = [asNumber('minimum'), asNumber('maximum')];
  const [minLength, maxLength] = [asNumber('minLength'), asNumber('maxLength')];
  const pattern = schema.pattern as string | undefined;
  const allowed = schema.enum as readonly unknown[] | undefined;
  const checkObject = objectCheck(schema, root);
  const checkArray = arrayCheck(schema, root, asNumber('minItems'), asNumber('maxItems'));
  const hasConst = Object.hasOwn(schema, 'const');

  return (value) => {
    const wrong = checkType(value);
    if (wrong) return wrong;
    if (allowed && !allowed.some((one) => jsonEquals(one, value)))
      return fault([], `must be one of ${allowed.map(shown).join(', ').slice(0, 200)}, not ${shown(value)}`);
    if (hasConst && !jsonEquals(schema.const, value))
      return fault([], `must be ${shown(schema.const)}, not ${shown(value)}`);
    if (typeof value === 'number') {
      if (minimum !== undefined && value < minimum)
        return fault([], `must be ${minimum} or more, not ${value}`);
      if (maximum !== undefined && value > maximum)
        return fault([], `must be ${maximum} or less, not ${value}`);
    } else if (typeof value === 'string') {
      if (minLength !== undefined && lengthOf(value, minLength) < minLength)
        return fault([], `must have ${minLength} characters or more`);
      if (maxLength !== undefined && lengthOf(value, maxLength) > maxLength)
        return fault([], `must have ${maxLength} characters or fewer`);
      if (pattern !== undefined && !matchesPattern(pattern, value))
        return fault([], `must match ${pattern}, which ${shown(value)} does not`);
    } else if (Array.isArray(value)) {
      return checkArray(value);
    } else if (isObject(value)) {
      return checkObject(value);
    }
    return undefined;
  };
}

/** JSON Schema counts code points; counting them is only worth it where the units do not already decide. */
const lengthOf = (text: string, limit: number) =>
  text.length < limit || text.length > limit * 2 ? text.length : [...text].length;

function objectCheck(schema: Readonly<Record<string, unknown>>, root: object) {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = ((schema.required ?? []) as readonly unknown[]).filter((key) => typeof key === 'string');
  const rest = schema.additionalProperties as JsonSchema | undefined;
  return (value: Readonly<Record<string, unknown>>): SchemaFault | undefined => {
    for (const key of required)
      if (!Object.hasOwn(value, key)) return fault([], `must have the property ${shown(key)}`);
    for (const key in value) {
      const known = Object.hasOwn(properties, key);
      if (!known && rest === false) return fault([key], 'is not a property that is known here');
      const child = known ? properties[key] : rest;
      const wrong = schemaCheck(child, root)(value[key]);
      if (wrong) return fault([key, ...wrong.path], wrong.message);
    }
    return undefined;
  };
}

function arrayCheck(
  schema: Readonly<Record<string, unknown>>,
  root: object,
  minItems: number | undefined,
  maxItems: number | undefined,
) {
  const items = schema.items as JsonSchema | undefined;
  return (value: readonly unknown[]): SchemaFault | undefined => {
    if (minItems !== undefined && value.length < minItems)
      return fault([], `must have ${minItems} elements or more, not ${value.length}`);
    if (maxItems !== undefined && value.length > maxItems)
      return fault([], `must have ${maxItems} elements or fewer, not ${value.length}`);
    if (items === undefined || items === true) return undefined;
    const check = schemaCheck(items, root);
    for (let i = 0; i < value.length; i++) {
      const wrong = check(value[i]);
      if (wrong) return fault([i, ...wrong.path], wrong.message);
    }
    return undefined;
  };
}

/** The full validator, built when the first value comes. */
function fullCheck(schema: Readonly<Record<string, unknown>>, root: object): SchemaCheck {
  let validator: Validator | null | undefined;
  return (value) => {
    validator ??= build(schema, root);
    try {
      const result = validator?.validate(value);
      return result === undefined || result.valid ? undefined : faultOf(result.errors);
    } catch {
      // A reference out of the document or one that is a cycle: the schema cannot be followed.
      return undefined;
    }
  };
}

function build(schema: Readonly<Record<string, unknown>>, root: object): Validator | null {
  try {
    const defs = Object.fromEntries(
      ['$defs', 'definitions'].filter((key) => key in root).map((key) => [key, root[key as keyof object]]),
    );
    const own = schema === root ? schema : { ...defs, ...(resolveSchema(schema, root) as object) };
    const dialect = isObject(root) ? root.$schema : undefined;
    const old = Array.isArray(schema.items) || (typeof dialect === 'string' && dialect.includes('draft-0'));
    return new Validator(tameSchema(own) as Schema, old ? '7' : '2020-12', false);
  } catch {
    return null;
  }
}

/** The deepest fault is the one a person can act on; what stands above it only repeats that it failed. */
function faultOf(errors: readonly { instanceLocation: string; error: string }[]): SchemaFault {
  let best = errors[0] ?? { instanceLocation: '#', error: 'does not fit its schema' };
  for (const error of errors)
    if (error.instanceLocation.split('/').length > best.instanceLocation.split('/').length) best = error;
  const path = best.instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : part));
  const text = best.error.replace(/\.$/, '').slice(0, 300);
  return fault(path, `does not fit: ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`);
}
