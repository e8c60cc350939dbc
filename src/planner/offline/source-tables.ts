/** Tables of the files, as a goal's mentions speak of them: which is named, which holds what is said. Knows no wish. */

import { haveSameColumns, type KnownColumn, type KnownFile, type KnownTable } from './known-tables.ts';
import type { Mention } from './mention.ts';
import type { TableRef } from './request.ts';
import { sameWord } from './same-word.ts';

export const tableOf = ({ file, table }: TableRef): KnownTable | undefined => file.tables[table];
export const columnsOf = (ref: TableRef): readonly KnownColumn[] => tableOf(ref)?.columns ?? [];
export const tablesIn = (files: readonly KnownFile[]): TableRef[] =>
  files.flatMap((file) => file.tables.map((_, table) => ({ file, table })));

/** Tables whose file the mentions name, in their order. */
export function namedTables(mentions: readonly Mention[], tables: readonly TableRef[]): TableRef[] {
  const found: TableRef[] = [];
  for (const mention of mentions) {
    for (const file of mention.files) {
      if (mention.files.length > 1 && mention.text.toLowerCase() !== file.name.toLowerCase()) continue;
      for (const ref of tables) if (ref.file === file && !found.includes(ref)) found.push(ref);
    }
    for (const ref of tables) {
      const { place } = tableOf(ref) ?? { place: '' };
      if (place !== '' && sameWord(mention.text.toLowerCase(), place.toLowerCase()) && !found.includes(ref))
        found.push(ref);
    }
  }
  return found;
}

/** How much of what is said a table's columns and cells are. */
function holds(mentions: readonly Mention[], ref: TableRef): number {
  return mentions.reduce((sum, { columns, cells }) => {
    const best = columns
      .filter((one) => one.file === ref.file && one.table === ref.table)
      // What stands in the row around it is rather spoken of as that row's own.
      .reduce((most, { fit, column }) => Math.max(most, column.isLookedUp === true ? fit - 0.05 : fit), 0);
    const held = cells.filter(({ of }) => of.file === ref.file && of.table === ref.table);
    const cell = held.length === 0 ? 0 : held.some(({ of }) => of.column.isLookedUp !== true) ? 0.9 : 0.85;
    return sum + Math.max(best, cell);
  }, 0);
}

export function best(
  mentions: readonly Mention[],
  tables: readonly TableRef[],
  named: readonly TableRef[],
): TableRef | undefined {
  const rate = (ref: TableRef) =>
    holds(mentions, ref) +
    (named.includes(ref) ? 1.2 : 0) -
    (named.includes(ref) ? 0.1 * named.indexOf(ref) : 0);
  return tables.toSorted((a, b) => rate(b) - rate(a))[0];
}

export const sameColumns = (a: TableRef, b: TableRef): boolean => haveSameColumns(columnsOf(a), columnsOf(b));

/** The tables of several files that have the columns of another one. */
export function alikeIn(files: readonly KnownFile[]): readonly TableRef[] {
  const tables = tablesIn(files);
  return tables.filter((ref) => tables.some((other) => other.file !== ref.file && sameColumns(ref, other)));
}

/** Two tables of the same columns that the mentions name, or the only two there are. */
export function alikeTables(
  mentions: readonly Mention[],
  files: readonly KnownFile[],
): [TableRef, TableRef] | undefined {
  const tables = tablesIn(files);
  const named = namedTables(mentions, tables);
  const [first, second] = named.length >= 2 ? named : tables.length === 2 ? tables : [];
  return first !== undefined && second !== undefined && sameColumns(first, second)
    ? [first, second]
    : undefined;
}

/** What a list of rows may be called. */
export const LIST =
  /^(?:lists?|tables?|files?|sheets?|data|listen?|tabellen?|datei|liste|fichier|lista|archivo)$/iu;
