/** What was found in a file, as facts a person reads: how it is written, its columns, what to look out for. Knows no screen. */

import type { ColumnProfile, ColumnType, FileProfile, TableProfile } from '../../tools/file-profile.ts';
import { counted, fileSize } from '../words.ts';
import { KINDS } from './file-words.ts';

interface Fact {
  readonly name: string;
  readonly value: string;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

export function factsOf({ kind, size, encoding, delimiter, header, text }: FileProfile): readonly Fact[] {
  const facts: Fact[] = [
    { name: 'Kind', value: KINDS[kind] },
    { name: 'Size', value: fileSize(size) },
  ];
  if (encoding !== undefined) facts.push({ name: 'Encoding', value: encoding });
  if (delimiter !== undefined)
    facts.push({ name: 'Cells parted by', value: DELIMITERS[delimiter] ?? `"${delimiter}"` });
  if (header !== undefined)
    facts.push({ name: 'First row', value: header ? 'Names the columns' : 'Is a row like the others' });
  if (text !== undefined) {
    const over = text.whole ? '' : 'over ';
    facts.push(
      { name: 'Words', value: over + text.words.toLocaleString('en') },
      { name: 'Paragraphs', value: over + text.paragraphs.toLocaleString('en') },
    );
  }
  return facts;
}

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Yes or no',
  list: 'List',
  object: 'Nested',
  mixed: 'Mixed',
  empty: 'Empty',
};

const ORDERS = { ymd: 'year, month, day', dmy: 'day, month, year', mdy: 'month, day, year' } as const;

/** "Number, decimal comma, in €", "Date, day, month, year". */
export function typeWords({ type, number, date }: ColumnProfile): string {
  const words = [TYPES[type]];
  if (number !== undefined) {
    if (number.decimal === ',') words.push('decimal comma');
    if (number.unit !== undefined) words.push(`in ${number.unit}`);
  }
  if (date) words.push(ORDERS[date]);
  return words.join(', ');
}

/** "12 rows, 3 columns": of a table that was not read whole, "over" so many rows. */
export const extentWords = ({ rows, whole, columns, more }: TableProfile): string =>
  `${whole ? '' : 'over '}${counted(rows, 'row')}, ${counted(columns.length + (more ?? 0), 'column')}`;

/** What may go wrong with a table, a sentence each; none where nothing stands out. */
export function concernsOf({ columns, rows, whole, more, above, total }: TableProfile): readonly string[] {
  const named = (such: (column: ColumnProfile) => boolean): string =>
    columns
      .filter(such)
      .map(({ name }) => `"${name}"`)
      .join(', ');
  const say = (names: string, sentence: (names: string) => string) => (names === '' ? [] : [sentence(names)]);
  return [
    ...(above === undefined
      ? []
      : [`${counted(above, 'line')} above the table ${above === 1 ? 'is' : 'are'} left out.`]),
    ...(total === undefined
      ? []
      : [
          `The last row is called "${total}": it counts like any other row, in totals too, unless you drop it.`,
        ]),
    ...say(
      named(({ type, date }) => type === 'date' && date === null),
      (names) => `Nothing tells day from month in ${names}: say which comes first where a date is read.`,
    ),
    ...say(
      named(({ type }) => type === 'mixed'),
      (names) => `Cells of several types in ${names}: a total or an order of it may fail.`,
    ),
    ...say(
      named(({ type }) => type === 'empty'),
      (names) => `No cell is filled in ${names}.`,
    ),
    ...say(
      named(({ filled, type }) => type !== 'empty' && filled < rows),
      (names) => `Some cells are empty in ${names}.`,
    ),
    ...(whole ? [] : [`Only the first ${counted(rows, 'row')} were looked at; a run reads all of them.`]),
    ...(more === undefined ? [] : [`${counted(more, 'more column')} are not listed here.`]),
  ];
}
