/** Column names out of a dropped file's head. Reads at most the 2,000 characters that a request carries. */

import { jsonrepair } from 'jsonrepair';
import Papa from 'papaparse';
import { isObject } from '../../lib/json.ts';
import type { InputFile } from '../planner.ts';
import { nameWords, stemOf } from './words.ts';

export interface Column {
  readonly name: string;
  readonly numeric: boolean;
  /** Every cell seen is an ISO day. */
  readonly dated?: boolean;
  /** Some value stands in several of the rows seen, so a row for each of them takes adding up. */
  readonly repeats?: boolean;
  /** Short texts among the cells seen, each once: what "late orders" can be recognised by. */
  readonly cells?: readonly string[];
}

const HEAD_LIMIT = 2_000;
const MOST_ROWS = 200;

/** Columns of a CSV, or keys of the objects in a JSON list; none for any other text, or one that does not parse. */
export function columnsOf(file: InputFile): Column[] {
  const head = file.head?.replace(/^\uFEFF/u, '') ?? '';
  const extension = extensionOf(file.name);
  if (head.trim() === '') return [];
  if (extension === 'csv' || extension === 'tsv' || file.type === 'text/csv') return csvColumns(head);
  if (extension === 'json' || file.type === 'application/json') return jsonColumns(head);
  return [];
}

export const extensionOf = (name: string): string =>
  /\.([\p{L}\p{N}]{1,8})$/u.exec(name)?.[1]?.toLowerCase() ?? '';

function csvColumns(head: string): Column[] {
  const { data } = Papa.parse<string[]>(head, { preview: MOST_ROWS, skipEmptyLines: true });
  const [names, ...lines] = data;
  // The last line of a head that was cut may hold half a number.
  const whole = head.length >= HEAD_LIMIT ? lines.slice(0, -1) : lines;
  return (names ?? []).flatMap((name, at) =>
    name.trim() === ''
      ? []
      : [
          describe(
            name,
            whole.map((line) => line[at] ?? ''),
          ),
        ],
  );
}

function jsonColumns(head: string): Column[] {
  let data: unknown;
  try {
    data = JSON.parse(jsonrepair(head));
  } catch {
    return [];
  }
  const list = Array.isArray(data)
    ? data
    : isObject(data)
      ? Object.values(data).find(Array.isArray)
      : undefined;
  const rows = (Array.isArray(list) ? list : [data]).filter(isObject).slice(0, MOST_ROWS);
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].map((name) =>
    describe(
      name,
      rows.map((row) => row[name] ?? ''),
    ),
  );
}

const LONGEST_CELL = 40;

function describe(name: string, cells: readonly unknown[]): Column {
  const filled = cells.filter((cell) => cell !== '' && cell !== null);
  const numeric = areNumbers(cells);
  const texts = numeric ? [] : filled.filter((cell): cell is string => typeof cell === 'string');
  return {
    name,
    numeric,
    dated: texts.length > 0 && texts.length === filled.length && texts.every((text) => ISO_DAY.test(text)),
    repeats: new Set(filled.map(String)).size < filled.length,
    cells: [...new Set(texts.filter((text) => text.length <= LONGEST_CELL))],
  };
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/u;

/** "order_id", "zip code": numbers that nobody adds up. */
const isIdentifier = (column: Column): boolean =>
  /^(?:id|key|code|number|nr|no|zip|year)$/u.test(nameWords(column.name).at(-1) ?? '');

function areNumbers(cells: readonly unknown[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => cell !== null && Number.isFinite(Number(cell)));
}

const MEASURES = ['total', 'amount', 'value', 'sum', 'price', 'revenue', 'sales', 'cost'].map(stemOf);

/** The one column that is measured: the only numbers, or the ones called an amount. */
export function measureOf<T extends Column>(columns: readonly T[]): T | undefined {
  const numbers = columns.filter((column) => column.numeric && !isIdentifier(column));
  if (numbers.length <= 1) return numbers[0];
  for (const stem of MEASURES) {
    const found = numbers.filter((c) => nameWords(c.name).map(stemOf).includes(stem));
    if (found.length === 1) return found[0];
  }
  return undefined;
}
