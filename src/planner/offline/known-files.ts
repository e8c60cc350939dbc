/** What the offline planner knows of a dropped file: its tables, by its profile, or by its head. Judges no column. */

import { jsonrepair } from 'jsonrepair';
import Papa from 'papaparse';
import { isObject, type Json } from '../../lib/json.ts';
import { kindOfNumbers } from '../../tools/called-by.ts';
import { ColumnTally, columnProfiles } from '../../tools/column-tally.ts';
import type { ColumnProfile, FileKind, TableProfile } from '../../tools/file-profile.ts';
import { dateIn } from '../../tools/written-dates.ts';
import type { InputFile } from '../planner.ts';
import { withReckoned } from './amounts.ts';
import { endingOf, type KnownColumn, type KnownFile, type KnownTable, wordsIn } from './known-tables.ts';
import { innerName, withParents } from './nested-tables.ts';

export function knownFile(file: InputFile): KnownFile {
  const ending = ENDINGS_BY_KIND[file.profile?.kind ?? 'unknown'] ?? endingOf(file.name);
  const words = wordsIn(file.name.replace(/\.[^.]*$/u, ''));
  const tables = withParents(tablesOf(file, ending), words).map((table) => ({
    ...table,
    columns: withReckoned(withExtremes(table.columns)),
  }));
  const kind =
    tables.length > 0 ? 'table' : TEXTS.has(ending) || file.profile?.text !== undefined ? 'text' : 'other';
  return { name: file.name, kind, ending, tables, words };
}

const MOST_ROWS = 400;

const HEAD_LIMIT = 2_000;

const MOST_CELLS = 60;

/** Of fewer rows one that stands twice tells nothing. */
const MANY = 20;

const TEXTS = new Set(['md', 'txt', 'log', 'html', 'htm', 'markdown', 'text', 'pdf', 'eml']);

/** A workbook is one whatever it is called, and a text with commas called .xlsx is none. */
const ENDINGS_BY_KIND: Readonly<Partial<Record<FileKind, string>>> = {
  csv: 'csv',
  json: 'json',
  xlsx: 'xlsx',
  pdf: 'pdf',
  html: 'html',
};

/** "temp_min" beside "temp_max" is no temperature in minutes. */
const withExtremes = (columns: readonly KnownColumn[]): readonly KnownColumn[] =>
  columns.map((column) => {
    const other = column.words.map((word) => (word === 'min' ? 'max' : word)).join(' ');
    return column.words.includes('min') && columns.some(({ words }) => words.join(' ') === other)
      ? { ...column, words: column.words.map((word) => (word === 'min' ? 'minimum' : word)) }
      : column;
  });

function tablesOf(file: InputFile, ending: string): KnownTable[] {
  const { profile } = file;
  const ofHead = headTables(file, ending);
  if (profile !== undefined && profile.fault === undefined && profile.tables.length > 0)
    return profile.tables.map((table) =>
      withCells(
        fromProfile(file.name, table),
        ofHead.find(({ place }) => place === table.place),
      ),
    );
  return ofHead;
}

/** A profile names few cells of a column of many: those that stand in the head are known, too. */
const withCells = (table: KnownTable, head: KnownTable | undefined): KnownTable => ({
  ...table,
  columns: table.columns.map((column) => {
    const seen = head?.columns.find(({ name }) => name === column.name)?.cells ?? [];
    return column.kind !== 'text' || column.nested === true
      ? column
      : { ...column, cells: [...new Set([...column.cells, ...seen])].slice(0, MOST_CELLS) };
  }),
});

function headTables(file: InputFile, ending: string): KnownTable[] {
  const head = file.head?.replace(/^\uFEFF/u, '') ?? '';
  if (head.trim() === '') return [];
  if (ending === 'csv' || ending === 'tsv' || file.type === 'text/csv') return fromCsv(file.name, head);
  if (ending === 'json' || file.type === 'application/json') return fromJson(file.name, head);
  return [];
}

function fromProfile(file: string, table: TableProfile): KnownTable {
  // What an object in a cell holds can neither be grouped by nor added up.
  const plain = table.columns.filter(({ type }) => type !== 'object');
  const columns = plain.map((column) => columnFrom(column, table));
  const inner = (table.inner ?? []).flatMap((column): KnownColumn[] => {
    const name = innerName(column.name);
    const isTaken = plain.some((one) => one.name === name);
    const known = columnFrom(column, table);
    return isTaken || known.nested === true
      ? []
      : [{ ...known, name, words: wordsIn(name), inside: { path: column.name.split('.') } }];
  });
  return { file, place: table.place, columns: [...columns, ...inner], whole: table.whole };
}

