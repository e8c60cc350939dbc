/** Sheets of an .xlsx file to cells, and a table back to one. `read-excel-file` reads; how it is unpacked and bounded is here. */

import { type Json, setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { dateAs, numberAs, readColumn } from './column-reading.ts';
import { cell, isEmptyCell } from './columns.ts';
import { inFile, tableIn } from './csv.ts';
import { bytesInWords, count, listNames, quote } from './describe.ts';
import { bytesOf } from './file-text.ts';
import { badArguments, MAX_ROWS, param, type Row } from './parameters.ts';

export interface SheetCells {
  readonly name: string;
  /** Texts, numbers, true and false, null where a cell is empty; a date is ISO text. */
  readonly rows: readonly (readonly Cell[])[];
}

type Cell = string | number | boolean | null;

/** A workbook packs to a tenth of this or less; more is made to fill a memory. */
const MOST_UNPACKED = 300_000_000;

/** @throws ActivityError `invalid-arguments` for what is no workbook, is protected, or unpacks to too much */
export async function readWorkbook(bytes: Uint8Array): Promise<SheetCells[]> {
  const archive = await unpackedWithinBounds(bytes);
  const { default: readSheets } = await import('read-excel-file/universal');
  try {
    const sheets = await readSheets(archive);
    return sheets.map(({ sheet, data }) => ({
      name: sheet,
      rows: filledRows(data.map((row) => row.map(cellOf))),
    }));
  } catch {
    throw badArguments('It is damaged, or no Excel workbook. Open it there and save it again as .xlsx.');
  }
}

/**
 * The same archive with its parts as they are: the library unpacks in workers made of text, which the page's policy
 * forbids, and never asks how much comes out.
 */
async function unpackedWithinBounds(bytes: Uint8Array): Promise<ArrayBuffer> {
  const { unzipSync, zipSync } = await import('fflate');
  let unpacked = 0;
  const parts = (() => {
    try {
      return unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          if (!/\.(?:xml|rels)$/.test(name)) return false;
          unpacked += originalSize;
          return unpacked <= MOST_UNPACKED;
        },
      });
    } catch {
      throw badArguments(
        'It is damaged, so it can’t be unpacked. Open it in Excel and save it again as .xlsx.',
      );
    }
  })();
  if (unpacked > MOST_UNPACKED) {
    throw badArguments(
      `It unpacks to ${bytesInWords(unpacked)}; at most ${bytesInWords(MOST_UNPACKED)} can be read. ` +
        'Save the sheet you need as a file of its own.',
    );
  }
  for (const [name, part] of Object.entries(parts))
    if (/^xl\/worksheets\/[^/]+\.xml$/.test(name)) throwIfTooWide(part);
  const archive = zipSync(parts, { level: 0 });
  return archive.buffer.slice(archive.byteOffset, archive.byteOffset + archive.byteLength) as ArrayBuffer;
}

/** What the library makes of a sheet is a cell for each place up to the last one: two cells in its corners would fill the memory. */
const MOST_PLACES = 20_000_000;

