/** Keywords about what is in an object or a list, and about a value by itself. Those that try schemas: schema-ways.ts. */

import { format as FORMATS } from '@cfworker/json-schema';
import { canonicalJson } from '../lib/canonical.ts';
import { isObject, jsonEquals } from '../lib/json.ts';
import { matchesPattern } from './foreign-pattern.ts';
import {
  type Budget,
  FITS,
  fault,
  type Group,
  type InnerCheck,
  isSchema,
  numberIn,
  type SchemaFault,
  schemasIn,
  shown,
} from './schema-group.ts';

const NONE: readonly unknown[] = [];

export const objects: Group = (schema, { checkOf }) => {
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
      check = checkOf(properties[key]);
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
        : checkOf(rest)(value, budget);
    }
    let wrong = own?.(value, budget);
    for (const other of others) wrong ??= checkOf(other)(value, budget);
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
      const misnamed = names === undefined ? undefined : checkOf(names)(key, budget);
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
export const dependencies: Group = (schema, { checkOf }) => {
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
      const wrong = Array.isArray(needed) ? undefined : checkOf(needed)(value, budget);
      if (wrong) return wrong;
    }
    return undefined;
  };
};

export const lists: Group = (schema, { checkOf }) => {
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
    const others = says ? checkOf(rest) : FITS;
    const end = says ? value.length : Math.min(tuple.length, value.length);
    for (let i = 0; i < end; i++) {
      budget.spend(1);
      const wrong = (i < tuple.length ? checkOf(tuple[i]) : others)(value[i], budget);
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

// A value by itself: which it may be, how large a number, how long a text and of what form.

export const values: Group = (schema) => {
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

export const numbers: Group = (schema) => {
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

export const texts: Group = (schema) => {
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