function columnFrom(
  column: ColumnProfile,
  { rows, whole }: Pick<TableProfile, 'rows' | 'whole'>,
): KnownColumn {
  const { type, name } = column;
  if (type === 'list')
    return {
      name,
      kind: 'text',
      nested: true,
      cells: [],
      unique: false,
      blanks: false,
      words: wordsIn(name),
    };
  // A "n/a" among amounts makes no other wish of "the total amount": the run names the cell.
  const said = column.mostly ?? type;
  const kind = said === 'number' || said === 'date' || said === 'boolean' ? said : 'text';
  const [from, to] =
    kind === 'date' ? [column.least, column.greatest].map((cell = '') => dayIn(cell, column)) : [];
  return {
    name,
    kind,
    cells:
      kind === 'text' || kind === 'boolean'
        ? (column.values ?? column.examples)
        : [...new Set([...column.examples, ...(column.strays ?? [])])],
    unique: column.distinct >= column.filled,
    ...(column.filled >= MANY && column.distinct >= 0.95 * column.filled ? { isNearlyUnique: true } : {}),
    blanks: column.filled < rows,
    words: wordsIn(name),
    ...(column.mostly === undefined ? {} : { isMostly: true }),
    ...(from === undefined || to === undefined ? {} : { from, to }),
    ...(kind === 'date' ? orderOf(column) : {}),
    ...(kind === 'number' ? kindOfNumbers(column) : {}),
    ...(column.sketch === undefined
      ? {}
      : { sketch: whole ? column.sketch : { ...column.sketch, part: true } }),
  };
}

/** Of dates with a month's name or the year first nothing need be said. */
function orderOf({ date = null, examples }: ColumnProfile): Pick<KnownColumn, 'order'> {
  if (date === 'dmy') return { order: 'dayFirst' };
  if (date === 'mdy') return { order: 'monthFirst' };
  return date === null && examples.some((cell) => /^\s*\d{1,2}\D\d{1,2}\D\d/u.test(cell))
    ? { order: 'untold' }
    : {};
}

const dayIn = (cell: string, { date = null }: ColumnProfile): string | undefined =>
  dateIn(cell, date)?.slice(0, 10);

function fromCsv(file: string, head: string): KnownTable[] {
  const { data } = Papa.parse<string[]>(head, { preview: MOST_ROWS, skipEmptyLines: true });
  const [names = [], ...lines] = data;
  const cut = head.length >= HEAD_LIMIT;
  // The last line of a head that was cut may hold half a number.
  const rows = cut ? lines.slice(0, -1) : lines;
  const columns = names.flatMap((name, at) =>
    name.trim() === '' ? [] : [{ name, cells: rows.map((row) => row[at] ?? null) }],
  );
  return columns.length === 0 ? [] : [fromHead(file, '', columns, !cut)];
}

function fromJson(file: string, head: string): KnownTable[] {
  const cut = head.length >= HEAD_LIMIT;
  let data: unknown;
  try {
    data = JSON.parse(jsonrepair(head));
  } catch {
    return [];
  }
  const lists = Array.isArray(data)
    ? [{ place: '', list: data }]
    : isObject(data)
      ? Object.entries(data).flatMap(([place, list]) => (Array.isArray(list) ? [{ place, list }] : []))
      : [];
  return lists.flatMap(({ place, list }) => {
    // The last of a head that was cut may hold half a cell.
    const rows = (cut ? list.slice(0, -1) : list).filter(isObject).slice(0, MOST_ROWS);
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    if (names.length === 0) return [];
    const columns = names.map((name) => ({ name, cells: rows.map((row) => (row[name] ?? null) as Json) }));
    return [fromHead(file, place, columns, !cut)];
  });
}

/** Judged as the door judges a whole file. */
function fromHead(
  file: string,
  place: string,
  columns: readonly { readonly name: string; readonly cells: readonly Json[] }[],
  whole: boolean,
): KnownTable {
  const tallies = columns.map(({ name, cells }) => {
    const tally = new ColumnTally(name);
    for (const cell of cells) tally.add(cell);
    return tally;
  });
  const rows = columns[0]?.cells.length ?? 0;
  const known = fromProfile(file, { place, rows, whole, columns: columnProfiles(tallies) });
  const cellsOf = new Map(columns.map(({ name, cells }) => [name, plainCells(cells)]));
  return {
    ...known,
    columns: known.columns.map((column) =>
      column.nested === true ? column : { ...column, cells: cellsOf.get(column.name) ?? [] },
    ),
  };
}

const plainCells = (cells: readonly Json[]): string[] =>
  [...new Set(cells.map((cell) => String(cell ?? '').trim()))]
    .filter((cell) => cell !== '')
    .slice(0, MOST_CELLS);
