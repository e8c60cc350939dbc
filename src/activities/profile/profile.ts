/**
 * What a dropped file holds, judged by its content: kind, encoding, tables with their columns, prose. The same at the door
 * of the page and of the terminal. It may take a second for the largest file, so a page has it done in the pool.
 */

import Papa from 'papaparse';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { messageOf } from '../../lib/thrown.ts';
import { ColumnTally } from '../../tools/column-tally.ts';
import {
  type FileKind,
  type FileProfile,
  MAX_FILE_BYTES,
  type TableProfile,
} from '../../tools/file-profile.ts';
import { tableIn, tooLong } from '../csv.ts';
import { csvShape } from '../csv-shape.ts';
import { decodeText, isNoise } from '../decode-text.ts';
import { quote, tooLarge } from '../describe.ts';
import { parseJsonText } from '../json-text.ts';
import { readWorkbook, type SheetCells, widthOf } from '../workbook.ts';
import { type CellBudget, cellBudget, cellTable, tableProfile } from './table.ts';

/** Characters of a text that are looked at for its rows and words. */
const LOOKED_AT = 2_000_000;

type Told = Omit<FileProfile, 'name' | 'size'>;

/** @returns never throws: what can't be used says so in `fault` */
export async function profileOf(bytes: Uint8Array, name: string): Promise<FileProfile> {
  const file = { name, size: bytes.length };
  if (bytes.length > MAX_FILE_BYTES) return { ...file, kind: 'unknown', tables: [], fault: tooLarge(file) };
  try {
    return { ...file, ...(await told(bytes, name)) };
  } catch (error) {
    return {
      ...file,
      kind: 'unknown',
      tables: [],
      fault: `${quote(name)} can't be read: ${messageOf(error)}`,
    };
  }
}

async function told(bytes: Uint8Array, name: string): Promise<Told> {
  if (bytes.length === 0)
    return faulty('unknown', `${quote(name)} is empty. Drop the file again once it is saved.`);
  const signature = signatureOf(bytes);
  if (signature !== null) {
    const { kind, called } = signature;
    if (kind === 'xlsx' || kind === 'pdf') return await ofPacked(kind, bytes, name);
    return faulty(kind, `${quote(name)} is ${called}, which can't be used here. ${wayOn(signature)}`);
  }
  const { text, encoding } = decodeText(bytes);
  if (isNoise(text)) {
    const unread = { kind: 'unknown', called: 'neither text nor a kind of file that is known' } as const;
    return faulty('unknown', `${quote(name)} is ${unread.called} here. ${wayOn(unread)}`);
  }
  if (text.trim() === '')
    return faulty(
      'text',
      `${quote(name)} holds nothing but empty lines. Drop the file again once it is saved.`,
    );
  return { encoding, ...ofText(text.replace(/^\uFEFF/, ''), name) };
}

/** A workbook or a PDF. Their readers are loaded with the first of them. */
async function ofPacked(kind: 'xlsx' | 'pdf', bytes: Uint8Array, name: string): Promise<Told> {
  try {
    if (kind === 'xlsx') return ofSheets(await readWorkbook(bytes));
    const { text } = await (await import('../pdf-text.ts')).textOfPdf(bytes);
    return { kind, tables: [], text: prose(text, true) };
  } catch (error) {
    return faulty(kind, `${quote(name)} can't be read: ${messageOf(error)}`);
  }
}

function ofSheets(sheets: readonly SheetCells[]): Told {
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0)
    return faulty('xlsx', 'All its sheets are empty. Drop it again once it is filled.');
  const budget = cellBudget();
  const found = filled.map((sheet) => ({
    place: sheet.name,
    ...tableIn(sheet.rows, undefined, widthOf(sheet)),
  }));
  const tables = found.map((table) => cellTable(table, budget));
  return { kind: 'xlsx', header: found[0]?.header === true, tables };
}

const faulty = (kind: FileProfile['kind'], fault: string): Told => ({ kind, tables: [], fault });

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

