/** Column names out of a dropped file's head. Reads at most the 2,000 characters that a request carries. */

import { jsonrepair } from 'jsonrepair';
import Papa from 'papaparse';
import { isObject } from '../../lib/json.ts';
import type { InputFile } from '../planner.ts';

export interface Column {
  readonly name: string;
  readonly numeric: boolean;
}

const HEAD_LIMIT = 2_000;

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
  const { data } = Papa.parse<string[]>(head, { preview: 20, skipEmptyLines: true });
  const [names, ...lines] = data;
  // The last line of a head that was cut may hold half a number.
  const whole = head.length >= HEAD_LIMIT ? lines.slice(0, -1) : lines;
  return (names ?? []).flatMap((name, at) =>
    name.trim() === '' ? [] : [{ name, numeric: areNumbers(whole.map((line) => line[at] ?? '')) }],
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
  const rows = (Array.isArray(list) ? list : [data]).filter(isObject).slice(0, 20);
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].map((name) => ({ name, numeric: areNumbers(rows.map((row) => row[name] ?? '')) }));
}

function areNumbers(cells: readonly unknown[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => cell !== null && Number.isFinite(Number(cell)));
}