/** @throws ActivityError `invalid-arguments` for a sheet whose cells lie too far apart */
function throwIfTooWide(part: Uint8Array): void {
  let [rows, columns] = [0, 0];
  const text = new TextDecoder().decode(part);
  for (const [, letters = '', row] of text.matchAll(/\sr\s*=\s*["']([A-Za-z]{0,7})(\d{1,15})["']/g)) {
    rows = Math.max(rows, Number(row));
    columns = Math.max(columns, columnOf(letters));
  }
  if (rows * columns <= MOST_PLACES) return;
  throw badArguments(
    `A sheet of it reaches to row ${rows.toLocaleString('en')} and column ${columns.toLocaleString('en')}, which is more than ${count(MOST_PLACES, 'cell')}. ` +
      'Delete what lies far from the table, and save it again.',
  );
}

/** From 1: A, Z, AA. */
const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const cellOf = (value: unknown): Cell => {
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
};

/** A day is a day: without the midnight that a sheet keeps with it. */
function dateText(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

const filledRows = (rows: readonly (readonly Cell[])[]) =>
  rows.filter((row) => row.some((cell) => cell !== null && cell !== ''));

/**
 * The rows of a sheet. What stands above its table, such as a title, is left out.
 * @param header whether the table's first row names the columns; judged where it is absent
 * @param wanted the sheet's name; the first that holds something where it is absent
 * @throws ActivityError `invalid-arguments` with the sheets that there are
 */
export function rowsOfSheet(
  sheets: readonly SheetCells[],
  wanted: string | undefined,
  header: boolean | undefined,
): Row[] {
  const sheet =
    wanted === undefined
      ? sheets.find(({ rows }) => rows.length > 0)
      : sheets.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  if (sheet === undefined) {
    throw badArguments(
      wanted === undefined
        ? 'Its sheets are empty.'
        : `It has no sheet ${quote(wanted)}. Its sheets are ${listNames(sheets.map(({ name }) => name))}.`,
    );
  }
  if (sheet.rows.length > MAX_ROWS)
    throw badArguments(
      `It has ${count(sheet.rows.length, 'row')}; at most ${count(MAX_ROWS, 'row')} can be read.`,
    );
  const { names, rows } = tableIn(sheet.rows, header, widthOf(sheet));
  return rows.map((cells) => {
    const row: Row = {};
    for (const [at, name] of names.entries()) setOwn(row, name, cells[at] ?? null);
    return row;
  });
}

/** How many columns a sheet has: its rows end with their last filled cell. */
export const widthOf = ({ rows }: SheetCells): number =>
  rows.reduce((most, row) => Math.max(most, row.length), 0);

const escaped = (text: string): string =>
  text
    // What XML can't hold would make the whole workbook unreadable.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is taken out.
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Excel refuses a longer text in a cell. */
const LONGEST_CELL = 32_767;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Empty for an empty cell. @param at where it stands, such as "B12" */
function xmlCell(value: Json | undefined, at: string): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const day = DAY.test(text) ? Date.parse(text) / 86_400_000 + 25_569 : Number.NaN;
  // Before March 1900 Excel counts a day that there never was.
  if (day > 61) return `<c r="${at}" s="1"><v>${day}</v></c>`;
  const kept = escaped(text.slice(0, LONGEST_CELL));
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${kept}</t></is></c>`;
}

/** Digits and what parts them: what has a unit keeps it, and what begins with noughts is what something is called by. */
const PLAIN_NUMBER = /^[-+−]?(?!0\d)[\d.,'’\u00a0\u202f ]{1,20}$/;

/** How the texts of a column stand in a sheet that reckons: as numbers or days where every one of them is, as the column writes them. */
function sheetCellsOf(rows: readonly Row[], name: string): (cell: Json) => Json {
  const reading = readColumn(rows, name);
  const { type, misfit } = reading;
  const texts = rows
    .map((row) => cell(row, name))
    .filter((one) => typeof one === 'string' && !isEmptyCell(one));
  const as = (one: Json): Json | undefined => {
    if (type === 'date') return dateAs(one, reading);
    return PLAIN_NUMBER.test(String(one).trim()) ? numberAs(one, reading) : undefined;
  };
  const isTyped =
    (type === 'number' || type === 'date') &&
    misfit === undefined &&
    texts.every((one) => as(one) !== undefined);
  return isTyped ? (one) => (typeof one === 'string' ? (as(one) ?? one) : one) : (one) => one;
}

/** "A" to "Z", then "AA". */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the sheet: one sheet, and a style for days. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // The two fills that a reader expects first, each with its pattern: some open no workbook without.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** A sheet of Excel has no more. */
const SHEET_ROWS = 1_048_576;

/**
 * A workbook of one sheet. A text is never a formula in it; a day is a date, and "1.168,60" a number where its column has such.
 * @throws ActivityError `invalid-arguments` for more rows than a sheet has
 */
export async function printWorkbook(rows: readonly Row[], columns: readonly string[]): Promise<Uint8Array> {
  if (rows.length >= SHEET_ROWS) {
    throw badArguments(
      `A sheet holds ${count(SHEET_ROWS - 1, 'row')}, and the table has ${count(rows.length, 'row')}. Save it as .csv.`,
    );
  }
  const letters = columns.map((_, at) => lettersOf(at));
  const typed = columns.map((name) => sheetCellsOf(rows, name));
  const line = (cells: readonly (Json | undefined)[], at: number) =>
    `<row r="${at}">${cells.map((cell, column) => xmlCell(cell, `${letters[column]}${at}`)).join('')}</row>`;
  const sheet = [
    line(columns, 1),
    ...rows.map((row, at) =>
      line(
        columns.map((name, column) => typed[column]?.(cell(row, name))),
        at + 2,
      ),
    ),
  ];
  const { strToU8, zipSync } = await import('fflate');
  const parts = {
    ...PARTS,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(HEAD + xml)])));
}

/** Reads a sheet of a dropped workbook as rows. */
export const readXlsx: Computation = async (params, context) => {
  const name = param.text(params, 'file', 255);
  const sheet = param.optionalText(params, 'sheet', 255);
  const header = param.optionalFlag(params, 'header');
  const bytes = await bytesOf(name, context);
  try {
    return rowsOfSheet(await readWorkbook(bytes), sheet, header);
  } catch (fault) {
    throw inFile(name, fault);
  }
};
