/**
 * Validation of JSON values against a stranger's JSON Schema, compiled to functions once for each schema (ajv needs
 * eval, which the page's policy forbids). Runs on whatever thread asks: patterns under RE2, everything under a budget
 * of steps. Knows no contract and no plan.
 */

import { format as FORMATS } from '@cfworker/json-schema';
import { canonicalJson } from '../lib/canonical.ts';
import { isObject, jsonEquals } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import { matchesPattern } from './foreign-pattern.ts';
import { Budget, GaveUp } from './schema-budget.ts';
import { evaluatedBy } from './schema-evaluated.ts';
import { fault, type SchemaCheck, type SchemaFault, shown } from './schema-fault.ts';
import { resolveSchema } from './schema-reference.ts';
import { ANY_TYPE, declaredTypes, type TypeSet, typeOfValue, typeWords } from './schema-types.ts';

type Schema = Readonly<Record<string, unknown>>;
/** A check inside another: they share one budget. */
type InnerCheck = (value: unknown, budget: Budget) => SchemaFault | undefined;

const FITS: InnerCheck = () => undefined;
const NONE: readonly unknown[] = [];

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

/** What a group of keywords says; undefined where the schema has none of them. */
type Group = (schema: Schema, root: object) => InnerCheck | undefined;

function compile(schema: Schema, root: object): InnerCheck {
  if (isTrivialSchema(schema)) return FITS;
  const types = declaredTypes(schema);
  const parts = GROUPS.flatMap((group) => group(schema, root) ?? []);
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
    typeOfValue(value) & types ? undefined : fault([], `must be ${typeWords(types)}, not ${shown(value)}`);
}

const numberIn = (schema: Schema, keyword: string): number | undefined =>
  typeof schema[keyword] === 'number' ? (schema[keyword] as number) : undefined;

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'boolean' || isObject(value);

const schemasIn = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

const values: Group = (schema) => {
  const allowed = Array.isArray(schema.enum) ? schema.enum : undefined;
  const hasConst = Object.hasOwn(schema, 'const');
  if (!allowed && !hasConst) return undefined;
  return (value, budget) => {
    budget.spend(allowed?.length ?? 1);
    if (allowed && !allowed.some((one) => jsonEquals(one, value)))
      return fault([], `must be one of ${allowed.map(shown).join(', ').slice(0, 200)}, not ${shown(value)}`);
    if (hasConst && !jsonEquals(schema.const, value))
      return fault([], `must be ${shown(schema.const)}, not ${shown(value)}`);
    return undefined;
  };
};

/** Rounding makes 0.3 no multiple of 0.1; the same as the validators that people know let through. */
const isMultiple = (value: number, of: number): boolean => {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
};

const numbers: Group = (schema) => {
  const [minimum, maximum, step] = ['minimum', 'maximum', 'multipleOf'].map((key) => numberIn(schema, key));
  // `true` beside a limit is how drafts before 6, and OpenAPI 3.0, say it.
  const above = schema.exclusiveMinimum === true ? minimum : numberIn(schema, 'exclusiveMinimum');
  const below = schema.exclusiveMaximum === true ? maximum : numberIn(schema, 'exclusiveMaximum');
  if ([minimum, maximum, step, above, below].every((limit) => limit === undefined)) return undefined;
  return (value) => {
    if (typeof value !== 'number') return undefined;
    if (minimum !== undefined && value < minimum)
      return fault([], `must be ${minimum} or more, not ${value}`);
    if (maximum !== undefined && value > maximum)
      return fault([], `must be ${maximum} or less, not ${value}`);
    if (above !== undefined && value <= above) return fault([], `must be more than ${above}, not ${value}`);
    if (below !== undefined && value >= below) return fault([], `must be less than ${below}, not ${value}`);
    if (step !== undefined && step > 0 && !isMultiple(value, step))
      return fault([], `must be a multiple of ${step}, not ${value}`);
    return undefined;
  };
};

/** JSON Schema counts code points; counting them is only worth it where the units do not already decide. */
const lengthOf = (text: string, limit: number) =>
  text.length < limit || text.length > limit * 2 ? text.length : [...text].length;

/** A format is tried on texts up to this; `url` is left out, whose expression may take for ever. */
const LONGEST_FORMATTED = 2_000;

const formatNamed = (name: unknown): ((text: string) => boolean) | undefined =>
  typeof name === 'string' && name !== 'url' && Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;

