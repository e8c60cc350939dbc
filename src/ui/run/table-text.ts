/** A table as text that a spreadsheet takes from the clipboard, cell by cell. */

import type { Json } from '../../lib/json.ts';
import { defused } from '../../lib/spreadsheet-text.ts';

/** Every row, numbers as they are; a text that would be run as a formula gets an apostrophe before it. */
export const tableText = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Json>>[],
): string =>
  [columns, ...rows.map((row) => columns.map((name) => (Object.hasOwn(row, name) ? row[name] : null)))]
    .map((cells) => cells.map(cellText).join('\t'))
    .join('\n');

function cellText(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string')
    return typeof value === 'object' ? cellText(JSON.stringify(value)) : String(value);
  const text = defused(value);
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
