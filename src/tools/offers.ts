/**
 * Goals that fit a dropped file, as sentences a person could have typed: what its columns' types allow, the plainest first.
 * Knows no planner; a sentence names columns and files as they are written.
 */

import { IDENTIFIES, kindOfNumbers } from './called-by.ts';
import type { ColumnProfile, FileProfile, TableProfile } from './file-profile.ts';

const MOST = 4;
/** More groups than these make no chart and no table that one reads. */
const MOST_GROUPS = 40;

/** @returns none for a file that can't be used */
export function offersOf({ name, kind, tables, text, fault }: FileProfile): string[] {
  if (fault !== undefined) return [];
  const offers = tables.map((table) => (table.rows > 0 ? tableOffers(name, table) : []));
  // Of the lists of a JSON file the one that most can be asked of.
  const [best] = offers.toSorted((a, b) => b.length - a.length);
  if (best !== undefined && best.length > 0) return best.slice(0, MOST);
  if (text === undefined || text.words === 0) return [];
  return [
    ...(text.words > 80 ? [`Summarize ${name}`] : []),
    `Count the words in ${name}`,
    ...(text.words > 40 ? [`Find the keywords of ${name}`] : []),
    ...(kind === 'markdown' ? [] : [`Extract all dates from ${name}`]),
  ].slice(0, MOST);
}

/** Of several files the plainest of each in turn; first of all what two come to together, where that comes to anything. */
export function offersOfAll(files: readonly FileProfile[]): string[] {
  const each = files.map(offersOf);
  const longest = Math.max(0, ...each.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => each.flatMap((one) => one[at] ?? [])).flat();
  const [first, second, ...others] = files.filter(isTable);
  // Which columns are the key is for the planner to find: where it has to ask, nothing is offered.
  return first === undefined || second === undefined || others.length > 0
    ? inTurn
    : [`Put ${first.name} and ${second.name} together`, ...inTurn];
}

const isTable = ({ fault, tables }: FileProfile): boolean =>
  fault === undefined && tables.some(({ rows }) => rows > 0);

function tableOffers(name: string, { columns, rows, repeats = 0 }: TableProfile): string[] {
  const measure = columns.find(isMeasure);
  const group = columns.find((column) => isGroup(column, rows));
  const day = columns.find(({ type }) => type === 'date');
  const offers: string[] = [];
  const single = `Remove duplicate rows from ${name}`;
  // Every sum would count them twice.
  if (repeats > 0) offers.push(single);
  if (measure && group) {
    offers.push(`Sum ${measure.name} by ${group.name} in ${name} and draw a bar chart`);
    offers.push(`Show the 10 rows with the highest ${measure.name} in ${name}`);
  } else if (measure) {
    offers.push(`Show the 10 rows with the highest ${measure.name} in ${name}`);
    offers.push(`Average of ${measure.name} in ${name}`);
  } else if (group) {
    offers.push(`Count the rows of ${name} by ${group.name}`);
  }
  if (measure && day) offers.push(`Sum ${measure.name} per month of ${day.name} in ${name}`);
  const [value] = group?.values ?? [];
  if (group && value !== undefined) offers.push(`Keep the rows of ${name} where ${group.name} is ${value}`);
  if (day) offers.push(`Sort ${name} by ${day.name}, newest first`);
  if (repeats === 0) offers.push(single);
  return offers;
}

/** Numbers that are added up: not those that number the rows, name a year or a code. */
const isMeasure = (column: ColumnProfile): boolean =>
  column.type === 'number' &&
  !IDENTIFIES.test(lastWord(column.name)) &&
  // A sum of it is not what a planner makes of the offer: it takes another column.
  Object.keys(kindOfNumbers(column)).length === 0 &&
  (column.number?.unit !== undefined || column.distinct > 1 || column.filled === 1);

const lastWord = (name: string): string =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu)
    ?.at(-1) ?? '';

/** A text that comes again, so that a group of it has several rows. */
const isGroup = ({ type, distinct }: ColumnProfile, rows: number): boolean =>
  (type === 'text' || type === 'boolean') && distinct > 1 && distinct <= MOST_GROUPS && distinct < rows;
