/** What a card can show of a value: small, however large the value is, and told by its shape alone. A picture may be 16 kB. */

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
  | {
      readonly as: 'fields';
      readonly count: number;
      readonly first: readonly (readonly [string, string])[];
      /** Its only field, where that holds rows. */
      readonly table?: string;
    }
  | {
      readonly as: 'chart';
      readonly title: string;
      readonly mark: string;
      /**
       * Where the first points stand between the least, or nothing, and the most: 0 to 1. One list a series that is drawn as
       * a line of its own, null where it has no point; else one list.
       */
      readonly lines: readonly (readonly (number | null)[])[];
      /** Where nothing stands, between the same two. */
      readonly zero: number;
      readonly of: number;
      readonly ofLines: number;
    }
  | { readonly as: 'text'; readonly characters: number; readonly text: string }
  /** `src` is empty where there is more of it than a card should hold. */
  | { readonly as: 'picture'; readonly bytes: number; readonly src: string }
  /** A number, a yes or no, nothing at all. */
  | { readonly as: 'one'; readonly text: string };

const ROWS = 3;
const COLUMNS = 3;
const MOST_COLUMNS = 1000;
/** Rows whose columns are looked at. */
const LOOKED_AT = 50;
const POINTS = 24;
const LINES = 8;
const TEXT = 240;
/** Characters of a picture that a card draws: ten thousand cards may have one. */
const PICTURE = 16_000;
const CELL = 40;

export function valueHead(whole: Json): ValueHead {
  const value: Json = whole instanceof LargeValue ? whole.head : whole;
  // Of what is kept apart there is the head alone here: it knows how much there is.
  const many = whole instanceof LargeValue ? whole.count : undefined;
  if (typeof value === 'string') return textHead(value, many ?? value.length);
  if (typeof value !== 'object' || value === null) return { as: 'one', text: cellText(value) };
  if (Array.isArray(value)) return listHead(value, many ?? value.length);
  const fields = value as JsonObject;
  return chartHead(fields) ?? fieldsHead(fields, many);
}

/** Pixels alone: what draws by rules of its own, or asks elsewhere for parts of it, is shown as the text that it is. */
export const isPicture = (text: string): boolean =>
  /^data:image\/(png|jpeg|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=\s]+$/.test(text);

function textHead(text: string, characters: number): ValueHead {
  if (!isPicture(text)) return { as: 'text', characters, text: text.slice(0, TEXT) };
  const bytes = Math.floor(((characters - text.indexOf(',') - 1) * 3) / 4);
  return { as: 'picture', bytes, src: characters > PICTURE || characters > text.length ? '' : text };
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
  const { kind, mark, y, x, color, title, data } = value;
  if (kind !== 'chart' || typeof mark !== 'string' || typeof y !== 'string' || typeof x !== 'string')
    return undefined;
  if (!Array.isArray(data) || !data.every(isObject)) return undefined;
  const rows = data as readonly JsonObject[];
  const heightOf = (row: JsonObject) => Number(ownOf(row, y) ?? 0) || 0;
  const isSeveral = typeof color === 'string' && (mark === 'line' || mark === 'area');
  // Bars of one place are drawn on top of each other: each place is one bar.
  const { first, many } = isSeveral
    ? series(rows, { x, color }, heightOf)
    : { first: [SINGLE.has(mark) ? rows.map(heightOf) : sums(rows, x, heightOf)], many: 1 };
  const lines = first.map((line) => line.slice(0, POINTS));
  const heights = lines.flat().filter((height) => height !== null);
  const least = Math.min(0, ...heights);
  const span = Math.max(0, ...heights) - least || 1;
  const named = typeof title === 'string' && title !== '' ? title : `${y} by ${x}`;
  const scaled = (height: number | null) =>
    height === null ? null : Math.round(((height - least) / span) * 1000) / 1000;
  return {
    as: 'chart',
    title: named.slice(0, CELL * 2),
    mark,
    lines: lines.map((line) => line.map(scaled)),
    zero: -least / span,
    of: first[0]?.length ?? 0,
    ofLines: many,
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

/** A line for each value of a column, over the same places: values and places in the order in which the chart draws them. */
function series(
  rows: readonly JsonObject[],
  { x, color }: { readonly x: string; readonly color: string },
  heightOf: (row: JsonObject) => number,
): { readonly first: (number | null)[][]; readonly many: number } {
  const found = new Map<Json, Map<Json, number>>();
  const places = new Set<Json>();
  for (const row of rows) {
    const [name, place] = [ownOf(row, color) ?? null, ownOf(row, x) ?? null];
    places.add(place);
    const line = found.get(name) ?? new Map<Json, number>();
    found.set(name, line.set(place, heightOf(row)));
  }
  const inOrder = [...places].sort(ascending);
  const drawn = [...found].sort(([a], [b]) => ascending(a, b)).slice(0, LINES);
  return { first: drawn.map(([, line]) => inOrder.map((at) => line.get(at) ?? null)), many: found.size };
}

const ascending = (a: Json, b: Json): number => (a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1);

function fieldsHead(value: JsonObject, many?: number): ValueHead {
  const names = Object.keys(value);
  const first = names.slice(0, ROWS + 1).map((name) => [name.slice(0, CELL), cellText(value[name])] as const);
  const [only, ...others] = names;
  const held = only !== undefined && others.length === 0 && many === undefined ? value[only] : undefined;
  const isTable = Array.isArray(held) && held.length > 0 && held.slice(0, LOOKED_AT).every(isObject);
  return { as: 'fields', count: many ?? names.length, first, ...(isTable && { table: only as string }) };
}

/** One value in a few characters: what holds more is counted. */
function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return isPicture(value) ? 'a picture' : value.slice(0, CELL);
  if (typeof value === 'number') return numberWords(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof LargeValue) return 'large';
  if (Array.isArray(value)) return countOf(value.length, value.some(isObject) ? 'row' : 'item');
  return chartHead(value as JsonObject) ? 'a chart' : countOf(Object.keys(value).length, 'field');
}

const countOf = (count: number, of: string): string =>
  `${count.toLocaleString('en')} ${of}${count === 1 ? '' : 's'}`;

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
