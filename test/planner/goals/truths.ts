/** What the goals' truths are computed with: plain reading and reckoning, sharing no code with Obelus. */

import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

/** A value as a truth names it: written in any of the ways that mean the same. `null` is an empty cell. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { readonly month: string }
  | { readonly quarter: string }
  | { readonly share: number }
  | { readonly any: readonly Cell[] };

/** What a run must deliver. */
export type Truth =
  /** One value. `names`: what a summary of several figures may call it. */
  | { readonly is: 'value'; readonly value: Cell; readonly names?: readonly string[] }
  /** Rows with at least these columns, under whatever names; in this order only where `ordered`. */
  | {
      readonly is: 'table';
      readonly rows: readonly (readonly Cell[])[];
      readonly ordered?: true;
      /** The columns there may be: these and no others. */
      readonly only?: true;
    }
  /** A text: equal but for white space, or holding and lacking these. */
  | {
      readonly is: 'text';
      readonly equals?: string;
      readonly holds?: readonly string[];
      readonly lacks?: readonly string[];
      /** So many sentences, each of them one of this text. */
      readonly sentences?: { readonly of: string; readonly count: number };
    }
  | { readonly is: 'chart'; readonly marks: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
  /** A saved file, and what is in it. */
  | { readonly is: 'saved'; readonly name?: string; readonly ext?: string; readonly content: Truth }
  /** All of them, in one report, object or list, or as several results. */
  | { readonly is: 'parts'; readonly parts: readonly Truth[] }
  /** One result an element: a list, an object or as many files. */
  | { readonly is: 'each'; readonly of: readonly Truth[] }
  /** Any of several readings that are all fair. */
  | { readonly is: 'any'; readonly of: readonly Truth[] }
  /** Nothing may be delivered, and one of these words must be said. */
  | { readonly is: 'refusal'; readonly says: readonly string[] };

type Row = Record<string, Cell>;
type Key = string | ((row: Row) => Cell);

const here = (folder: URL, name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** Cells of CSV text; quotes may hold separators. */
function cellsOf(text: string, separator: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const cells: string[] = [];
      let cell = '';
      let quoted = false;
      for (const letter of line) {
        if (letter === '"') quoted = !quoted;
        else if (letter === separator && !quoted) {
          cells.push(cell);
          cell = '';
        } else cell += letter;
      }
      return [...cells, cell];
    });
}

/** Decimal commas and days first go with the semicolon in these files. */
function cellOf(cell: string, european: boolean): Cell {
  if (cell === '') return null;
  const date = european ? /^(\d{2})[./](\d{2})[./](\d{4})$/.exec(cell) : null;
  if (date) return `${date[3]}-${date[2]}-${date[1]}`;
  const plain = european ? cell.replaceAll('.', '').replace(',', '.') : cell;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : cell;
}

function csvRows(text: string): Row[] {
  const european = (text.split('\n')[0] ?? '').includes(';');
  const [header = [], ...lines] = cellsOf(text, european ? ';' : ',');
  return lines.map((line) =>
    Object.fromEntries(header.map((name, at) => [name, cellOf(line[at] ?? '', european)])),
  );
}

const pick = (row: Row, key: Key): Cell => (typeof key === 'function' ? key(row) : (row[key] ?? null));
const numbers = (rows: readonly Row[], key: Key): number[] =>
  rows.map((row) => pick(row, key)).filter((value) => typeof value === 'number');
const rounded = (value: number): number => Math.round(value * 1e8) / 1e8;

const sum = (rows: readonly Row[], key: Key): number =>
  rounded(numbers(rows, key).reduce((a, b) => a + b, 0));
const mean = (rows: readonly Row[], key: Key): number => rounded(sum(rows, key) / numbers(rows, key).length);
const median = (rows: readonly Row[], key: Key): number => {
  const sorted = numbers(rows, key).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const [upper = 0, lower = 0] = [sorted[half], sorted[half - 1]];
  return sorted.length % 2 === 1 ? upper : (upper + lower) / 2;
};
const least = (rows: readonly Row[], key: Key): number => Math.min(...numbers(rows, key));
const greatest = (rows: readonly Row[], key: Key): number => Math.max(...numbers(rows, key));

/** Groups in the order they first come. */
function groups(rows: readonly Row[], key: Key): [Cell, Row[]][] {
  const found = new Map<string, [Cell, Row[]]>();
  for (const row of rows) {
    const value = pick(row, key);
    const group = found.get(JSON.stringify(value)) ?? [value, []];
    group[1].push(row);
    found.set(JSON.stringify(value), group);
  }
  return [...found.values()];
}

