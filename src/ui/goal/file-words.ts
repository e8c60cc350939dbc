/** What was found in a dropped file, in a few words. Knows no screen. */

import type { FileKind, FileProfile } from '../../tools/file-profile.ts';

export const KINDS: Readonly<Record<FileKind, string>> = {
  csv: 'CSV',
  json: 'JSON',
  xlsx: 'Excel',
  pdf: 'PDF',
  markdown: 'Markdown',
  html: 'HTML',
  text: 'text',
  image: 'image',
  archive: 'archive',
  unknown: 'unknown',
};

const count = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

/** "CSV · 1,200 rows · 5 columns"; of several tables how many there are. Of a table with a row that adds up the others, so much: that row counts like any other. A file that was not read whole has "over" so many. */
export function fileWords({ kind, tables, text }: FileProfile): string {
  const [table] = tables;
  if (tables.length > 1)
    return `${KINDS[kind]} · ${count(tables.length, kind === 'xlsx' ? 'sheet' : 'list')}`;
  if (table !== undefined) {
    const total = table.total === undefined ? '' : ' · ends in a total';
    const rows = `${table.whole ? '' : 'over '}${count(table.rows, 'row')}`;
    return `${KINDS[kind]} · ${rows} · ${count(table.columns.length + (table.more ?? 0), 'column')}${total}`;
  }
  return text === undefined
    ? KINDS[kind]
    : `${KINDS[kind]} · ${text.whole ? '' : 'over '}${count(text.words, 'word')}`;
}
