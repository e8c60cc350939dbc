/** Tables from CSV text, and back. Papa Parse does the quoting; this decides types and words the faults. */

import Papa from 'papaparse';
import { type Json, setOwn } from '../lib/json.ts';
import { defused } from '../lib/spreadsheet-text.ts';
import { ActivityError } from './activity.ts';
import { csvShape, hasHeader, rowsAbove } from './csv-shape.ts';
import { count, quote } from './describe.ts';
import { badArguments, MAX_ROWS, type Row } from './parameters.ts';

/** Every row has all columns, however few cells it was given: a wide header over short lines would fill the memory. */
const MAX_CELLS = 20_000_000;

interface CsvOptions {
  /** Found where it is absent (csv-shape.ts). */
  readonly delimiter?: string | undefined;
  /** `auto` turns a column into numbers when every filled cell of it is one. */
  readonly types: 'auto' | 'text';
  /** Whether the first row names the columns. Judged where it is absent (csv-shape.ts). */
  readonly header?: boolean | undefined;
}

/**
 * Rows of a CSV text. Lines above the table, such as a title, are left out. Where no row names the columns they are "column 1",
 * "column 2". Rows are counted from 1 with all that stands above them; a cell that spans lines counts as one.
 * @throws ActivityError `invalid-arguments` for broken quoting and rows with too many cells, naming the row
 */
export function parseCsvText(text: string, options: CsvOptions): Row[] {
  if (text.trim() === '') throw badArguments('The table is empty: there is not even a header line.');
  const shape = csvShape(text);
  const parsed = Papa.parse<string[]>(shape.text, {
    delimiter: options.delimiter ?? shape.delimiter,
    skipEmptyLines: 'greedy',
  });
  for (const fault of parsed.errors) {
    if (fault.type === 'Quotes') {
      const where = fault.row === undefined ? '' : ` in row ${fault.row + 1}`;
      const what =
        fault.code === 'MissingQuotes'
          ? 'A quotation mark is never closed'
          : 'A quotation mark stands where none may';
      throw badArguments(
        `${what}${where} of the table. Double it ("") inside a quoted cell, or close the cell, and try again.`,
      );
    }
  }
  if (parsed.data.length === 0) throw badArguments('The table is empty: there is not even a header line.');
  const { first, names: columns, rows: lines } = tableIn(parsed.data, options.header);
  if (lines.length > MAX_ROWS) {
    throw badArguments(
      `The table has ${count(lines.length, 'row')}; at most ${count(MAX_ROWS, 'row')} can be read. Split it first.`,
    );
  }
  const cells = columns.length * lines.length;
  if (cells > MAX_CELLS) {
    throw badArguments(
      `The table has ${count(lines.length, 'row')} of ${count(columns.length, 'column')}; at most ` +
        `${count(MAX_CELLS, 'cell')} can be read. Keep only the rows and columns you need.`,
    );
  }
  const long = tooLong(columns.length, lines, first);
  if (long !== undefined) throw badArguments(long);
  const numeric = columns.map((_, at) => options.types === 'auto' && isNumberColumn(lines, at));
  return lines.map((line) => {
    const row: Row = {};
    columns.forEach((name, at) => {
      setOwn(row, name, typed(line[at] ?? '', numeric[at] === true));
    });
    return row;
  });
}

/** A table among rows of cells. */
interface TableIn<T> {
  /** How many rows stand above it. */
  readonly above: number;
  /** The number of its first row of values, all rows being counted from 1. */
  readonly first: number;
  /** Whether its first row names the columns. */
  readonly header: boolean;
  /** One for each column, no two alike. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly T[])[];
}

/**
 * Where a table begins among rows of cells, and what its columns are called.
 * @param said whether its first row names them; judged where it is absent
 * @param width of a sheet, whose rows end with their last filled cell; of a text the first row has all cells
 */
export function tableIn<T>(
  given: readonly (readonly T[])[],
  said: boolean | undefined,
  width?: number,
): TableIn<T> {
  const looked = given.slice(0, 100).map((row) => row.map((cell) => String(cell ?? '')));
  const above = rowsAbove(looked);
  const header = said ?? hasHeader(looked.slice(above));
  const first = looked[above] ?? [];
  const named = Array.from({ length: width ?? first.length }, (_, at) => (header ? (first[at] ?? '') : ''));
  const begin = above + (header ? 1 : 0);
  return {
    above,
    first: begin + 1,
    header,
    names: uniqueNames(named),
    rows: begin === 0 ? given : given.slice(begin),
  };
}

/** What is wrong with a table of which a row has more cells than there are columns; undefined where none has. */
export function tooLong(
  columns: number,
  lines: readonly (readonly string[])[],
  first: number,
): string | undefined {
  const long = lines.findIndex((line) => line.slice(columns).some((cell) => cell.trim() !== ''));
  if (long < 0) return undefined;
  return (
    `Row ${first + long} of the table has ${count(lines[long]?.length ?? 0, 'cell')}, but the header has ` +
    `${count(columns, 'column')}. A cell with a comma in it must stand in quotation marks.`
  );
}

const typed = (cell: string, numeric: boolean): Json =>
  numeric ? (cell.trim() === '' ? null : Number(cell)) : cell;

/** Empty names become "column 3", and a name that comes again gets a number: no cell may be lost. */
function uniqueNames(header: readonly string[]): string[] {
  const seen = new Set<string>();
  /** By name, the number to try next: to count from 2 each time would be quadratic in the names. */
  const next = new Map<string, number>();
  return header.map((raw, at) => {
    const name = raw.trim() === '' ? `column ${at + 1}` : raw.trim();
    let unique = name;
    let n = next.get(name) ?? 2;
    for (; seen.has(unique); n += 1) unique = `${name} ${n}`;
    next.set(name, n);
    seen.add(unique);
    return unique;
  });
}

/** Leading zeros and long digits mean a code (007, a card's number), not a number: they would be lost. */
const PLAIN_NUMBER = /^\s*-?(0|[1-9]\d{0,14})(\.\d{1,15})?([eE][+-]?\d{1,2})?\s*$/;

function isNumberColumn(lines: readonly (readonly string[])[], at: number): boolean {
  let filled = 0;
  for (const line of lines) {
    const cell = line[at] ?? '';
    if (cell.trim() === '') continue;
    if (!PLAIN_NUMBER.test(cell)) return false;
    filled += 1;
  }
  return filled > 0;
}

/**
 * CSV text of rows. Values that are objects or lists stand as JSON. What a spreadsheet would run as a formula gets an
 * apostrophe before it (`defused`), in whatever way it divides the file; a phone number such as +44 20 does not.
 */
export function printCsv(rows: readonly Row[], columns: readonly string[], delimiter = ','): string {
  const cells = rows.map((row) =>
    columns.map((name) => printCell(Object.hasOwn(row, name) ? row[name] : null)),
  );
  const text = Papa.unparse({ fields: columns.map(defused), data: cells }, { delimiter, newline: '\n' });
  return `${text}\n`;
}

const printCell = (value: Json | undefined): string | number | boolean | null => {
  if (value === undefined) return null;
  if (typeof value === 'string') return defused(value);
  return typeof value === 'object' && value !== null ? defused(JSON.stringify(value)) : value;
};

/** A file's name in front of what is wrong with it. */
export const inFile = (name: string, fault: unknown): unknown =>
  fault instanceof ActivityError && fault.code === 'invalid-arguments'
    ? badArguments(`The file ${quote(name)} cannot be read: ${fault.message}`)
    : fault;