/** `[group, figure, …]` for each group. */
const by = (rows: readonly Row[], key: Key, ...figures: ((rows: Row[]) => Cell)[]): Cell[][] =>
  groups(rows, key).map(([value, group]) => [value, ...figures.map((figure) => figure(group))]);

/** Sorted by a column of the lists. @throws where the cut falls between equals: such a goal has no truth */
function top(rows: readonly (readonly Cell[])[], at: number, count = rows.length, sign = -1): Cell[][] {
  const sorted = [...rows].sort((a, b) => {
    const [x, y] = [a[at], b[at]] as [number, number];
    return x === y ? 0 : x < y ? -sign : sign;
  });
  if (count < rows.length && sorted[count - 1]?.[at] === sorted[count]?.[at])
    throw new Error(`The cut at ${count} falls between equals.`);
  return sorted.slice(0, count).map((row) => [...row]);
}

const iso = (row: Row, name: string): string => String(row[name]);
const month =
  (name: string) =>
  (row: Row): Cell => ({ month: iso(row, name).slice(0, 7) });
const quarter =
  (name: string) =>
  (row: Row): Cell => ({
    quarter: `${iso(row, name).slice(0, 4)}-Q${Math.ceil(Number(iso(row, name).slice(5, 7)) / 3)}`,
  });
const year =
  (name: string) =>
  (row: Row): Cell =>
    Number(iso(row, name).slice(0, 4));
const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const plusDays = (date: string, count: number): string =>
  new Date(Date.parse(date) + count * 86_400_000).toISOString().slice(0, 10);
const cols = (rows: readonly Row[], ...keys: Key[]): Cell[][] =>
  rows.map((row) => keys.map((key) => pick(row, key)));
const unique = (values: readonly Cell[]): Cell[] => [...new Set(values)];

/** How many words a text has, by each of the ways to count that are fair: by spaces, by runs of letters, by Unicode. */
const words = (text: string): Cell => ({
  any: unique([
    text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length,
    text.split(/\s+/).filter((word) => word !== '').length,
    (text.match(/[\p{L}\d]+/gu) ?? []).length,
    (text.match(/[\p{L}\d]+(?:['’.,@-][\p{L}\d]+)*/gu) ?? []).length,
    [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].filter((one) => one.isWordLike)
      .length,
  ]),
});

const value = (one: Cell, ...names: string[]): Truth =>
  names.length === 0 ? { is: 'value', value: one } : { is: 'value', value: one, names };
const table = (rows: readonly (readonly Cell[])[]): Truth => ({ is: 'table', rows });
const ordered = (rows: readonly (readonly Cell[])[]): Truth => ({ is: 'table', rows, ordered: true });
const only = (rows: readonly (readonly Cell[])[]): Truth => ({ is: 'table', rows, only: true });
const list = (values: readonly Cell[]): Truth => ({ is: 'table', rows: values.map((one) => [one]) });
const holds = (...words: string[]): Truth => ({ is: 'text', holds: words });
const chart = (marks: string, rows: readonly (readonly Cell[])[]): Truth => ({
  is: 'chart',
  marks: marks.split(' '),
  rows,
});
const saved = (name: string, content: Truth): Truth =>
  name.startsWith('*') ? { is: 'saved', ext: name.slice(2), content } : { is: 'saved', name, content };
const parts = (...of: Truth[]): Truth => ({ is: 'parts', parts: of });
const each = (of: Truth[]): Truth => ({ is: 'each', of });
const any = (...of: Truth[]): Truth => ({ is: 'any', of });
const refusal = (...says: string[]): Truth => ({ is: 'refusal', says });

/**
 * Computes a truth from the expression that stands beside it, over the files of a folder.
 * @param how JavaScript: an expression of the names in here
 */
export function truthOf(how: string, folder: URL): Truth {
  const scope = {
    t: (name: string) => csvRows(here(folder, `${name}.csv`)),
    j: (name: string) => JSON.parse(here(folder, `${name}.json`)),
    text: (name: string) => here(folder, name),
    ...{ sum, mean, median, least, greatest, groups, by, top, month, quarter, year, days, plusDays },
    ...{ cols, unique, words, rounded, value, table, ordered, only, list, holds, chart, saved, parts, each },
    ...{ any, refusal, Object, Math, Number, String, Array, Set, Map, JSON, RegExp },
  };
  return JSON.parse(JSON.stringify(runInNewContext(`(${how})`, scope)));
}