const texts: Group = (schema) => {
  const [minLength, maxLength] = [numberIn(schema, 'minLength'), numberIn(schema, 'maxLength')];
  const pattern = typeof schema.pattern === 'string' ? schema.pattern : undefined;
  const formatted = formatNamed(schema.format);
  if (minLength === undefined && maxLength === undefined && pattern === undefined && !formatted)
    return undefined;
  return (value, budget) => {
    if (typeof value !== 'string') return undefined;
    if (minLength !== undefined && lengthOf(value, minLength) < minLength)
      return fault([], `must have ${minLength} characters or more`);
    if (maxLength !== undefined && lengthOf(value, maxLength) > maxLength)
      return fault([], `must have ${maxLength} characters or fewer`);
    if (pattern !== undefined && matchesPattern(pattern, value, budget) === false)
      return fault([], `must match ${pattern}, which ${shown(value)} does not`);
    if (formatted && value.length <= LONGEST_FORMATTED && !formatted(value))
      return fault([], `must be written as a ${String(schema.format)}, which ${shown(value)} is not`);
    return undefined;
  };
};

const objects: Group = (schema, root) => {
  const properties = schemasIn(schema.properties);
  const patterns = Object.entries(schemasIn(schema.patternProperties));
  const required = (Array.isArray(schema.required) ? schema.required : []).filter(
    (key): key is string => typeof key === 'string',
  );
  const rest = isSchema(schema.additionalProperties) ? schema.additionalProperties : undefined;
  const [least, most] = [numberIn(schema, 'minProperties'), numberIn(schema, 'maxProperties')];
  const names = isSchema(schema.propertyNames) ? schema.propertyNames : undefined;
  const says = ['properties', 'patternProperties', 'required', 'additionalProperties', 'propertyNames'];
  if (least === undefined && most === undefined && !says.some((keyword) => keyword in schema))
    return undefined;

  const byPattern = (key: string, budget: Budget): unknown[] =>
    patterns.filter(([pattern]) => matchesPattern(pattern, key, budget) === true).map(([, child]) => child);
  /** A pattern that can't be tried may be the one that knows the key. */
  const isGuess = (key: string) => patterns.some(([pattern]) => matchesPattern(pattern, key) === 'unchecked');
  /** By key, made at the first value that has it: to look a check up by its schema takes longer than most checks. */
  const known = new Map<string, InnerCheck>();
  const checkFor = (key: string): InnerCheck | undefined => {
    let check = known.get(key);
    if (!check && Object.hasOwn(properties, key)) {
      check = checkOf(properties[key], root);
      known.set(key, check);
    }
    return check;
  };

  const member = (key: string, value: unknown, budget: Budget): SchemaFault | undefined => {
    const own = checkFor(key);
    const others = patterns.length === 0 ? NONE : byPattern(key, budget);
    if (!own && others.length === 0) {
      if (rest === undefined || rest === true || isGuess(key)) return undefined;
      return rest === false
        ? fault([], 'is not a property that is known here')
        : checkOf(rest, root)(value, budget);
    }
    let wrong = own?.(value, budget);
    for (const other of others) wrong ??= checkOf(other, root)(value, budget);
    return wrong;
  };

  return (value, budget) => {
    if (!isObject(value)) return undefined;
    for (const key of required)
      if (!Object.hasOwn(value, key)) return fault([], `must have the property ${shown(key)}`);
    let count = 0;
    for (const key in value) {
      budget.spend(1);
      count += 1;
      const wrong = member(key, value[key], budget);
      if (wrong) return fault([key, ...wrong.path], wrong.message);
      const misnamed = names === undefined ? undefined : checkOf(names, root)(key, budget);
      if (misnamed) return fault([key], `has a name that does not fit: it ${misnamed.message}`);
    }
    if (least !== undefined && count < least)
      return fault([], `must have ${least} properties or more, not ${count}`);
    if (most !== undefined && count > most)
      return fault([], `must have ${most} properties or fewer, not ${count}`);
    return undefined;
  };
};

/** `dependentRequired`, `dependentSchemas`, and `dependencies`, which was both. */
const dependencies: Group = (schema, root) => {
  const all = ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) =>
    Object.entries(schemasIn(schema[keyword])),
  );
  if (all.length === 0) return undefined;
  return (value, budget) => {
    if (!isObject(value)) return undefined;
    for (const [key, needed] of all) {
      budget.spend(1);
      if (!Object.hasOwn(value, key)) continue;
      const missing = Array.isArray(needed)
        ? needed.find((name) => !Object.hasOwn(value, String(name)))
        : undefined;
      if (missing !== undefined)
        return fault([], `must have the property ${shown(missing)} beside ${shown(key)}`);
      const wrong = Array.isArray(needed) ? undefined : checkOf(needed, root)(value, budget);
      if (wrong) return wrong;
    }
    return undefined;
  };
};

