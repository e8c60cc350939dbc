/** What a card can show of a value: small, however large the value is, and told by its shape alone. */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { numberWords } from '../lib/number-words.ts';
import { LargeValue } from './large-value.ts';

export type ValueHead =
  | {
      readonly as: 'rows';
      readonly rows: number;
      /** Of the first rows; a thousand stands for more. */
      readonly columns: number;
      /** The first of them. */
      readonly names: readonly string[];
      /** Of the first rows, those of the first columns. */
      readonly cells: readonly (readonly string[])[];
      /** By column that has cells: whether all of them are numbers. */
      readonly numeric: readonly boolean[];
    }
  | { readonly as: 'list'; readonly items: number; readonly first: readonly string[] }
  | { readonly as: 'fields'; readonly count: number; readonly first: readonly (readonly [string, string])[] }
  | {
      readonly as: 'chart';
      readonly title: string;
      readonly mark: string;
      /** Where the first points stand between the least, or nothing, and the most: 0 to 1. */
      readonly points: readonly number[];
      /** Where nothing stands, between the same two. */
      readonly zero: number;
      readonly of: number;
    }
  | { readonly as: 'text'; readonly characters: number; readonly text: string }
  /** A number, a yes or no, nothing at all. */
  | { readonly as: 'one'; readonly text: string };

const ROWS = 3;
const COLUMNS = 3;
const MOST_COLUMNS = 1000;
/** Rows whose columns are looked at. */
const LOOKED_AT = 50;
const POINTS = 24;
const TEXT = 240;
const CELL = 40;

export function valueHead(whole: Json): ValueHead {
  const value: Json = whole instanceof LargeValue ? whole.head : whole;
  if (typeof value === 'string') return { as: 'text', characters: value.length, text: value.slice(0, TEXT) };
  if (typeof value !== 'object' || value === null) return { as: 'one', text: cellText(value) };
  const items = whole instanceof LargeValue ? whole.count : undefined;
  if (Array.isArray(value)) return listHead(value, items ?? value.length);
  const fields = value as JsonObject;
  return chartHead(fields) ?? fieldsHead(fields);
}

function listHead(value: readonly Json[], items: number): ValueHead {
  const columns = new Set<string>();
  for (const row of value.slice(0, LOOKED_AT)) {
    if (!isObject(row)) return { as: 'list', items, first: value.slice(0, ROWS + 1).map(cellText) };
    for (const name of Object.keys(row)) if (columns.size < MOST_COLUMNS) columns.add(name);
  }
  if (columns.size === 0) return { as: 'list', items, first: value.slice(0, ROWS + 1).map(cellText) };
  const shown = [...columns].slice(0, COLUMNS);
  const first = value.slice(0, ROWS) as readonly JsonObject[];
  return {
    as: 'rows',
    rows: items,
    columns: columns.size,
    names: shown.map((name) => name.slice(0, CELL)),
    cells: first.map((row) => shown.map((name) => cellText(ownOf(row, name)))),
    numeric: shown.map((name) => first.every((row) => typeof ownOf(row, name) === 'number')),
  };
}

const ownOf = (row: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(row, name) ? row[name] : undefined;

function chartHead(value: JsonObject): ValueHead | undefined {
  const { kind, mark, y, x, title, data } = value;
  if (kind !== 'chart' || typeof mark !== 'string' || typeof y !== 'string' || typeof x !== 'string')
    return undefined;
  if (!Array.isArray(data) || !data.every(isObject)) return undefined;
  const rows = data as readonly JsonObject[];
  const heightOf = (row: JsonObject) => Number(ownOf(row, y) ?? 0) || 0;
  // Bars of one place are drawn on top of each other: each place is one bar.
  const all = SINGLE.has(mark) ? rows.slice(0, POINTS).map(heightOf) : sums(rows, x, heightOf);
  const heights = all.slice(0, POINTS);
  const least = Math.min(0, ...heights);
  const span = Math.max(0, ...heights) - least || 1;
  const named = typeof title === 'string' && title !== '' ? title : `${y} by ${x}`;
  const points = heights.map((height) => (height - least) / span);
  return {
    as: 'chart',
    title: named.slice(0, CELL * 2),
    mark,
    points,
    zero: -least / span,
    of: SINGLE.has(mark) ? rows.length : all.length,
  };
}

/** Marks of which each row is one. */
const SINGLE: ReadonlySet<string> = new Set(['line', 'dot', 'area']);

/** By place, in the order in which they come. */
function sums(rows: readonly JsonObject[], x: string, heightOf: (row: JsonObject) => number): number[] {
  const found = new Map<string, number>();
  for (const row of rows) {
    const place = JSON.stringify(ownOf(row, x) ?? null);
    found.set(place, (found.get(place) ?? 0) + heightOf(row));
  }
  return [...found.values()];
}

function fieldsHead(value: JsonObject): ValueHead {
  const names = Object.keys(value);
  const first = names.slice(0, ROWS + 1).map((name) => [name.slice(0, CELL), cellText(value[name])] as const);
  return { as: 'fields', count: names.length, first };
}

/** One value in a few characters: what holds more is counted. */
function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.slice(0, CELL);
  if (typeof value === 'number') return numberWords(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof LargeValue) return 'large';
  if (Array.isArray(value))
    return `${value.length.toLocaleString('en')} ${value.some(isObject) ? 'rows' : 'items'}`;
  return `{${Object.keys(value).length}}`;
}

/** What a call of a plan that is edited comes to (L-83). */
export type LiveCall =
  | {
      readonly status: 'completed';
      readonly head: ValueHead;
      /** It rests on the first rows of a file. */
      readonly ofHead: boolean;
      /** What nobody computed, and it rests on. */
      readonly words: readonly ('pinned' | 'recorded' | 'sampled')[];
      /** Rows of the one table that it read. */
      readonly rowsIn?: number;
      /** How many first rows it rests on, where that is known. */
      readonly headRows?: number;
    }
  | ({ readonly status: 'failed'; readonly message: string } & OfHead)
  | ({ readonly status: 'notRun'; readonly why: string } & OfHead);

/** The first rows of a file brought it about: all of them may bring about something else. */
interface OfHead {
  readonly words?: readonly ('pinned' | 'recorded' | 'sampled')[];
  readonly ofHead?: true;
  readonly headRows?: number;
}
