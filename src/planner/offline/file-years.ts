/** A year that a file is called by and that is said of it: "the 2025 list", "new members in 2026". Knows no wish. */

import { haveSameColumns, type KnownFile } from './known-tables.ts';
import type { Period } from './periods.ts';
import { sameWord } from './same-word.ts';

/** What stands behind a year that is a file's, whatever days are in it. */
const LIST =
  /^\s*(?:list|file|table|sheet|data|export|one|book|liste|datei|tabelle|fichier|lista|archivo)\b/iu;
/** The year is no file's where something is before or since it. */
const BOUND =
  /^(?:before|after|since|until|till|from|by|vor|nach|seit|bis|ab|avant|apr[eè]s|depuis|jusqu|antes|despu[eé]s|desde|hasta|prima|dopo|dal?)$/iu;
const WITHIN = /^(?:in|im|during|en|nel|within|jahr|year|the|of|von|de|del|l)$/iu;

/** The file that a whole year means: where the files tell years apart, or the one date it could be about is anybody's guess. */
export function fileOfYear(
  { from, to, start, end }: Period,
  text: string,
  files: readonly KnownFile[],
): KnownFile | undefined {
  const year = from.slice(0, 4);
  if (from !== `${year}-01-01` || to !== `${year}-12-31`) return undefined;
  const own = files.filter((file) => file.words.includes(year));
  const [file] = own;
  if (file === undefined || own.length > 1) return undefined;
  const words =
    text
      .slice(0, start)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const before = words.findLast((word) => !WITHIN.test(word)) ?? '';
  const dates = file.tables.flatMap(({ columns }) => columns.filter(({ kind }) => kind === 'date'));
  // "joined in 2026", "before 2026": of the days in it.
  if (BOUND.test(before) || dates.some((column) => column.words.some((word) => sameWord(word, before))))
    return undefined;
  if (LIST.test(text.slice(end))) return file;
  const isTold = files.some((other) => other !== file && areOfYears(file, other));
  return isTold || dates.length > 1 ? file : undefined;
}

/** Rows of one kind, in files that are called alike but for the year. */
function areOfYears(one: KnownFile, other: KnownFile): boolean {
  const called = ({ words }: KnownFile) => words.filter((word) => !YEAR.test(word)).join(' ');
  const [a, b] = [one.tables[0], other.tables[0]];
  return (
    other.words.some((word) => YEAR.test(word)) &&
    called(one) === called(other) &&
    a !== undefined &&
    b !== undefined &&
    haveSameColumns(a.columns, b.columns)
  );
}

const YEAR = /^(?:19|20)\d\d$/u;
