/** What is known of the dropped files before anything is read: tables, columns, their types and cells. Reads heads where no profile came. */

import { jsonrepair } from 'jsonrepair';
import Papa from 'papaparse';
import { isObject } from '../../lib/json.ts';
import type { FileKind, TableProfile } from '../../tools/file-profile.ts';
import type { InputFile } from '../planner.ts';
import { withAmount } from './amounts.ts';
import { fold } from './lexicon/forms.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { type Unit, unitNamed } from './lexicon/units.ts';
import { kindOfNumbers } from './number-columns.ts';
import { inputPath } from './reference.ts';
import { sameWord } from './same-word.ts';

type ColumnKind = 'number' | 'date' | 'text' | 'boolean';

export interface KnownColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Cells that were seen, each once. */
  readonly cells: readonly string[];
  /** No cell stood twice among the rows seen. */
  readonly unique: boolean;
  readonly blanks: boolean;
  readonly words: readonly string[];
  /** Its cells hold lists: what stands in them can be told apart only once each element has a row. */
  readonly nested?: true;
  /** It came of a table that was looked up: its cells stand again in many rows. */
  readonly isLookedUp?: true;
  /** It is in no file: the product of these two columns, a price and how many. */
  readonly product?: readonly [price: string, quantity: string];
  /** Its whole numbers go up by one from row to row: what rows are called by, once or on several lines. */
  readonly isSerial?: true;
  /** Of dates, and of numbers that are years: the first and the last day seen, ISO. */
  readonly from?: string;
  readonly to?: string;
}

export interface KnownTable {
  readonly file: string;
  /** Sheet, or path of a list inside a JSON file; empty for the file itself. */
  readonly place: string;
  readonly columns: readonly KnownColumn[];
  readonly whole: boolean;
}

export interface KnownFile {
  readonly name: string;
  readonly kind: 'table' | 'text' | 'other';
  /** By what it holds where that is known, else by its name. */
  readonly ending: string;
  readonly tables: readonly KnownTable[];
  /** Words of its name without the ending. */
  readonly words: readonly string[];
}

const MOST_ROWS = 400;
const HEAD_LIMIT = 2_000;
const MOST_CELLS = 60;

export const endingOf = (name: string): string =>
  /\.([\p{L}\p{N}]{1,8})$/u.exec(name)?.[1]?.toLowerCase() ?? '';

const TEXTS = new Set(['md', 'txt', 'log', 'html', 'htm', 'markdown', 'text', 'pdf', 'eml']);

/** A workbook is one whatever it is called, and a text with commas called .xlsx is none. */
const ENDINGS_BY_KIND: Readonly<Partial<Record<FileKind, string>>> = {
  csv: 'csv',
  json: 'json',
  xlsx: 'xlsx',
  pdf: 'pdf',
  html: 'html',
};

export function knownFile(file: InputFile): KnownFile {
  const ending = ENDINGS_BY_KIND[file.profile?.kind ?? 'unknown'] ?? endingOf(file.name);
  const words = wordsIn(file.name.replace(/\.[^.]*$/u, ''));
  const tables = tablesOf(file, ending).map((table) => ({
    ...table,
    columns: withAmount(withExtremes(table.columns)),
  }));
  const kind =
    tables.length > 0 ? 'table' : TEXTS.has(ending) || file.profile?.text !== undefined ? 'text' : 'other';
  return { name: file.name, kind, ending, tables, words };
}

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
  const columns = plain.map((column): KnownColumn => {
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
    const kind = type === 'number' || type === 'date' || type === 'boolean' ? type : 'text';
    const days = kind === 'date' ? [column.least, column.greatest].map((day) => isoOf(day ?? '')) : [];
    return {
      name: column.name,
      kind,
      cells: kind === 'text' || kind === 'boolean' ? (column.values ?? column.examples) : column.examples,
      unique: column.distinct >= column.filled,
      blanks: column.filled < table.rows,
      words: wordsIn(column.name),
      ...(days[0] === undefined || days[1] === undefined ? {} : { from: days[0], to: days[1] }),
      ...(kind === 'number'
        ? kindOfNumbers({
            cells: column.examples,
            least: column.least ?? '',
            greatest: column.greatest ?? '',
            distinct: column.distinct,
            filled: column.filled,
          })
        : {}),
    };
  });
  return { file, place: table.place, columns, whole: table.whole };
}

