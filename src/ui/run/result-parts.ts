/** How a run's output is shown: told by the value's shape, never by which tool made it. */

import { isObject, type Json } from '../../lib/json.ts';
import { LargeValue, sizeInWords } from '../../run/large-value.ts';
import { counted } from '../words.ts';
import { ESCAPED, splitTables } from './split-tables.ts';

export interface ChartSpec {
  readonly kind: 'chart';
  readonly mark: string;
  readonly x: string;
  readonly y: string;
  readonly color?: string;
  readonly title?: string;
  readonly data: readonly Record<string, Json>[];
}

/** A file that a call of the run saved, as its result names it. */
export interface MadeFile {
  readonly name: string;
  readonly bytes: number;
}

export type ResultPart =
  | { readonly as: 'markdown'; readonly text: string }
  | { readonly as: 'chart'; readonly chart: ChartSpec }
  | {
      readonly as: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly Record<string, Json>[];
    }
  | ({ readonly as: 'file' } & MadeFile)
  /** What a loop saved, file by file; each name once. */
  | { readonly as: 'files'; readonly files: readonly MadeFile[] }
  | { readonly as: 'list'; readonly items: readonly Json[] }
  | { readonly as: 'parts'; readonly parts: readonly { readonly name: string; readonly part: ResultPart }[] }
  /** It is kept apart: how it begins, and how much of it there is. */
  | { readonly as: 'large'; readonly large: LargeValue; readonly head: ResultPart }
  | { readonly as: 'json'; readonly value: Json };

const isText = (value: unknown): value is string => typeof value === 'string';

function isChart(value: Record<string, unknown>): boolean {
  return (
    value.kind === 'chart' &&
    isText(value.mark) &&
    isText(value.x) &&
    isText(value.y) &&
    Array.isArray(value.data) &&
    value.data.every(isObject)
  );
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The files that a list names; undefined where it holds anything else. An element that failed left null and saved nothing. */
function filesIn(list: readonly Json[]): readonly MadeFile[] | undefined {
  const made = list.filter((one) => one !== null).map(fileOf);
  if (made.length === 0 || made.includes(undefined)) return undefined;
  // A name is saved once more over what it held: the last is what is there.
  return [...new Map(made.flatMap((file) => (file ? [[file.name, file] as const] : []))).values()];
}

function fileOf(value: Json): MadeFile | undefined {
  if (!isObject(value) || !isText(value.name) || typeof value.bytes !== 'number') return undefined;
  return Object.keys(value).length <= 3 ? { name: value.name, bytes: value.bytes } : undefined;
}

/** What stands in one cell: a word, or a list of words. */
const isCell = (value: unknown): boolean =>
  isScalar(value) || (Array.isArray(value) && value.every(isScalar));

/** The columns of a list of flat records, in order of first sight; undefined where it is no table. */
function columnsOf(rows: readonly unknown[]): readonly string[] | undefined {
  if (rows.length === 0 || !rows.every(isObject)) return undefined;
  const columns = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (!isCell(value)) return undefined;
      columns.add(name);
    }
  }
  return columns.size > 0 && columns.size <= 40 ? [...columns] : undefined;
}

/** Deeper than this a value is read as JSON. */
const DEPTH = 2;

export function partOf(value: Json, depth = 0): ResultPart {
  if (isText(value)) return { as: 'markdown', text: value };
  if (value instanceof LargeValue) return { as: 'large', large: value, head: partOf(value.head, DEPTH) };
  if (Array.isArray(value)) {
    const files = filesIn(value);
    if (files) return { as: 'files', files };
    const columns = columnsOf(value);
    if (columns) return { as: 'table', columns, rows: value as Record<string, Json>[] };
    return value.length > 0 && value.every(isScalar) ? { as: 'list', items: value } : { as: 'json', value };
  }
  if (!isObject(value)) return { as: 'json', value };
  if (isChart(value)) return { as: 'chart', chart: value as unknown as ChartSpec };
  const file = fileOf(value as Json);
  if (file) return { as: 'file', ...file };
  const entries = Object.entries(value as Record<string, Json>);
  // An object of texts and numbers reads best as it is; one that holds something to look at is taken apart.
  const rich = entries.some(([, inner]) =>
    ['chart', 'table', 'file', 'files', 'large'].includes(partOf(inner, DEPTH).as),
  );
  const long = entries.some(([, inner]) => isText(inner) && inner.includes('\n'));
  if (depth < DEPTH && (rich || long)) {
    return { as: 'parts', parts: entries.map(([name, inner]) => ({ name, part: partOf(inner, depth + 1) })) };
  }
  return { as: 'json', value: value as Json };
}

/** Fields that are named in a line. */
const NAMED = 8;

/** Never with its brackets: what is further down is counted. */
function valueInWords(value: Json, depth: number): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'nothing in it';
    if (depth === 0 && value.length <= NAMED && value.every(isScalar)) return value.map(String).join(', ');
    return counted(value.length, 'entry', 'entries');
  }
  if (!isObject(value)) return value === null ? 'nothing' : String(value);
  const fields = Object.entries(value as Record<string, Json>);
  if (fields.length === 0) return 'nothing in it';
  if (depth > 0) return counted(fields.length, 'field');
  const named = fields.slice(0, NAMED).map(([name, inner]) => `${name}: ${valueInWords(inner, depth + 1)}`);
  return [...named, ...(fields.length > NAMED ? [`and ${fields.length - NAMED} more`] : [])].join(', ');
}

/** How a text begins, without the marks of its Markdown. */
function firstOfText(text: string): string {
  const [first] = splitTables(text);
  if (first?.kind === 'table') return `${counted(first.rows.length, 'row')} of ${first.head.join(', ')}`;
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.replace(/^#{1,6}\s+/, '').replaceAll(ESCAPED, '$1');
}

/** In one line, for whoever reads what has come of a run before they look at it. */
export function partInWords(part: ResultPart): string {
  switch (part.as) {
    case 'markdown':
      return firstOfText(part.text);
    case 'chart':
      return `a chart, ${part.chart.title ?? `${part.chart.y} by ${part.chart.x}`}`;
    case 'table':
      return `${counted(part.rows.length, 'row')} of ${part.columns.join(', ')}`;
    case 'file':
      return `the file ${part.name}`;
    case 'files':
      return `${counted(part.files.length, 'file')}: ${part.files.map(({ name }) => name).join(', ')}`;
    case 'list':
      return part.items.map(String).join(', ');
    case 'parts':
      return part.parts.map((one) => `${one.name}: ${partInWords(one.part)}`).join('; ');
    case 'large':
      return part.head.as === 'table'
        ? `${counted(part.large.count, 'row')} of ${part.head.columns.join(', ')}`
        : `${partInWords(part.head)} … (${sizeInWords(part.large)})`;
    case 'json':
      return valueInWords(part.value, 0);
  }
}
