/** Fills in `{name}` and `{name.path}` placeholders. Not a language: no conditions, no loops, no code. */

import { hasOwn, type Json, type JsonObject } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { listNames, quote } from './describe.ts';
import { badArguments, param } from './parameters.ts';

/** `{{`, `}}`, or a placeholder. Braces with anything else between them are ordinary text (JSON, CSS). */
const PLACEHOLDER = /\{\{|\}\}|\{\s*([\p{L}_][\p{L}\p{N}_ -]*(?:\.[\p{L}\p{N}_ -]+)*)\s*\}/gu;

export const template: Computation = (params) => {
  const source = param.text(params, 'template', 1_000_000);
  return filledIn(source, param.object(params, 'values', {}));
};

/** @throws ActivityError for a name that has no value */
export const filledIn = (source: string, values: JsonObject): string =>
  source.replace(PLACEHOLDER, (whole, path: string | undefined) => {
    if (path === undefined) return whole === '{{' ? '{' : '}';
    return printed(lookUp(values, path.trim()));
  });

/** The paths that a template names. */
export const namesIn = (source: string): string[] =>
  Array.from(source.matchAll(PLACEHOLDER), (match) => match[1]?.trim() ?? '').filter((path) => path !== '');

/** A name that has dots in it goes before a path: `values` may be keyed by what the path was. */
function lookUp(values: JsonObject, path: string): Json {
  if (hasOwn(values, path)) return values[path] ?? null;
  let current: Json = values;
  for (const segment of path.split('.')) {
    const name = segment.trim();
    const found: Json | undefined =
      typeof current === 'object' && current !== null && hasOwn(current, name)
        ? (current as JsonObject)[name]
        : undefined;
    if (found === undefined) {
      const names = Object.keys(values);
      throw badArguments(
        `The template names {${path}}, but there is no value ${quote(name)}. ` +
          (names.length === 0 ? 'No values were given.' : `The values given are ${listNames(names)}.`),
      );
    }
    current = found;
  }
  return current;
}

export const printed = (value: Json): string => {
  if (value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value, null, 2);
  return String(value);
};