const lists: Group = (schema, root) => {
  const [least, most] = [numberIn(schema, 'minItems'), numberIn(schema, 'maxItems')];
  const old = Array.isArray(schema.items) ? schema.items : undefined;
  const tuple = old ?? (Array.isArray(schema.prefixItems) ? schema.prefixItems : []);
  const rest = old ? schema.additionalItems : schema.items;
  const says = isSchema(rest) && rest !== true;
  if (least === undefined && most === undefined && tuple.length === 0 && !says && schema.uniqueItems !== true)
    return undefined;
  return (value, budget) => {
    if (!Array.isArray(value)) return undefined;
    if (least !== undefined && value.length < least)
      return fault([], `must have ${least} elements or more, not ${value.length}`);
    if (most !== undefined && value.length > most)
      return fault([], `must have ${most} elements or fewer, not ${value.length}`);
    const others = says ? checkOf(rest, root) : FITS;
    const end = says ? value.length : Math.min(tuple.length, value.length);
    for (let i = 0; i < end; i++) {
      budget.spend(1);
      const wrong = (i < tuple.length ? checkOf(tuple[i], root) : others)(value[i], budget);
      if (wrong) return fault([i, ...wrong.path], wrong.message);
    }
    return schema.uniqueItems === true ? repeated(value, budget) : undefined;
  };
};

/** Each element as its canonical text, so that twenty thousand objects are compared in one walk. */
function repeated(value: readonly unknown[], budget: Budget): SchemaFault | undefined {
  const first = new Map<string, number>();
  for (const [i, item] of value.entries()) {
    const text = canonicalJson(item);
    budget.spend(1 + (text.ok ? text.value.length / 16 : 0));
    if (!text.ok) continue;
    const before = first.get(text.value);
    if (before !== undefined) return fault([i], `must not be the same as element ${before + 1}`);
    first.set(text.value, i);
  }
  return undefined;
}

const contained: Group = (schema, root) => {
  if (!isSchema(schema.contains)) return undefined;
  const { contains } = schema;
  const [least, most] = [numberIn(schema, 'minContains') ?? 1, numberIn(schema, 'maxContains')];
  return (value, budget) => {
    if (!Array.isArray(value)) return undefined;
    const check = checkOf(contains, root);
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

const combinations: Group = (schema, root) => {
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
      const wrong = attempt(checkOf(option, root), value, budget);
      if (wrong) faults.push(wrong);
      else fitting += 1;
      if (fitting > 0 && options === any) return undefined;
    }
    if (fitting === 1) return undefined;
    if (fitting > 1)
      return fault([], `does not fit: it fits ${fitting} of the alternatives of which it must fit one`);
    const best = deepest(faults);
    return fault(best?.path ?? [], `fits none of the alternatives: it ${best?.message ?? 'does not fit'}`);
  };

  return (value, budget) => {
    for (const part of all ?? []) {
      const wrong = checkOf(part, root)(value, budget);
      if (wrong) return wrong;
    }
    if (not !== undefined && fits(checkOf(not, root), value, budget))
      return fault([], `does not fit: ${shown(value)} is what its schema excludes`);
    return (any && alternatives(any, value, budget)) ?? (one && alternatives(one, value, budget));
  };
};

const conditions: Group = (schema, root) => {
  if (!isSchema(schema.if)) return undefined;
  return (value, budget) => {
    const way = fits(checkOf(schema.if, root), value, budget) ? schema.then : schema.else;
    return checkOf(way, root)(value, budget);
  };
};

const references: Group = (schema, root) => {
  if (typeof schema.$ref !== 'string') return undefined;
  return (value, budget) => checkOf(resolveSchema({ $ref: schema.$ref }, root), root)(value, budget);
};

/** `unevaluatedProperties` and `unevaluatedItems`: what nothing beside them has looked at. */
const leftOver: Group = (schema, root) => {
  const { unevaluatedProperties: properties, unevaluatedItems: items } = schema;
  if (!isSchema(properties) && !isSchema(items)) return undefined;
  return (value, budget) => {
    const rule = isObject(value) ? properties : Array.isArray(value) ? items : undefined;
    if (!isSchema(rule) || rule === true) return undefined;
    const seen = evaluatedBy(schema, value, {
      root,
      budget,
      fits: (part) => fits(checkOf(part, root), value, budget),
    });
    if (seen === 'all') return undefined;
    const check = checkOf(rule, root);
    for (const [key, item] of Object.entries(value as object)) {
      if (seen.has(key)) continue;
      const wrong = rule === false ? fault([], 'is not known here') : check(item, budget);
      if (wrong) return fault([Array.isArray(value) ? Number(key) : key, ...wrong.path], wrong.message);
    }
    return undefined;
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
