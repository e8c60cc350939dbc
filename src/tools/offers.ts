/**
 * Goals that fit a dropped file, as sentences a person could have typed: what its columns' types allow, the plainest first.
 * Knows no planner; a sentence names columns and files as they are written.
 */

import type { ColumnProfile, FileProfile, TableProfile } from './file-profile.ts';

const MOST = 4;
/** More groups than these make no chart and no table that one reads. */
const MOST_GROUPS = 40;

/** @returns none for a file that can't be used */
export function offersOf({ name, kind, tables, text, fault }: FileProfile): string[] {
  if (fault !== undefined) return [];
  const table = tables.reduce<TableProfile | undefined>(
    (most, one) => (most === undefined || one.columns.length > most.columns.length ? one : most),
    undefined,
  );
  if (table !== undefined && table.rows > 0) return tableOffers(name, table).slice(0, MOST);
  if (text === undefined || text.words === 0) return [];
  return [
    ...(text.words > 80 ? [`Summarize ${name}`] : []),
    `Count the words in ${name}`,
    ...(text.words > 40 ? [`Find the keywords of ${name}`] : []),
    ...(kind === 'markdown' ? [] : [`Extract all dates from ${name}`]),
  ].slice(0, MOST);
}

function tableOffers(name: string, { columns, rows }: TableProfile): string[] {
  const measure = columns.find(isMeasure);
  const group = columns.find((column) => isGroup(column, rows));
  const day = columns.find(({ type }) => type === 'date');
  const offers: string[] = [];
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
  offers.push(`Remove duplicate rows from ${name}`);
  return offers;
}

/** Numbers that are added up: not those that number the rows, name a year or a code. */
const isMeasure = ({ name, type, distinct, filled, number }: ColumnProfile): boolean =>
  type === 'number' &&
  !/(?:^|[\s_-])(?:id|nr|no|number|nummer|code|key|zip|plz|year|jahr)$/i.test(name) &&
  !/[a-z]Id$/.test(name) &&
  (number?.unit !== undefined || distinct > 1 || filled === 1);

/** A text that comes again, so that a group of it has several rows. */
const isGroup = ({ type, distinct }: ColumnProfile, rows: number): boolean =>
  (type === 'text' || type === 'boolean') && distinct > 1 && distinct <= MOST_GROUPS && distinct < rows;
