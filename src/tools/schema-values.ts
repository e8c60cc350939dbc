/** Keywords about a value by itself: which it may be, how large a number, how long a text and of what form. */

import { format as FORMATS } from '@cfworker/json-schema';
import { jsonEquals } from '../lib/json.ts';
import { matchesPattern } from './foreign-pattern.ts';
import { fault, type Group, numberIn, shown } from './schema-group.ts';

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