const JSON_ENDINGS = ['json', 'jsonl', 'ndjson', 'geojson'];
const CSV_ENDINGS = ['csv', 'tsv', 'tab'];

function ofText(text: string, name: string): Told {
  const ending = endingOf(name);
  const json = ofJson(text, name, JSON_ENDINGS.includes(ending));
  if (json !== null) return json;
  const head = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
  const whole = head.length === text.length;
  if (/^\s*(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 4096)))
    return { kind: 'html', tables: [], text: prose(head.replace(/<[^>]*>/g, ' '), whole) };
  if (ending === 'md' || ending === 'markdown')
    return { kind: 'markdown', tables: [], text: prose(head, whole) };
  if (CSV_ENDINGS.includes(ending) || (ending !== 'log' && looksLikeTable(head)))
    return ofCsv(head, name, whole);
  return { kind: 'text', tables: [], text: prose(head, whole) };
}

/** null where it is none, by its content, and nobody says it is. */
function ofJson(text: string, name: string, said: boolean): Told | null {
  if (!said && !/^\s*[[{]/.test(text)) return null;
  try {
    return { kind: 'json', tables: jsonTables(parseJsonText(text), cellBudget()) };
  } catch (error) {
    if (!said) return null;
    return faulty(
      'json',
      `${quote(name)} can't be read: ${messageOf(error)} Correct it there and drop it again.`,
    );
  }
}

function ofCsv(head: string, name: string, whole: boolean): Told {
  const { text, delimiter } = csvShape(head);
  const { rows, fault } = csvRows(text, delimiter, whole);
  if (fault !== undefined) return faulty('csv', `${quote(name)} can't be read as a table: ${fault}`);
  const table = tableIn(rows, undefined);
  const first = rows[table.above] ?? [];
  if (first.some((cell) => cell.length > LONGEST_NAME)) {
    const long = `Its first line has ${first.length === 1 ? 'no cells and' : 'a cell of'} more than ${LONGEST_NAME} characters`;
    return faulty(
      'csv',
      `${quote(name)} can't be read as a table: ${long}, which names no column. Put each row on a line of its own.`,
    );
  }
  const long = tooLong(table.names.length, table.rows, table.first);
  if (long !== undefined) return faulty('csv', `${quote(name)} can't be read as a table: ${long}`);
  const tables = [cellTable({ place: '', ...table }, cellBudget(), whole)];
  return { kind: 'csv', delimiter, header: table.header, tables };
}

/** Words and paragraphs, a paragraph being what stands between empty lines. */
function prose(text: string, whole: boolean): NonNullable<FileProfile['text']> {
  return {
    words: text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0,
    paragraphs: text.split(/\r?\n[ \t]*\r?\n/).filter((part) => part.trim() !== '').length,
    whole,
  };
}

// The rows of a CSV text's beginning, and whether a text without a name that says so is a table. Knows no file.

/** A column's name is a few words; a longer first cell is a text that has no rows. */
const LONGEST_NAME = 2000;
/** More cells than these are not held at once to be looked at. */
const MOST_ROWS = 200_000;

/** @param whole false for the beginning of a longer text, whose last row may be cut */
function csvRows(
  text: string,
  delimiter: string,
  whole: boolean,
): { readonly rows: string[][]; readonly fault?: string } {
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter,
    preview: MOST_ROWS,
    skipEmptyLines: 'greedy',
  });
  const rows = whole || data.length < 2 ? data : data.slice(0, -1);
  const broken = errors.find(({ type, row = 0 }) => type === 'Quotes' && (whole || row < rows.length));
  if (broken === undefined) return { rows };
  const where = broken.row === undefined ? '' : ` in row ${broken.row + 1}`;
  return {
    rows,
    fault: `a quotation mark${where} is never closed, or stands where none may. Double it ("") inside a quoted cell.`,
  };
}

