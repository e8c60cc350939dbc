/** What a parameter is for, and which forms of value suit it. The kind comes from `x-kind`, else from format and name. */

import type { Field } from './schema.ts';
import type { ValueForm } from './values.ts';
import { nameWords } from './words.ts';

/** Forms of value found in text that can stand for a kind, best first. */
const FORMS: Readonly<Record<string, readonly ValueForm[]>> = {
  file: ['file'],
  'saved-file': ['file'],
  url: ['url'],
  email: ['email'],
  date: ['date'],
  number: ['number'],
  duration: ['number'],
  formula: ['formula', 'quoted'],
  pattern: ['quoted'],
  query: ['quoted'],
  question: ['quoted'],
  unit: ['unit', 'quoted'],
  text: ['quoted'],
};

/** Words of a parameter's name that give away its kind where the contract declares none. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:file|filename|filepath|path|attachment)$/u, 'file'],
  [/^(?:url|uri|link|website|href|webpage)$/u, 'url'],
  [/^(?:email|mail|recipient|recipients|sender|cc|bcc)$/u, 'email'],
  [/^(?:date|day|deadline|checkin|checkout)$/u, 'date'],
  [/^(?:formula|expression|equation)$/u, 'formula'],
];

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  url: 'url',
  date: 'date',
  'date-time': 'date',
};

/** Kinds whose values are made by tools, and so are wired rather than read out of the goal. */
const MADE: ReadonlySet<string> = new Set([
  'rows',
  'row',
  'json',
  'texts',
  'numbers',
  'chart',
  'answer',
  'summary',
]);

export function kindOf(field: Field): string | undefined {
  if (field.kind !== undefined) return field.kind;
  const format = field.schema.format;
  if (typeof format === 'string' && Object.hasOwn(FORMATS, format)) return FORMATS[format];
  if (field.types.length > 0 && !field.types.includes('string')) {
    return field.types.some((type) => type === 'number' || type === 'integer') ? 'number' : undefined;
  }
  const words = nameWords(field.name);
  return NAMES.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1];
}

/** Forms a parameter takes out of the text. Without a kind, a string takes quoted text. */
export function formsFor(field: Field): readonly ValueForm[] {
  const kind = kindOf(field);
  if (kind !== undefined) return FORMS[kind] ?? [];
  return field.types.length === 0 || field.types.includes('string') ? ['quoted'] : [];
}

/** Whether the parameter carries data between calls: a table, a text, a list, a structure. */
export const isMade = (field: Field): boolean =>
  MADE.has(field.kind ?? '') ||
  (field.kind === 'text' && !isShort(field)) ||
  (field.kind === undefined && field.types.some((type) => type === 'array' || type === 'object'));

/** Kinds that may stand for another, and how well. What is not here does not fit. */
const STANDS_FOR: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  json: {
    rows: 0.7,
    row: 0.7,
    texts: 0.7,
    numbers: 0.7,
    text: 0.7,
    answer: 0.7,
    number: 0.7,
    summary: 0.7,
    chart: 0.7,
    hash: 0.7,
    date: 0.7,
  },
  text: { summary: 0.8, answer: 0.8, hash: 0.6, url: 0.5, date: 0.5, choice: 0.4 },
  rows: { json: 0.5 },
  numbers: { json: 0.3 },
  texts: { columns: 0.4, json: 0.3 },
  row: { json: 0.5 },
  number: { answer: 0.3 },
  question: { text: 0.4, answer: 0.3 },
  url: { text: 0.3, answer: 0.4 },
  column: { answer: 0.3 },
  file: { answer: 0.2 },
};

/** 1 for the same kind, 0 for kinds that never meet, between where a contract is silent or one stands for the other. */
export function kindFit(have: Field, want: Field): number {
  if (want.kind === undefined || have.kind === undefined) return have.kind === want.kind ? 0.8 : 0.6;
  if (have.kind === want.kind) return 1;
  return STANDS_FOR[want.kind]?.[have.kind] ?? 0;
}

/** A bounded text is something written, such as a title or a note; a document has no such bound. */
export const isShort = (field: Field): boolean => typeof field.schema.maxLength === 'number';
