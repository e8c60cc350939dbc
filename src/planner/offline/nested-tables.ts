/** Lists in a JSON file with what stands around them: fields of objects in a row, and of the row that a list is in. Knows no goal and no call. */

import type { KnownColumn, KnownTable } from './known-tables.ts';

/** Where a column's cells are to be found, seen from the row: in an object of it, or in the row that its list is in. */
export interface Inside {
  readonly path: readonly string[];
  readonly isOfParent?: true;
  /** It tells the rows that the lists are in from each other. */
  readonly isKey?: true;
}

/** The tables, each with the columns of the row that its list is in. @param words of the file's name */
export function withParents(tables: readonly KnownTable[], words: readonly string[]): readonly KnownTable[] {
  return tables.map((table) => {
    const parent = parentOf(table, tables);
    if (parent === undefined) return table;
    const called = parent.place.split('.').at(-1) || (words.at(-1) ?? 'parent');
    const own = new Set(table.columns.map(({ name }) => name.toLowerCase()));
    const lent = parent.columns
      .filter(({ nested }) => nested !== true)
      .map((column): KnownColumn => {
        const isTaken = own.has(column.name.toLowerCase());
        const first = singular(called);
        return {
          ...column,
          name: isTaken ? `${first} ${column.name}` : column.name,
          // "order id" of the id that stands in the order.
          words: isTaken ? [first.toLowerCase(), ...column.words] : column.words,
          unique: false,
          isLookedUp: true,
          inside: {
            path: column.inside?.path ?? [column.name],
            isOfParent: true,
            ...(column.unique ? { isKey: true } : {}),
          },
        };
      })
      .filter(({ name }) => !own.has(name.toLowerCase()));
    return { ...table, columns: [...table.columns, ...lent] };
  });
}

const singular = (word: string): string =>
  word
    .replace(/ies$/u, 'y')
    .replace(/(?<=s|x|ch|sh)es$/u, '')
    .replace(/(?<=[^s])s$/u, '');

/** Whether the one list stands in the rows of the other. */
export const isWithin = (inner: KnownTable, outer: KnownTable): boolean =>
  inner.file === outer.file &&
  inner.place !== outer.place &&
  (outer.place === '' || inner.place.startsWith(`${outer.place}.`));

const parentOf = (table: KnownTable, tables: readonly KnownTable[]): KnownTable | undefined =>
  tables.filter((one) => isWithin(table, one)).toSorted((a, b) => b.place.length - a.place.length)[0];

/** "customer.name" as a column of its own. */
export const innerName = (path: string): string => path.replaceAll('.', ' ');

/**
 * The query for a table's rows with the columns of objects and of the row around them that are wanted; undefined where its
 * rows are wanted as they are. @param wants whether a column is
 */
export function queryFor(
  table: KnownTable,
  tables: readonly KnownTable[],
  wants: (column: KnownColumn) => boolean,
): string | undefined {
  const wanted = table.columns.filter((column) => column.inside !== undefined && wants(column));
  if (wanted.length === 0) return undefined;
  const own = table.columns.filter(({ inside, reckoned }) => inside === undefined && reckoned === undefined);
  const field = ({ name, inside }: KnownColumn): string => {
    const from = inside?.isOfParent === true ? '$row.' : '';
    return `${JSON.stringify(name)}: ${from}${(inside?.path ?? [name]).map(quoted).join('.')}`;
  };
  const row = `{${[...own, ...wanted].map(field).join(', ')}}`;
  const parent = wanted.some(({ inside }) => inside?.isOfParent === true)
    ? parentOf(table, tables)
    : undefined;
  if (parent === undefined) return `[${placed(table.place)}.${row}]`;
  const within = parent.place === '' ? table.place : table.place.slice(parent.place.length + 1);
  return `[${placed(parent.place)}.($row := $; ${placed(within)}.${row})]`;
}

/** The path to a list; the file itself where it is none. */
export const placed = (place: string): string =>
  place === '' ? '$' : place.split('.').map(quoted).join('.');

const quoted = (name: string): string => `\`${name.replaceAll('`', '')}\``;

/** Whether a list stands in every row of a list that is the whole file. */
export const isInRows = ({ place }: KnownTable, tables: readonly KnownTable[]): boolean =>
  place !== '' && tables.some((one) => one.place === '');
