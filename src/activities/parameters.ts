/** Reading parameters: whatever reaches an activity is checked again, and a fault is a sentence. Knows no tool. */

import { hasOwn, isObject, type Json, type JsonObject } from '../lib/json.ts';
import { ActivityError } from './activity.ts';
import { nameOf } from './describe.ts';

export type Row = JsonObject;

/** Text longer than this is refused by every tool: 50 million characters. */
export const MAX_TEXT = 50_000_000;
/** More rows than this is refused by every tool. */
export const MAX_ROWS = 2_000_000;

/** A fault in what was given: never retried (L-40), since the same parameters fail again. */
export const badArguments = (message: string): ActivityError =>
  // Every activity looks at its parameters before it does anything.
  new ActivityError('invalid-arguments', message, { outcome: 'not-sent' });

const own = (params: JsonObject, name: string): Json | undefined =>
  hasOwn(params, name) ? params[name] : undefined;

const isAbsent = (value: Json | undefined): value is null | undefined =>
  value === undefined || value === null;

interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}

const notA = (what: string, name: string, value: Json | undefined): ActivityError =>
  badArguments(`The parameter "${name}" must be ${what}, but it is ${nameOf(value)}.`);

/** One parameter each, by its name; without "optional" it has to be there. @throws ActivityError `invalid-arguments` */
export const param = {
  /** Numbers and true or false are taken as their text: `template` gives them so. */
  text(params: JsonObject, name: string, limit = MAX_TEXT): string {
    const value = own(params, name);
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (typeof text !== 'string') throw notA('text', name, value);
    if (text.length > limit) {
      throw badArguments(
        `The parameter "${name}" has ${text.length.toLocaleString('en')} characters; at most ` +
          `${limit.toLocaleString('en')} are allowed here. Split it or shorten it first.`,
      );
    }
    return text;
  },

  optionalText: (params: JsonObject, name: string, limit = MAX_TEXT): string | undefined =>
    isAbsent(own(params, name)) ? undefined : param.text(params, name, limit),

  number(params: JsonObject, name: string, bounds: Bounds = {}): number {
    const value = own(params, name);
    if (typeof value !== 'number' || !Number.isFinite(value)) throw notA('a number', name, value);
    const { min = -Infinity, max = Infinity, whole = false } = bounds;
    if (value < min || value > max || (whole && !Number.isInteger(value))) {
      const span = [min > -Infinity ? `at least ${min}` : '', max < Infinity ? `at most ${max}` : ''];
      const rule = [whole ? 'a whole number' : 'a number', span.filter(Boolean).join(' and ')];
      throw badArguments(
        `The parameter "${name}" must be ${rule.filter(Boolean).join(', ')}; it is ${value}.`,
      );
    }
    return value;
  },

  optionalNumber: (params: JsonObject, name: string, bounds: Bounds = {}): number | undefined =>
    isAbsent(own(params, name)) ? undefined : param.number(params, name, bounds),

  /** True or false; false where nothing was given. */
  flag: (params: JsonObject, name: string): boolean => param.optionalFlag(params, name) ?? false,

  optionalFlag(params: JsonObject, name: string): boolean | undefined {
    const value = own(params, name);
    if (isAbsent(value)) return undefined;
    if (typeof value !== 'boolean') throw notA('true or false', name, value);
    return value;
  },

  /** One of `choices`; `fallback` where nothing was given (a required choice has none). */
  choice<T extends string>(params: JsonObject, name: string, choices: readonly T[], fallback?: T): T {
    const value = own(params, name);
    if (isAbsent(value) && fallback !== undefined) return fallback;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw badArguments(
      `The parameter "${name}" must be one of ${choices.join(', ')}; it is ${nameOf(value)}.`,
    );
  },

  /** Any JSON value. */
  json(params: JsonObject, name: string): Json {
    const value = own(params, name);
    if (value === undefined) throw badArguments(`The parameter "${name}" is missing.`);
    return value;
  },

  optionalJson: own,

  object(params: JsonObject, name: string, fallback?: JsonObject): JsonObject {
    const value = own(params, name);
    if (isAbsent(value) && fallback !== undefined) return fallback;
    if (!isObject(value)) throw notA('an object of names and values', name, value);
    return value as JsonObject;
  },

  list(params: JsonObject, name: string, limit = MAX_ROWS): readonly Json[] {
    const value = own(params, name);
    if (!Array.isArray(value)) throw notA('a list', name, value);
    if (value.length > limit) {
      throw badArguments(
        `The parameter "${name}" has ${value.length.toLocaleString('en')} items; at most ` +
          `${limit.toLocaleString('en')} are allowed. Filter or group them first.`,
      );
    }
    return value;
  },

  /** A list of texts; a single text is taken as a list of one. */
  texts(params: JsonObject, name: string, limit = MAX_ROWS): readonly string[] {
    const value = own(params, name);
    const items = typeof value === 'string' ? [value] : param.list(params, name, limit);
    return items.map((item, index) => {
      if (typeof item === 'string') return item;
      if (typeof item === 'number' || typeof item === 'boolean') return String(item);
      throw badArguments(
        `Item ${index + 1} of the parameter "${name}" must be text, but it is ${nameOf(item)}.`,
      );
    });
  },

  optionalTexts: (params: JsonObject, name: string): readonly string[] | undefined =>
    isAbsent(own(params, name)) ? undefined : param.texts(params, name, 10_000),

  /** A table: every item has to be an object. */
  rows(params: JsonObject, name: string): readonly Row[] {
    const items = param.list(params, name);
    const wrong = items.findIndex((item) => !isObject(item));
    if (wrong < 0) return items as readonly Row[];
    throw badArguments(
      `The parameter "${name}" must be a table, a list of rows with named columns, but item ${wrong + 1} is ` +
        `${nameOf(items[wrong])}.`,
    );
  },
};
