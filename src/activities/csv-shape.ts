/**
 * How a table is built that somebody wrote as rows of cells: what parts them in a text, how many lines stand above it, and
 * whether its first row names its columns. The same at the door and at the run. Knows no file.
 */

import Papa from 'papaparse';
import { WrittenDates } from '../tools/written-dates.ts';
import { WrittenNumbers } from '../tools/written-numbers.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const LOOKED_AT = 65_536;
const MOST_ROWS = 50;

/** The first rows, cut where a line ends: half a row has too few cells. */
function firstRows(text: string, delimiter: string): string[][] {
  const head = text.length > LOOKED_AT ? text.slice(0, text.lastIndexOf('\n', LOOKED_AT) + 1) : text;
  // One line that is longer than the head: as much of it as is looked at.
  const looked = head === '' ? text.slice(0, LOOKED_AT) : head;
  return Papa.parse<string[]>(looked, { delimiter, preview: MOST_ROWS, skipEmptyLines: 'greedy' }).data;
}

/** "sep=;" in the first line, as Excel writes it for itself. */
const SAID = /^\uFEFF?sep=(.)\r?\n/i;

/**
 * What parts the cells: what the first line says of it, or that by which the most rows have as many cells as the first.
 * A comma where none does: the table has one column.
 * @returns the table's text without such a first line
 */
export function csvShape(given: string): { readonly text: string; readonly delimiter: string } {
  const said = SAID.exec(given.slice(0, 20));
  if (said?.[1] !== undefined) return { text: given.slice(said[0].length), delimiter: said[1] };
  const text = given.replace(/^\uFEFF/, '');
  let best: { delimiter: string; rate: number; cells: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const rate = rateOf(firstRows(text, delimiter));
    if (rate && (!best || rate.rate > best.rate || (rate.rate === best.rate && rate.cells > best.cells)))
      best = { delimiter, ...rate };
  }
  return { text, delimiter: best?.delimiter ?? ',' };
}

/** How well rows agree on a number of cells; the first row counts as much as all others, for it names them. */
function rateOf(rows: readonly string[][]): { rate: number; cells: number } | null {
  const times = new Map<number, number>();
  for (const { length } of rows) if (length > 1) times.set(length, (times.get(length) ?? 0) + 1);
  const [most] = [...times].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  if (most === undefined) return null;
  const [cells, agree] = most;
  return { rate: agree / rows.length + (rows[0]?.length === cells ? 1 : 0), cells };
}

/** A title, a date, whom it is from: more lines than these above a table are no heading of it. */
const MOST_ABOVE = 10;

/**
 * How many of the rows stand above the table: they end in the left half of what nearly all rows fill, as a title does. None
 * where it can't be told: a table of two columns whose second has no name begins like one.
 * @param rows without empty ones
 */
export function rowsAbove(rows: readonly (readonly string[])[]): number {
  const looked = rows.slice(0, MOST_ROWS);
  const times = new Map<number, number>();
  for (const row of looked) times.set(filledTo(row), (times.get(filledTo(row)) ?? 0) + 1);
  const [width = 0] = [...times].find(([, agree]) => agree * 2 > looked.length) ?? [];
  const isAbove = (row: readonly string[]) =>
    filledTo(row) * 2 <= width && (row.length < width || (width > 2 && (row[0] ?? '').trim() !== ''));
  let above = 0;
  while (above < MOST_ABOVE && above < looked.length && isAbove(looked[above] ?? [])) above++;
  return filledTo(looked[above] ?? []) === width ? above : 0;
}

/** The place after the last cell that holds something. */
function filledTo(row: readonly string[]): number {
  let end = row.length;
  while (end > 0 && (row[end - 1] ?? '').trim() === '') end--;
  return end;
}

/**
 * Whether the first row names the columns. It does not where it reads as the rows below it: a number or a date above
 * numbers or dates, or a text that comes again in its column. Years above figures are names.
 */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...below] = rows.slice(0, MOST_ROWS);
  if (below.length === 0) return first.every((cell) => isWord(cell) || cell.trim() === '');
  let alike = 0;
  let unlike = 0;
  for (const [at, cell] of first.entries()) {
    const cells = below.map((row) => row[at]?.trim() ?? '').filter((one) => one !== '');
    if (cells.length === 0 || cell.trim() === '') continue;
    const measured = cells.every((one) => !isWord(one));
    if (measured && isWord(cell)) unlike += 1;
    else if (measured) alike += YEAR.test(cell.trim()) && !cells.every((one) => YEAR.test(one)) ? 0 : 1;
    else if (cells.filter((one) => one === cell.trim()).length * 5 > cells.length) alike += 1;
  }
  return unlike > 0 || alike === 0;
}

const YEAR = /^(?:19|20)\d\d$/;

/** Neither a number nor a date. */
const isWord = (cell: string): boolean =>
  cell.trim() !== '' && !new WrittenNumbers().add(cell) && !new WrittenDates().add(cell);
