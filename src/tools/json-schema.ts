/**
 * Validation of JSON values against a stranger's JSON Schema: plain schemas by hand, because most are and a
 * plan has thousands of values, the rest by the full validator. Knows no contract and no plan.
 */

import { isObject, jsonEquals } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import { fullCheck } from './full-schema-check.ts';
import { matchesPattern } from './safe-pattern.ts';
import { fault, type SchemaCheck, type SchemaFault, shown } from './schema-fault.ts';
import { ANY_TYPE, declaredTypes, type TypeSet, typeOfValue, typeWords } from './schema-types.ts';

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
  /** By key, made at the first value that has it: to look a check up by its schema takes longer than most checks. */
  const known = new Map<string, SchemaCheck>();
  const checkOf = (key: string): SchemaCheck | undefined => {
    let check = known.get(key);
    if (!check && Object.hasOwn(properties, key)) {
      check = schemaCheck(properties[key], root);
      known.set(key, check);
    }
    return check;
  };
  return (value: Readonly<Record<string, unknown>>): SchemaFault | undefined => {
    for (const key of required)
      if (!Object.hasOwn(value, key)) return fault([], `must have the property ${shown(key)}`);
    for (const key in value) {
      const check = checkOf(key);
      if (!check && rest === false) return fault([key], 'is not a property that is known here');
      const wrong = (check ?? schemaCheck(rest, root))(value[key]);
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
