/** Keywords that try schemas and see which of them fit: combinations, conditions, what is contained, what is left over. */

import { isObject } from '../lib/json.ts';
import { matchesPattern } from './foreign-pattern.ts';
import {
  type Budget,
  fault,
  type Group,
  type InnerCheck,
  isSchema,
  numberIn,
  type SchemaFault,
  shown,
} from './schema-group.ts';
import { resolveSchema } from './schema-reference.ts';

export const contained: Group = (schema, { checkOf }) => {
  if (!isSchema(schema.contains)) return undefined;
  const { contains } = schema;
  const [least, most] = [numberIn(schema, 'minContains') ?? 1, numberIn(schema, 'maxContains')];
  return (value, budget) => {
    if (!Array.isArray(value)) return undefined;
    const check = checkOf(contains);
    const count = value.filter((item) => fits(check, item, budget)).length;
    if (count < least) return fault([], `must contain ${least} or more elements of its kind, not ${count}`);
    if (most !== undefined && count > most)
      return fault([], `must contain ${most} or fewer elements of its kind, not ${count}`);
    return undefined;
  };
};

/** One budget for all the ways that are tried: a fault in one of them leaves its depth behind. */
function fits(check: InnerCheck, value: unknown, budget: Budget): boolean {
  return attempt(check, value, budget) === undefined;
}

function attempt(check: InnerCheck, value: unknown, budget: Budget): SchemaFault | undefined {
  const depth = budget.depth;
  const found = check(value, budget);
  budget.depth = depth;
  return found;
}

/** The deepest fault is the one a person can act on: that way got furthest. */
const deepest = (faults: readonly SchemaFault[]): SchemaFault | undefined =>
  faults.reduce<SchemaFault | undefined>(
    (best, one) => (best === undefined || one.path.length > best.path.length ? one : best),
    undefined,
  );

/** What an alternative asks for that asks for names alone; undefined where it asks for anything else. */
export function requiredAlone(option: unknown): readonly string[] | undefined {
  if (!isObject(option) || Object.keys(option).length !== 1 || !Array.isArray(option.required))
    return undefined;
  const names: readonly unknown[] = option.required;
  return names.length > 0 && names.every((name) => typeof name === 'string') ? names : undefined;
}

export const combinations: Group = (schema, { checkOf }) => {
  const list = (keyword: string): readonly unknown[] | undefined => {
    const own = schema[keyword];
    return Array.isArray(own) && own.length > 0 ? own : undefined;
  };
  const [all, any, one] = ['allOf', 'anyOf', 'oneOf'].map(list);
  const not = isSchema(schema.not) ? schema.not : undefined;
  if (!all && !any && !one && not === undefined) return undefined;

  const alternatives = (options: readonly unknown[], value: unknown, budget: Budget) => {
    const faults: SchemaFault[] = [];
    let fitting = 0;
    for (const option of options) {
      const wrong = attempt(checkOf(option), value, budget);
      if (wrong) faults.push(wrong);
      else fitting += 1;
      if (fitting > 0 && options === any) return undefined;
    }
    if (fitting === 1) return undefined;
    if (fitting > 1)
      return fault([], `does not fit: it fits ${fitting} of the alternatives of which it must fit one`);
    const lists = options.map(requiredAlone);
    if (lists.every((names) => names !== undefined))
      return fault([], `must have ${lists.map((names) => names.map(shown).join(' and ')).join(' or ')}`);
    const best = deepest(faults);
    return fault(best?.path ?? [], `fits none of the alternatives: it ${best?.message ?? 'does not fit'}`);
  };

  return (value, budget) => {
    for (const part of all ?? []) {
      const wrong = checkOf(part)(value, budget);
      if (wrong) return wrong;
    }
    if (not !== undefined && fits(checkOf(not), value, budget))
      return fault([], `does not fit: ${shown(value)} is what its schema excludes`);
    return (any && alternatives(any, value, budget)) ?? (one && alternatives(one, value, budget));
  };
};

export const conditions: Group = (schema, { checkOf }) => {
  if (!isSchema(schema.if)) return undefined;
  return (value, budget) => {
    const way = fits(checkOf(schema.if), value, budget) ? schema.then : schema.else;
    return checkOf(way)(value, budget);
  };
};

/** `unevaluatedProperties` and `unevaluatedItems`: what nothing beside them has looked at. */
export const leftOver: Group = (schema, { root, checkOf }) => {
  const { unevaluatedProperties: properties, unevaluatedItems: items } = schema;
  if (!isSchema(properties) && !isSchema(items)) return undefined;
  return (value, budget) => {
    const rule = isObject(value) ? properties : Array.isArray(value) ? items : undefined;
    if (!isSchema(rule) || rule === true) return undefined;
    const seen = evaluatedBy(schema, value, {
      root,
      budget,
      fits: (part) => fits(checkOf(part), value, budget),
    });
    if (seen === 'all') return undefined;
    const check = checkOf(rule);
    for (const [key, item] of Object.entries(value as object)) {
      if (seen.has(key)) continue;
      const wrong = rule === false ? fault([], 'is not known here') : check(item, budget);
      if (wrong) return fault([Array.isArray(value) ? Number(key) : key, ...wrong.path], wrong.message);
    }
    return undefined;
  };
};

// Which properties or elements of a value a schema has looked at, for `unevaluatedProperties` and `unevaluatedItems`.

interface Looking {
  readonly root: object;
  readonly budget: Budget;
  /** Whether the value fits that part: only what fits counts as having looked. */
  fits(part: unknown): boolean;
}

/** Keys, or indexes as text. The value fits the schema's own keywords already. */
function evaluatedBy(schema: unknown, value: unknown, looking: Looking, top = true): Set<string> | 'all' {
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