/** Three rows at least, all with as many short cells: prose has commas too, but not as regularly. */
function looksLikeTable(text: string): boolean {
  const { text: table, delimiter } = csvShape(text.slice(0, 20_000));
  const { rows, fault } = csvRows(table, delimiter, text.length <= 20_000);
  const [first] = rows;
  if (fault !== undefined || first === undefined || rows.length < 3 || first.length < 2) return false;
  const regular = rows.filter((row) => row.length === first.length).length;
  return regular === rows.length && first.every((cell) => cell.length <= 60 && !/[.!?]$/.test(cell.trim()));
}

// The lists of objects in a JSON value, each as a table with the path to it. Knows no file.

const MOST_TABLES = 40;
const DEEPEST = 6;
const MOST_INNER = 100;

interface Gathered {
  readonly columns: Map<string, ColumnTally>;
  /** Of objects in the cells, by the path to it. */
  readonly inner: Map<string, ColumnTally>;
  rows: number;
  whole: boolean;
  more: Set<string>;
}

/** Tables in the order in which they are first met; a list in every row of a list is one table of all their rows. */
function jsonTables(value: Json, budget: CellBudget): TableProfile[] {
  const found = new Map<string, Gathered>();
  walk(value, '', 0, found, budget);
  return [...found].map(([place, { columns, inner, rows, whole, more }]) =>
    tableProfile({
      ...{ place, rows, whole, columns: [...columns.values()], inner: [...inner.values()] },
      more: more.size,
    }),
  );
}

function walk(
  value: Json,
  place: string,
  depth: number,
  found: Map<string, Gathered>,
  budget: CellBudget,
): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  const inside = (key: string) => (place === '' ? key : `${place}.${key}`);
  if (!Array.isArray(value)) {
    for (const key of Object.keys(value)) walk(value[key] ?? null, inside(key), depth + 1, found, budget);
    return;
  }
  const rows = value.filter(isObject) as JsonObject[];
  // A list of numbers with an object in it is no table.
  if (rows.length * 2 <= value.length) return;
  let table = found.get(place);
  if (table === undefined) {
    if (found.size >= MOST_TABLES) return;
    table = { columns: new Map(), inner: new Map(), rows: 0, whole: true, more: new Set() };
    found.set(place, table);
  }
  for (const row of rows) {
    if (budget.left <= 0) {
      table.whole = false;
      return;
    }
    addRow(table, row, budget);
    for (const key of Object.keys(row)) walk(row[key] ?? null, inside(key), depth + 1, found, budget);
  }
}

function addRow(table: Gathered, row: JsonObject, budget: CellBudget): void {
  table.rows += 1;
  for (const key of Object.keys(row)) {
    budget.left -= 1;
    let column = table.columns.get(key);
    if (column === undefined) {
      if (table.columns.size >= budget.columns) {
        table.more.add(key);
        continue;
      }
      column = new ColumnTally(key);
      table.columns.set(key, column);
    }
    const value = row[key] ?? null;
    column.add(value);
    if (isObject(value)) addInner(table, key, value, budget);
  }
}

/** So deep, objects within objects: what is nested deeper is left to a query. */
const INNER_DEPTH = 3;

/** The plain values of an object in a cell, and of objects in it. @param key the path to it */
function addInner(table: Gathered, key: string, value: JsonObject, budget: CellBudget, depth = 1): void {
  for (const inner of Object.keys(value)) {
    const own = value[inner] ?? null;
    const path = `${key}.${inner}`;
    if (isObject(own) && depth < INNER_DEPTH) addInner(table, path, own, budget, depth + 1);
    if (typeof own === 'object' && own !== null) continue;
    budget.left -= 1;
    const column = table.inner.get(path) ?? new ColumnTally(path);
    if (!table.inner.has(path) && table.inner.size >= MOST_INNER) continue;
    table.inner.set(path, column);
    column.add(own);
  }
}

interface Signature {
  readonly kind: FileKind;
  /** What a person calls it: "a PNG image". */
  readonly called: string;
}

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

const image = (called: string): Signature => ({ kind: 'image', called });
const archive = (called: string): Signature => ({ kind: 'archive', called });
const unknown = (called: string): Signature => ({ kind: 'unknown', called });

