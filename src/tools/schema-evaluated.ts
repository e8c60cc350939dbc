/** Which properties or elements of a value a schema has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */

import { isObject } from '../lib/json.ts';
import { matchesPattern } from './foreign-pattern.ts';
import type { Budget } from './schema-budget.ts';
import { resolveSchema } from './schema-reference.ts';

interface Looking {
  readonly root: object;
  readonly budget: Budget;
  /** Whether the value fits that part: only what fits counts as having looked. */
  fits(part: unknown): boolean;
}

/** Keys, or indexes as text. The value fits the schema's own keywords already. */
export function evaluatedBy(
  schema: unknown,
  value: unknown,
  looking: Looking,
  top = true,
): Set<string> | 'all' {
  const { root, budget } = looking;
  const seen = new Set<string>();
  budget.spend(1);
  if (!isObject(schema)) return seen;
  const { depth } = budget;
  budget.enter();
  const rest = isObject(value) ? 'unevaluatedProperties' : 'unevaluatedItems';
  const all = (): 'all' => {
    budget.depth = depth;
    return 'all';
  };
  if (!top && schema[rest] !== undefined) return all();
  const own = isObject(value) ? ofObject(schema, value, budget) : ofList(schema, value, budget);
  if (own === 'all') return all();
  for (const key of own) seen.add(key);
  for (const part of partsThatCount(schema, value, looking)) {
    const more = evaluatedBy(resolveSchema(part, root), value, looking, false);
    if (more === 'all') return all();
    for (const key of more) seen.add(key);
  }
  budget.depth = depth;
  return seen;
}

function ofObject(
  schema: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  budget: Budget,
): readonly string[] | 'all' {
  if (schema.additionalProperties !== undefined) return 'all';
  const { properties, patternProperties } = schema;
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return Object.keys(value).filter(
    (key) =>
      (isObject(properties) && Object.hasOwn(properties, key)) ||
      patterns.some((pattern) => matchesPattern(pattern, key, budget) !== false),
  );
}

function ofList(
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
  budget: Budget,
): readonly string[] | 'all' {
  if (!Array.isArray(value)) return 'all';
  const { items, prefixItems } = schema;
  if (items !== undefined && !Array.isArray(items)) return 'all';
  if (Array.isArray(items) && schema.additionalItems !== undefined) return 'all';
  // An element that `contains` has matched is looked at; to tell which, all count as looked at.
  if (schema.contains !== undefined) return 'all';
  const tuple = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : [];
  budget.spend(tuple.length);
  return tuple.slice(0, value.length).map((_, i) => String(i));
}

/** The schemas beside the keywords that speak of the same value, as far as it fits them. */
function* partsThatCount(
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
  { fits }: Looking,
): Iterable<unknown> {
  if (typeof schema.$ref === 'string') yield { $ref: schema.$ref };
  if (Array.isArray(schema.allOf)) yield* schema.allOf;
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const options = schema[keyword];
    if (Array.isArray(options)) for (const option of options) if (fits(option)) yield option;
  }
  if (schema.if !== undefined) {
    const holds = fits(schema.if);
    if (holds) yield schema.if;
    yield holds ? schema.then : schema.else;
  }
  if (isObject(schema.dependentSchemas) && isObject(value))
    for (const [key, part] of Object.entries(schema.dependentSchemas))
      if (Object.hasOwn(value, key)) yield part;
}