function fromCsv(file: string, head: string): KnownTable[] {
  const { data } = Papa.parse<string[]>(head, { preview: MOST_ROWS, skipEmptyLines: true });
  const [names = [], ...lines] = data;
  const cut = head.length >= HEAD_LIMIT;
  // The last line of a head that was cut may hold half a number.
  const rows = cut ? lines.slice(0, -1) : lines;
  const columns = names.flatMap((name, at) =>
    name.trim() === ''
      ? []
      : [
          columnOf(
            name,
            rows.map((row) => row[at] ?? ''),
          ),
        ],
  );
  return columns.length === 0 ? [] : [{ file, place: '', columns, whole: !cut }];
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
    const columns = names.map((name) =>
      columnOf(
        name,
        rows.map((row) => asCell(row[name])),
      ),
    );
    return [{ file, place, columns, whole: !cut }];
  });
}

const asCell = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

const NUMBER = /^[-+]?[$€£]?\s?(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]\d+)?\s?(?:€|%|[A-Z]{3}|kg|km)?$/u;

/** A column by its cells as they are written. */
export function columnOf(name: string, cells: readonly string[]): KnownColumn {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const distinct = [...new Set(filled)];
  const days = filled.map(isoOf);
  const all = (test: (cell: string, at: number) => boolean) => filled.length > 0 && filled.every(test);
  const kind: ColumnKind = all((_, at) => days[at] !== undefined)
    ? 'date'
    : all((cell) => NUMBER.test(cell))
      ? 'number'
      : all((cell) => /^(?:true|false|yes|no|ja|nein)$/iu.test(cell))
        ? 'boolean'
        : 'text';
  const sorted = kind === 'date' ? days.filter((day): day is string => day !== undefined).toSorted() : [];
  const [from, to] = [sorted[0], sorted.at(-1)];
  const order = kind === 'number' ? distinct.toSorted((a, b) => Number(a) - Number(b)) : [];
  return {
    name,
    kind,
    cells: distinct.slice(0, MOST_CELLS),
    unique: distinct.length === filled.length,
    blanks: filled.length < cells.length,
    words: wordsIn(name),
    ...(from === undefined || to === undefined ? {} : { from, to }),
    ...(kind === 'number'
      ? kindOfNumbers({
          cells: distinct,
          least: order[0] ?? '',
          greatest: order.at(-1) ?? '',
          distinct: distinct.length,
          filled: filled.length,
        })
      : {}),
  };
}