/** Where a signature stands, what it is, and what it tells. */
const SIGNATURES: readonly (readonly [number, string, Signature])[] = [
  [0, '\x89PNG', image('a PNG image')],
  [0, '\xff\xd8\xff', image('a JPEG image')],
  [0, 'GIF8', image('a GIF image')],
  [8, 'WEBP', image('a WebP image')],
  [0, 'II*\0', image('a TIFF image')],
  [0, 'MM\0*', image('a TIFF image')],
  [0, '\0\0\x01\0', image('an icon')],
  [4, 'ftypheic', image('a HEIC image')],
  [4, 'ftypavif', image('an AVIF image')],
  [4, 'ftyp', unknown('a film or a recording')],
  [0, '\x1f\x8b', archive('a gzip archive')],
  [0, '7z\xbc\xaf', archive('a 7-Zip archive')],
  [0, 'Rar!', archive('a RAR archive')],
  [0, 'BZh', archive('a bzip2 archive')],
  [0, '\xfd7zXZ', archive('an xz archive')],
  [0, '\x28\xb5\x2f\xfd', archive('a Zstandard archive')],
  [257, 'ustar', archive('a tar archive')],
  [
    0,
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    unknown('an old Office file (.xls, .doc or .ppt), or a protected one'),
  ],
  [0, 'SQLite format 3\0', unknown('an SQLite database')],
  [0, 'PAR1', unknown('a Parquet table')],
  [0, '\x7fELF', unknown('a program')],
  [0, 'MZ\x90\0', unknown('a program')],
  [0, 'ID3', unknown('a recording')],
  [0, 'OggS', unknown('a recording')],
  [0, 'RIFF', unknown('a film or a recording')],
];

/** null where the first bytes say nothing: it may be text. */
function signatureOf(bytes: Uint8Array): Signature | null {
  // Some writers put a line before it.
  if (ascii(bytes, 0, 1024).includes('%PDF-')) return { kind: 'pdf', called: 'a PDF' };
  const head = ascii(bytes, 0, 4);
  if (head === 'PK\x03\x04' || head === 'PK\x05\x06') return zipped(bytes);
  if (head.startsWith('BM') && bytes[6] === 0 && bytes[7] === 0) return image('a bitmap image');
  return SIGNATURES.find(([at, mark]) => ascii(bytes, at, at + mark.length) === mark)?.[2] ?? null;
}

/** Office files are ZIP archives of known parts; their names stand at the end, in the list of what is in it. */
function zipped(bytes: Uint8Array): Signature {
  const listed = ascii(bytes, Math.max(0, bytes.length - 60_000), bytes.length) + ascii(bytes, 0, 4096);
  if (listed.includes('xl/workbook.xml')) return { kind: 'xlsx', called: 'a workbook' };
  if (listed.includes('xl/workbook.bin')) return unknown('a binary workbook (.xlsb)');
  if (listed.includes('word/document.xml')) return unknown('a Word document');
  if (listed.includes('ppt/presentation.xml')) return unknown('a presentation');
  if (listed.includes('opendocument.spreadsheet')) return unknown('an OpenDocument table');
  if (listed.includes('opendocument')) return unknown('an OpenDocument file');
  if (listed.includes('application/epub')) return unknown('an e-book');
  return archive('a ZIP archive');
}

/** What to do about a file that nothing here reads, by what it is. */
function wayOn({ kind, called }: Signature): string {
  if (kind === 'image') return 'Images are not read here. Drop the table or the text that it shows.';
  if (kind === 'archive') return 'Unpack it and drop the files that are in it.';
  if (/\.xls|workbook|OpenDocument table/.test(called))
    return 'Save it as .xlsx without a password, or as CSV, and drop that.';
  if (/document|presentation|Word|book/i.test(called)) return 'Save it as PDF or plain text and drop that.';
  if (/database|Parquet/.test(called)) return 'Export the table you need as CSV and drop that.';
  return 'Tables are read from CSV, Excel (.xlsx) and JSON, text from plain text, Markdown, HTML and PDF.';
}
