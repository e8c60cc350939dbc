/** A stranger's JSON Schema made fit for the validator: a copy it may mark, without what would stop or hang it. */

import { isObject, setOwn } from '../lib/json.ts';
import { isSafePattern } from './safe-pattern.ts';
import { ANY_TYPE, declaredTypes, TYPES } from './schema-types.ts';

/** Nesting that is copied; below it every value is let through. */
const DEPTH = 64;

/** Keywords whose values are schemas by name. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples', 'required']);

/**
 * A copy in which `nullable` is a type, unknown types say nothing, patterns that could hang are gone, and
 * so are ids (the validator would resolve them as addresses).
 */
export function tameSchema(schema: unknown, depth = DEPTH): unknown {
  if (!isObject(schema)) return schema;
  if (depth === 0) return true;
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$id' || keyword === 'id' || keyword === '$schema' || keyword === 'nullable') continue;
    if (keyword === 'type') continue;
    if (keyword === 'pattern' && !(typeof value === 'string' && isSafePattern(value))) continue;
    setOwn(copy, keyword, DATA.has(keyword) ? value : tameValue(keyword, value, depth - 1));
  }
  const types = declaredTypes(schema);
  if (types !== ANY_TYPE) copy.type = typeNames(types);
  return copy;
}

function tameValue(keyword: string, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => tameSchema(item, depth));
  if (!isObject(value)) return value;
  if (!MAPS.has(keyword)) return tameSchema(value, depth);
  const copy: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value)) {
    if (keyword === 'patternProperties' && !isSafePattern(name)) continue;
    setOwn(copy, name, tameSchema(child, depth));
  }
  return copy;
}

function typeNames(types: number): string[] {
  const names: string[] = [];
  for (const name of ['null', 'boolean', 'string', 'array', 'object'] as const)
    if (types & TYPES[name]) names.push(name);
  if (types & 8) names.push('number');
  else if (types & TYPES.integer) names.push('integer');
  return names;
}
