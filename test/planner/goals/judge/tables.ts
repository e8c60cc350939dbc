/** Tables that stand in a delivered value – lists of rows, Markdown, CSV, charts – and whether one is the truth's. */

import { isObject, type Json } from '../../../../src/lib/json.ts';
import type { Cell } from '../truths.ts';
import { sameCell } from './cells.ts';

/** Columns by whatever name. */
export type Table = readonly Readonly<Record<string, Json>>[];

export interface Chart {
  readonly mark: string;
  readonly rows: readonly (readonly [Json, Json])[];
}

/** Every table a value may be read as. Deep ones too where `deep`. */
export function tablesIn(value: Json, deep = true): Table[] {
  if (typeof value === 'string') return tablesInText(value);
  if (Array.isArray(value)) {
    const rows = value as readonly Json[];
    const own: Table[] = rows.every(isObject)
      ? [rows as Table]
      : rows.every((one) => typeof one !== 'object' || one === null)
        ? [rows.map((one) => ({ value: one }))]
        : [];
    const listed = rows.every((one) => Array.isArray(one))
      ? [rows.map((one) => Object.fromEntries((one as Json[]).map((cell, at) => [String(at), cell])))]
      : [];
    const nested =
      deep && rows.length <= 20 ? rows.flatMap((one) => (holdsMore(one) ? tablesIn(one) : [])) : [];
    return [...own, ...listed, ...nested, ...(own[0] ? [flat(own[0])] : [])];
  }
  if (!isObject(value)) return [];
  if (value.kind === 'chart' && Array.isArray(value.data)) return tablesIn(value.data, false);
  const entries = Object.entries(value);
  const pairs = entries.every(([, one]) => typeof one !== 'object' || one === null)
    ? [entries.map(([key, one]) => ({ key, value: one as Json }))]
    : [];
  return [...pairs, ...(deep ? entries.flatMap(([, one]) => tablesIn(one as Json)) : [])];
}

const holdsMore = (one: Json): boolean =>
  Array.isArray(one) || typeof one === 'string' || (isObject(one) && Object.values(one).some(Array.isArray));

/** Cells of nested objects beside the others: `item.name` counts as a column. */
const flat = (rows: Table): Table =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, cell]) =>
        isObject(cell)
          ? Object.entries(cell).map(([key, one]) => [`${name}.${key}`, one as Json])
          : [[name, cell]],
      ),
    ),
  );

function tablesInText(text: string): Table[] {
  const tables: Table[] = markdownTables(text);
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) {
    try {
      tables.push(...tablesIn(JSON.parse(trimmed) as Json));
    } catch {
      // It is no JSON, whatever it begins with.
    }
  }
  for (const separator of [',', ';', '\t']) {
    const rows = separated(trimmed, separator);
    if (rows) tables.push(rows);
  }
  const lines = trimmed.split('\n').map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, '').trim());
  if (!trimmed.includes('|')) {
    tables.push(lines.filter((line) => line !== '').map((line) => ({ line })));
    tables.push(lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => ({ line })));
  }
  return tables;
}

function separated(text: string, separator: string): Table | null {
  const lines = text.split('\n').map((line) => cells(line, separator));
  const header = lines[0] ?? [];
  if (header.length < 1 || lines.some((line) => line.length !== header.length)) return null;
  return lines.slice(1).map((line) => Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])));
}

function cells(line: string, separator: string): string[] {
  const found: string[] = [];
  let cell = '';
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) {
      found.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...found, cell];
}

function markdownTables(text: string): Table[] {
  const tables: Table[] = [];
  let rows: string[][] = [];
  const end = (): void => {
    const [header, , ...body] = rows;
    if (header && rows.length >= 2)
      tables.push(
        body.map((row) => Object.fromEntries(header.map((name, at) => [`${at} ${name}`, row[at] ?? '']))),
      );
    rows = [];
  };
  for (const line of text.split('\n')) {
    if (/^\s*\|.*\|\s*$/.test(line)) {
      const inside = line.trim().slice(1, -1);
      rows.push(inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(/\\(.)/g, '$1')));
    } else end();
  }
  end();
  return tables;
}

