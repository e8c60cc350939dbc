/**
 * Validation of JSON values against a stranger's JSON Schema, compiled to functions once for each schema (ajv needs
 * eval, which the page's policy forbids). Runs on whatever thread asks: patterns under RE2, everything under a budget
 * of steps. What the keywords say is in `schema-keywords` and `schema-ways`. Knows no contract and no plan.
 */

import { isObject } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import {
  Budget,
  FITS,
  fault,
  GaveUp,
  type Group,
  type InnerCheck,
  type Schema,
  type SchemaCheck,
  type SchemaFault,
  shown,
} from './schema-group.ts';
import { dependencies, lists, numbers, objects, texts, values } from './schema-keywords.ts';
import { resolveSchema } from './schema-reference.ts';
import {
  ANY_TYPE,
  declaredTypes,
  isWholeDigits,
  TYPES,
  type TypeSet,
  typeOfValue,
  typeWords,
} from './schema-types.ts';
import { combinations, conditions, contained, leftOver } from './schema-ways.ts';

const checks = new WeakMap<object, SchemaCheck>();
const inner = new WeakMap<object, WeakMap<object, InnerCheck>>();

/**
 * The check of a schema, made once for each schema object. `root` is the document its `$ref`s point into.
 * What the schema says in a way that cannot be followed (a `$ref` out of the document, an unknown type, a pattern
 * that RE2 can't take) lets every value through, which the warning `unchecked-pattern` tells of patterns. A check
 * that takes too long, or does not end, is a fault of its own. Patterns need `loadPatterns` first.
 */
export function schemaCheck(schema: JsonSchema | undefined, root: unknown = schema): SchemaCheck {
  if (!isObject(schema)) return schema === false ? () => fault([], 'must not be given') : () => undefined;
  const own = root === schema || !isObject(root);
  let check = own ? checks.get(schema) : undefined;
  if (!check) {
    const inside = checkOf(schema, isObject(root) ? root : schema);
    check = (value) => {
      try {
        return inside(value, new Budget(value));
      } catch (error) {
        // A RangeError is a stack that a value or a schema nested out of reason has used up.
        if (error instanceof GaveUp) return fault([], error.message);
        if (error instanceof RangeError) return fault([], 'could not be checked: it is nested too deep');
        throw error;
      }
    };
    if (own) checks.set(schema, check);
  }
  return check;
}

/** Validates one value. For many values of one schema `schemaCheck` is the same work done once. */
export const validateJson = (schema: JsonSchema | undefined, value: unknown): SchemaFault | undefined =>
  schemaCheck(schema)(value);

/** The check of a schema inside a document; made when it is first needed, since a schema may contain itself. */
function checkOf(schema: unknown, root: object): InnerCheck {
  if (!isObject(schema)) return schema === false ? () => fault([], 'must not be given') : FITS;
  let ofRoot = inner.get(root);
  if (!ofRoot) {
    ofRoot = new WeakMap();
    inner.set(root, ofRoot);
  }
  let check = ofRoot.get(schema);
  if (!check) {
    check = compile(schema, root);
    ofRoot.set(schema, check);
  }
  return check;
}

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

const isAnnotation = (keyword: string) => ANNOTATIONS.has(keyword) || keyword.startsWith('x-');

/** True for a schema that accepts every value. */
export function isTrivialSchema(schema: unknown): boolean {
  return !isObject(schema) ? schema !== false : Object.keys(schema).every(isAnnotation);
}

function compile(schema: Schema, root: object): InnerCheck {
  if (isTrivialSchema(schema)) return FITS;
  const types = declaredTypes(schema);
  const inside = { root, checkOf: (part: unknown) => checkOf(part, root) };
  const parts = GROUPS.flatMap((group) => group(schema, inside) ?? []);
  if (parts.length === 0) return types === ANY_TYPE ? FITS : typeCheck(types);
  const ofType = typeCheck(types);
  return (value, budget) => {
    const wrong = ofType(value);
    if (wrong) return wrong;
    budget.enter();
    for (const part of parts) {
      const found = part(value, budget);
      if (found) return found;
    }
    budget.leave();
    return undefined;
  };
}

function typeCheck(types: TypeSet): SchemaCheck {
  if (types === ANY_TYPE) return () => undefined;
  return (value) =>
    typeOfValue(value) & types || (types & TYPES.integer && isWholeDigits(value))
      ? undefined
      : fault([], `must be ${typeWords(types)}, not ${shown(value)}`);
}

const references: Group = (schema, { root, checkOf }) => {
  if (typeof schema.$ref !== 'string') return undefined;
  // Found once, and not before it is needed: a schema may contain itself.
  let target: InnerCheck | undefined;
  return (value, budget) => {
    target ??= checkOf(resolveSchema({ $ref: schema.$ref }, root));
    return target(value, budget);
  };
};

const GROUPS: readonly Group[] = [
  references,
  values,
  numbers,
  texts,
  objects,
  dependencies,
  lists,
  contained,
  combinations,
  conditions,
  leftOver,
];
