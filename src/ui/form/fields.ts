/** From a JSON Schema to the fields of a form. What it can't draw becomes a JSON field; nothing is dropped. */

import { isObject, type Json } from '../../lib/json.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import type { JsonSchema } from '../../plan/document.ts';
import { labelOf } from '../../tools/titles.ts';

/** A table's columns, the cells of the column beside it, or files that were given. */
export type DataKind = 'columns' | 'cells' | 'file';

type FieldKind =
  | {
      readonly kind: 'text';
      readonly long: boolean;
      /** What may be known of it. */
      readonly of?: DataKind;
      /** Several may stand there, as a list. */
      readonly many?: true;
    }
  | { readonly kind: 'number'; readonly whole: boolean; readonly min?: number; readonly max?: number }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'choice';
      readonly options: readonly Json[];
      /** What a person reads for each option, where its value would not do. */
      readonly words?: readonly string[];
    }
  | { readonly kind: 'list'; readonly item: JsonSchema }
  /** Names of tools. */
  | { readonly kind: 'tools' }
  | { readonly kind: 'group'; readonly fields: readonly Field[] }
  /** An expression: always references, never a literal. */
  | { readonly kind: 'path' }
  | { readonly kind: 'json' };

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly required: boolean;
  readonly fallback?: Json;
  readonly as: FieldKind;
}

/** Deeper than this a form is a maze: the rest is edited as JSON. */
const DEPTH = 3;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function typeOf(schema: Record<string, unknown>): string | undefined {
  if (typeof schema.type === 'string') return schema.type;
  // `["string", "null"]` is a text that may be left out.
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : [];
  return types.length === 1 ? text(types[0]) : undefined;
}

function isLong(name: string, schema: Record<string, unknown>): boolean {
  if (schema.format === 'textarea' || schema.format === 'markdown') return true;
  const longest = number(schema.maxLength);
  return longest !== undefined
    ? longest > 200
    : /text|body|content|template|message|markdown|prompt/i.test(name);
}

/** A condition's value, a column, a file: the tools read such text. */
const TYPED_PLAINLY: ReadonlyMap<string, DataKind> = new Map([
  ['value', 'cells'],
  ['column', 'columns'],
  ['file', 'file'],
]);

/** How a value of this schema is edited. `name` only helps to guess whether a text is long. */
export function fieldKind(schema: JsonSchema, name = '', depth = 0): FieldKind {
  if (!isObject(schema)) return { kind: 'json' };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    return { kind: 'choice', options: schema.enum as Json[] };
  }
  if ('const' in schema) return { kind: 'choice', options: [schema.const as Json] };
  // Written as a person says it, without quotes.
  const of = TYPED_PLAINLY.get(text(schema['x-kind']) ?? '');
  const types = [schema.type].flat();
  if (of !== undefined && types.includes('string'))
    return { kind: 'text', long: false, of, ...(types.includes('array') ? { many: true } : {}) };
  switch (typeOf(schema)) {
    case 'string':
      return { kind: 'text', long: isLong(name, schema) };
    case 'integer':
    case 'number': {
      const [min, max] = [number(schema.minimum), number(schema.maximum)];
      return {
        kind: 'number',
        whole: typeOf(schema) === 'integer',
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
      };
    }
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      if (schema['x-kind'] === 'tools') return { kind: 'tools' };
      return isObject(schema.items) && depth < DEPTH
        ? { kind: 'list', item: schema.items }
        : { kind: 'json' };
    case 'object':
      return isObject(schema.properties) && depth < DEPTH
        ? { kind: 'group', fields: fieldsOf(schema, depth + 1) }
        : { kind: 'json' };
    default:
      return { kind: 'json' };
  }
}

/** The fields of an object schema, required ones first, otherwise in its own order. */
export function fieldsOf(schema: JsonSchema | undefined, depth = 0): readonly Field[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const fields = Object.entries(schema.properties).map(([name, part]): Field => {
    const own = isObject(part) ? part : {};
    const description = text(own.description);
    return {
      name,
      label: visible(text(own.title) ?? labelOf(name)),
      ...(description === undefined ? {} : { description: visibleLines(description) }),
      required: required.has(name),
      ...(own.default === undefined ? {} : { fallback: own.default as Json }),
      as: fieldKind(part as JsonSchema, name, depth),
    };
  });
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

/** Of what takes one thing or another (`anyOf`): what the first way needs, where none of the ways is taken yet. */
export function firstWay(schema: JsonSchema | undefined, given: object): ReadonlySet<string> {
  const ways: unknown[] = isObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const needs = ways.map((way) =>
    isObject(way) && Array.isArray(way.required) ? way.required.map(String) : [],
  );
  const isTaken = needs.some((names) => names.every((name) => Object.hasOwn(given, name)));
  return new Set(isTaken ? [] : needs[0]);
}

/** Conditions that compare with nothing. */
const ALONE: ReadonlySet<unknown> = new Set(['isEmpty', 'isNotEmpty']);

/** A choice of how one value is held against another. */
const isCondition = (field: Field | undefined): boolean =>
  field?.as.kind === 'choice' && field.as.options.some((option) => ALONE.has(option));

/**
 * What stands open though it may be left out: the choices right behind a column that is needed, or named – how it is compared, which
 * way it is sorted – and the value it is compared with; the same behind any value that is needed and compared. They are one sentence
 * with it, and would be asked for by a press each.
 * @param order the names as the tool declares them @param given what is set already
 */
export function spokenWith(
  fields: readonly Field[],
  order: readonly string[],
  given: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const declared = order.flatMap((name) => byName.get(name) ?? []);
  const found = new Set<string>();
  const begins = ({ name, as, required }: Field, next: Field | undefined): boolean =>
    (required || given[name] !== undefined) &&
    ((as.kind === 'text' && as.of === 'columns') || isCondition(next));
  for (const [at, first] of declared.entries()) {
    if (!begins(first, declared[at + 1])) continue;
    for (const [way, { name, as, fallback }] of declared.slice(at + 1).entries()) {
      const isCompared = isCondition(declared[at + way]);
      if (!isCompared && (as.kind !== 'choice' || fallback === undefined)) break;
      if (!isCompared || !(ALONE.has(given.operator) || given.valueColumn !== undefined)) found.add(name);
      if (isCompared) break;
    }
  }
  return found;
}

/** What an added element of a list starts as. */
export function emptyValue(schema: JsonSchema): Json {
  const as = fieldKind(schema);
  switch (as.kind) {
    case 'text':
      return '';
    case 'number':
      return as.min ?? 0;
    case 'boolean':
      return false;
    case 'choice':
      return as.options[0] ?? null;
    case 'list':
    case 'tools':
      return [];
    case 'group':
      return {};
    case 'path':
      return '';
    case 'json':
      return null;
  }
}
