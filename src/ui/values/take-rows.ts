/** Rows taken along, as many as there are: as text for the clipboard, or as a file that a spreadsheet opens. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { type Arrangement, AS_THEY_ARE } from '../../values/arrange.ts';
import { cellText } from '../../values/table.ts';
import { tableText } from '../run/table-text.ts';
import type { ValueDoor } from '../verbs.ts';
import { inParts, type RowSource } from './row-source.ts';

/** One column of a list that holds no rows. */
const ONE = 'value';

/** @returns the file's name @throws what `isStill` throws, once all rows have been read and before there is a file */
export async function saveRows(
  door: ValueDoor,
  source: RowSource,
  name: string,
  as: 'csv' | 'xlsx',
  by: Arrangement = AS_THEY_ARE,
  count: number = source.opened.count,
  isStill: () => void = () => undefined,
): Promise<string> {
  const { columns, isNamed } = source.opened;
  const names = isNamed ? columns.map((column) => column.name) : [ONE];
  const rows = async function* (): AsyncGenerator<readonly JsonObject[]> {
    for await (const part of inParts(source, by, count))
      yield part.map((item) => (isNamed && isObject(item) ? (item as JsonObject) : { [ONE]: item }));
    isStill();
  };
  return door.saveRows(name, as, names, rows());
}

export const textOf = (cell: Json): string =>
  typeof cell === 'object' && cell !== null ? JSON.stringify(cell, null, 2) : cellText(cell);

export function rowsText({ opened: { columns, isNamed } }: RowSource, rows: readonly Json[]): string {
  const names = columns.map(({ name }) => name);
  if (!isNamed) return rows.map(textOf).join('\n');
  return tableText(
    names,
    rows.map((row) => (isObject(row) ? (row as Record<string, Json>) : {})),
  );
}

export async function allText(
  source: RowSource,
  by: Arrangement = AS_THEY_ARE,
  count: number = source.opened.count,
): Promise<string> {
  const parts: string[] = [];
  const head = rowsText(source, []);
  for await (const rows of inParts(source, by, count)) {
    const text = rowsText(source, rows);
    // The names of the columns stand once.
    parts.push(parts.length > 0 && source.opened.isNamed ? text.slice(head.length + 1) : text);
  }
  return parts.join('\n');
}