/** The day a cell names, ISO; day before month where a dot stands between or the first is beyond twelve. */
function isoOf(cell: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ].*)?$/u.exec(cell);
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3] ?? '01'}`;
  const other = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:\s.*)?$/u.exec(cell);
  if (!other) return undefined;
  const [, first = '', mark, second = '', year = ''] = other;
  const dayFirst = mark === '.' || Number(first) > 12 || Number(second) <= 12;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  if (Number(month) > 12 || Number(day) > 31) return undefined;
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** "orderDate", "order_date" and "Order date" are two words. */
export const wordsIn = (name: string): string[] =>
  wordsOfCell(name.replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2'));

/** The words of a cell as they are typed: "GmbH" is one. */
export const wordsOfCell = (cell: string): string[] => fold(cell).match(/[\p{L}]+|\p{N}+/gu) ?? [];

const IDENTIFIES = /^(?:id|key|code|nr|no|zip|plz|year|jahr|phone|number|nummer|sku|index|no|ref|bib)$/u;

/** "order_id", "zip": numbers that nobody adds up. */
export const isIdentifier = (column: KnownColumn): boolean =>
  IDENTIFIES.test(column.words.at(-1) ?? '') || column.isSerial === true || areYears(column);

/** "Jahrgang", "season": numbers that are years. */
export const areYears = ({ kind, from, words }: KnownColumn): boolean =>
  kind === 'number' && (from !== undefined || YEAR.test(words.at(-1) ?? ''));

const YEAR = /^(?:year|jahr|jahrgang|annee|ano|anno)$/u;

/** How surely a column is what is meant where nobody says which: 2 an amount, 1 a price, 0 any other number. */
const measureRate = (column: KnownColumn): number => {
  const things = column.words.flatMap((word) => [...thingsOf(word)]);
  return things.includes(0) ? 2 : things.includes(1) ? 1 : 0;
};

/** The unit that a column's name ends in: minutes of "bake_minutes". */
export function unitOf({ words, kind }: KnownColumn): Unit | undefined {
  if (kind !== 'number') return undefined;
  return words.map((word) => unitNamed(word)).findLast((unit) => unit !== undefined);
}

const YES = /^(?:yes|y|true|ja|j|si|oui|vrai|wahr|vero|verdadero|x|1)$/u;
const NO = /^(?:no|n|false|nein|non|faux|falsch|falso|0)$/u;

/** What stands for yes and for no in a column that has nothing else. */
export function yesNoOf({ cells, kind }: KnownColumn): { yes?: string; no?: string } | undefined {
  if (kind === 'date' || cells.length === 0 || cells.length > 2) return undefined;
  const yes = cells.find((cell) => YES.test(fold(cell)));
  const no = cells.find((cell) => NO.test(fold(cell)));
  if ((yes === undefined ? 0 : 1) + (no === undefined ? 0 : 1) < cells.length) return undefined;
  if (kind === 'number' && cells.length < 2) return undefined;
  return { ...(yes === undefined ? {} : { yes }), ...(no === undefined ? {} : { no }) };
}

/** Columns that are measured, those called an amount first. */
export const measuresOf = (columns: readonly KnownColumn[]): KnownColumn[] =>
  columns
    .filter((column) => column.kind === 'number' && !isIdentifier(column))
    .toSorted((a, b) => measureRate(b) - measureRate(a));

const counts = ({ kind, words }: KnownColumn): boolean =>
  kind === 'number' && words.some((word) => thingsOf(word).has(QUANTITY));

/** Columns of who did something: customers, nurses, drivers. */
export const isPerson = ({ words }: KnownColumn): boolean =>
  words.some((word) => [...thingsOf(word)].some((thing) => PEOPLE.has(thing)));

/** Temperatures, ages, prices, marks: nobody adds them up where nothing says so. */
export const isIntensive = ({ words }: KnownColumn): boolean =>
  words.some((word) => [...thingsOf(word)].some((thing) => INTENSIVE.has(thing)));

/** What is averaged where nobody says which: the one column that nobody would add up, else the one that is measured. */
export function onlyAveraged(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const [first, ...others] = measuresOf(columns).filter(isIntensive);
  return first !== undefined && others.length === 0 ? first : onlyMeasure(columns);
}

/** The one column that is measured; `asked` where several may be, and only the person can say which. */
export function onlyMeasure(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const [first, second] = measuresOf(columns);
  // Prices beside how many were bought are no amounts.
  const isPerPiece = first !== undefined && measureRate(first) === 1 && columns.some(counts);
  if (first === undefined || second === undefined) return first;
  if (measureRate(first) > measureRate(second) && !isPerPiece) return first;
  // Of repairs beside the houses they were made in it is what the repairs came to.
  const [own, other] = measuresOf(columns).filter(
    (one) => measureRate(one) === measureRate(first) && one.isLookedUp !== true,
  );
  if (own !== undefined && other === undefined && !isPerPiece && measureRate(first) > 0) return own;
  return asked('figure');
}

/** The column that a period is about, where none is named: the only one, or the only one that is called a date; of several none. */
export function onlyDate(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const dates = columns.filter(({ kind }) => kind === 'date');
  if (dates.length < 2) return dates[0];
  const called = dates.filter(({ words }) =>
    words.some((word) => sameWord(word, 'date') || thingsOf(word).has(DAY)),
  );
  return called.length === 1 ? called[0] : undefined;
}

/** The date that every row has before one with gaps, and when something was before when it is due or ends. */
export const datesByLikeliness = (columns: readonly KnownColumn[]): KnownColumn[] => {
  const rate = ({ blanks, words }: KnownColumn) =>
    (blanks ? 2 : 0) + (words.some((word) => ENDS.test(word) || thingsOf(word).has(DUE)) ? 1 : 0);
  return columns.filter(({ kind }) => kind === 'date').toSorted((a, b) => rate(a) - rate(b));
};
const [DUE = -1] = thingsOf('deadline');
const ENDS =
  /^(?:end|ends|ended|until|till|expir\w*|valid|return\w*|closed|resolved|bis|ende|ablauf|gultig|fin|hasta|fine|birth\w*|born|geburt\w*)$/u;

const [DAY = -1] = thingsOf('date');
const [QUANTITY = -1] = thingsOf('quantity');
const PEOPLE = new Set(
  'customer employee salesperson student member author runner participant player patient doctor driver donor nurse assignee owner manager waiter cashier teacher tenant person'
    .split(' ')
    .flatMap((noun) => [...thingsOf(noun)]),
);
const INTENSIVE = new Set(
  ['temperature', 'humidity', 'age', 'rating', 'score', 'height', 'speed'].flatMap((noun) => [
    ...thingsOf(noun),
  ]),
);

/** A column that the person names before the run. */
const asked = (what: 'figure'): KnownColumn => ({
  name: inputPath(what),
  kind: 'number',
  cells: [],
  unique: false,
  blanks: false,
  words: [],
});