/** Every chart in a value, those of reports too. */
export function chartsIn(value: Json): Chart[] {
  if (typeof value === 'string') {
    return [...value.matchAll(/```chart\n([\s\S]*?)```/g)].flatMap(([, block = '']) => {
      try {
        return chartsIn(JSON.parse(block) as Json);
      } catch {
        return [];
      }
    });
  }
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((one) => chartsIn(one as Json));
  if (!isObject(value)) return [];
  if (value.kind !== 'chart') return Object.values(value).flatMap((one) => chartsIn(one as Json));
  const { mark, x, y, data } = value;
  const rows = (Array.isArray(data) ? data : []).map((row): [Json, Json] =>
    isObject(row) ? [row[String(x)] as Json, row[String(y)] as Json] : [null, null],
  );
  return [{ mark: String(mark), rows }];
}

const isOneYear = (rows: readonly (readonly Cell[])[]): boolean => {
  const years = new Set<string>();
  for (const cell of rows.flat())
    if (typeof cell === 'object' && cell !== null) {
      if ('month' in cell) years.add(cell.month.slice(0, 4));
      if ('quarter' in cell) years.add(cell.quarter.slice(0, 4));
    }
  return years.size === 1;
};

interface Wanted {
  readonly rows: readonly (readonly Cell[])[];
  readonly ordered?: boolean;
  readonly only?: boolean;
}

/** Whether the table has these rows, no more and no fewer, its columns being found by what is in them. */
export function isTable(wanted: Wanted, table: Table): boolean {
  const { rows } = wanted;
  if (rows.length !== table.length) return false;
  if (rows.length === 0) return true;
  const names = [...new Set(table.flatMap((row) => Object.keys(row)))];
  const width = rows[0]?.length ?? 0;
  if (wanted.only && names.length !== width) return false;
  const oneYear = isOneYear(rows);
  const columns = Array.from({ length: width }, (_, at) =>
    names.filter((name) =>
      rows.every((row) => table.some((one) => sameCell(row[at] ?? null, one[name], oneYear))),
    ),
  );
  const tryFrom = (chosen: readonly string[]): boolean => {
    if (chosen.length === width) return sameRows(wanted, table, chosen, oneYear);
    return (columns[chosen.length] ?? []).some(
      (name) => !chosen.includes(name) && tryFrom([...chosen, name]),
    );
  };
  return tryFrom([]);
}

function sameRows(wanted: Wanted, table: Table, names: readonly string[], oneYear: boolean): boolean {
  const { rows } = wanted;
  const same = (row: readonly Cell[], one: Table[number] | undefined): boolean =>
    names.every((name, at) => sameCell(row[at] ?? null, one?.[name], oneYear));
  if (rows.every((row, at) => same(row, table[at]))) return true;
  const left = [...table];
  for (const row of rows) {
    const at = left.findIndex((one) => same(row, one));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  if (!wanted.ordered) return true;
  // Equals may stand either way round: what counts is the column that is in order.
  return names.some((name, at) => {
    const column = rows.map((row) => row[at] ?? null);
    return inOrder(column) && column.every((cell, line) => sameCell(cell, table[line]?.[name], oneYear));
  });
}

const inOrder = (column: readonly Cell[]): boolean => {
  const pairs = column.slice(1).map((cell, at) => [column[at], cell] as const);
  const bare = column.every((cell) => typeof cell === 'number' || typeof cell === 'string');
  if (!bare || new Set(column).size < 2) return false;
  return (
    pairs.every(([a, b]) => (a as number) <= (b as number)) ||
    pairs.every(([a, b]) => (a as number) >= (b as number))
  );
};
