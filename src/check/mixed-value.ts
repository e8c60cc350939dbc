/** Values that mix literals and expressions, against a schema: the literal parts by value, expressions not at all. */

import { isObject, setOwn } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import { isExpression, literalOf } from '../plan/expression.ts';
import { schemaCheck } from '../tools/json-schema.ts';
import { type SchemaFault, shown } from '../tools/schema-fault.ts';
import { resolveSchema } from '../tools/schema-reference.ts';
import { childSchema, typeOfValue, typesOf, typeWords } from '../tools/schema-types.ts';

const DAGGER = '†';
/** Nesting that is looked into: deeper than any schema a person reads, and no stack overflows. */
const DEPTH = 128;

/** Why the literal parts of `value` do not fit, or undefined where they do (L-35). */
export function mixedFault(
  schema: JsonSchema,
  root: JsonSchema | undefined,
  value: unknown,
  depth = DEPTH,
): SchemaFault | undefined {
  if (typeof value === 'string' && isExpression(value)) return undefined;
  const text = holdsDagger(value, depth);
  if (text === 'too deep') return undefined;
  if (text === 'none') return schemaCheck(schema, root)(value);
  if (text === 'escaped') return schemaCheck(schema, root)(unescaped(value));

  const types = typesOf(schema, root);
  if ((typeOfValue(value) & types) === 0)
    return { path: [], message: `must be ${typeWords(types)}, not ${shown(value)}` };
  const own = resolveSchema(schema, root);
  if (!isObject(own)) return undefined;
  return Array.isArray(value)
    ? listFault(own, root, value, depth)
    : objectFault(own, root, value as Record<string, unknown>, depth);
}

function listFault(
  own: Readonly<Record<string, unknown>>,
  root: JsonSchema | undefined,
  value: readonly unknown[],
  depth: number,
): SchemaFault | undefined {
  if (typeof own.minItems === 'number' && value.length < own.minItems)
    return { path: [], message: `must have ${own.minItems} elements or more, not ${value.length}` };
  if (typeof own.maxItems === 'number' && value.length > own.maxItems)
    return { path: [], message: `must have ${own.maxItems} elements or fewer, not ${value.length}` };
  for (let i = 0; i < value.length; i++) {
    const fault = childFault(own, root, i, value[i], depth);
    if (fault) return fault;
  }
  return undefined;
}

function objectFault(
  own: Readonly<Record<string, unknown>>,
  root: JsonSchema | undefined,
  value: Readonly<Record<string, unknown>>,
  depth: number,
): SchemaFault | undefined {
  if (Array.isArray(own.required))
    for (const key of own.required)
      if (typeof key === 'string' && !Object.hasOwn(value, key))
        return { path: [], message: `must have the property ${shown(key)}` };
  const closed =
    own.additionalProperties === false && own.patternProperties === undefined && isObject(own.properties);
  for (const key of Object.keys(value)) {
    if (closed && !Object.hasOwn(own.properties as object, key))
      return { path: [key], message: 'is not a property that is known here' };
    const fault = childFault(own, root, key, value[key], depth);
    if (fault) return fault;
  }
  return undefined;
}

function childFault(
  own: Readonly<Record<string, unknown>>,
  root: JsonSchema | undefined,
  key: string | number,
  value: unknown,
  depth: number,
): SchemaFault | undefined {
  const child = childSchema(own, key);
  if (child === undefined) return undefined;
  const fault = mixedFault(child as JsonSchema, root, value, depth - 1);
  return fault && { path: [key, ...fault.path], message: fault.message };
}

/** `expression`: somewhere inside stands one. `escaped`: only `††` texts, which are literals in disguise. */
function holdsDagger(value: unknown, depth: number): 'none' | 'escaped' | 'expression' | 'too deep' {
  if (typeof value === 'string') {
    if (!value.includes(DAGGER)) return 'none';
    return isExpression(value) ? 'expression' : literalOf(value) === value ? 'none' : 'escaped';
  }
  if (typeof value !== 'object' || value === null) return 'none';
  if (depth === 0) return 'too deep';
  let found: 'none' | 'escaped' = 'none';
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    const inside = holdsDagger(child, depth - 1);
    if (inside === 'expression' || inside === 'too deep') return inside;
    if (inside === 'escaped') found = inside;
  }
  return found;
}

function unescaped(value: unknown): unknown {
  if (typeof value === 'string') return literalOf(value);
  if (Array.isArray(value)) return value.map(unescaped);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) setOwn(copy, key, unescaped(child));
  return copy;
}
