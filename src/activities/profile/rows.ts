/** The rows of a CSV text's beginning, and whether a text without a name that says so is a table. Knows no file. */

import Papa from 'papaparse';
import { csvShape } from '../csv-shape.ts';

/** A column's name is a few words; a longer first cell is a text that has no rows. */
export const LONGEST_NAME = 2000;
/** More cells than these are not held at once to be looked at. */
const MOST_ROWS = 200_000;

/** @param whole false for the beginning of a longer text, whose last row may be cut */
export function csvRows(
  text: string,
  delimiter: string,
  whole: boolean,
): { readonly rows: string[][]; readonly fault?: string } {
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter,
    preview: MOST_ROWS,
    skipEmptyLines: 'greedy',
  });
  const rows = whole || data.length < 2 ? data : data.slice(0, -1);
  const broken = errors.find(({ type, row = 0 }) => type === 'Quotes' && (whole || row < rows.length));
  if (broken === undefined) return { rows };
  const where = broken.row === undefined ? '' : ` in row ${broken.row + 1}`;
  return {
    rows,
    fault: `a quotation mark${where} is never closed, or stands where none may. Double it ("") inside a quoted cell.`,
  };
}

/** Three rows at least, all with as many short cells: prose has commas too, but not as regularly. */
export function looksLikeTable(text: string): boolean {
  const { text: table, delimiter } = csvShape(text.slice(0, 20_000));
  const { rows, fault } = csvRows(table, delimiter, text.length <= 20_000);
  const [first] = rows;
  if (fault !== undefined || first === undefined || rows.length < 3 || first.length < 2) return false;
  const regular = rows.filter((row) => row.length === first.length).length;
  return regular === rows.length && first.every((cell) => cell.length <= 60 && !/[.!?]$/.test(cell.trim()));
}
