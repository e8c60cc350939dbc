/** Numbers out of a column: which cells count, and what is made of them. Knows no tool. */

import { max, mean, median, min, sum } from 'simple-statistics';
import type { Json } from '../lib/json.ts';
import type { Aggregate } from '../tools/choices.ts';
import { type ColumnReading, numberAs, readCells } from './column-reading.ts';
import { isEmptyCell } from './columns.ts';
import { compareValues } from './compare.ts';
import { nameOf, quote } from './describe.ts';
import { badArguments } from './parameters.ts';

/**
 * The numbers among `values`, read as they are written together; empty cells are left out.
 * @throws ActivityError `invalid-arguments` for a cell with anything else in it: a total that silently
 *   left out "1.200,50" would be wrong
 */
export function numbersOf(values: readonly Json[], column: string): number[] {
  const reading = readCells(values, column);
  return values.flatMap((value, at) => (isEmptyCell(value) ? [] : [numberAt(value, at, reading)]));
}

function numberAt(value: Json, at: number, reading: ColumnReading): number {
  const number = numberAs(value, reading);
  if (number !== undefined) return number;
  throw badArguments(
    `Value ${at + 1} of ${quote(reading.name)} is ${nameOf(value)}, which is not a number. ` +
      'Filter such rows out, or choose another column.',
  );
}

/** What is computed from numbers alone. */
type Figure = 'sum' | 'mean' | 'min' | 'max' | 'median';

/** null where there is nothing to compute from: an average of no numbers is not zero. */
export function aggregate(kind: Figure, numbers: readonly number[]): number | null {
  if (numbers.length === 0) return kind === 'sum' ? 0 : null;
  const list = [...numbers];
  switch (kind) {
    case 'sum':
      return tidy(sum(list));
    case 'mean':
      return tidy(mean(list));
    case 'min':
      return min(list);
    case 'max':
      return max(list);
    case 'median':
      return tidy(median(list));
  }
}

/** 0.1 + 0.2 is 0.3 for a person: fifteen digits are what a double holds for certain. */
export const tidy = (value: number): number => Number(value.toPrecision(15));

/** What a figure needs of its column: nothing, cells as they are, or numbers. */
export const needsNumbers = (kind: Aggregate): boolean =>
  !['count', 'distinct', 'first', 'last'].includes(kind);

/** What a group has of one column: its cells, and those that are not empty read as the column is written. */
export interface GroupCells {
  readonly cells: readonly Json[];
  /** Numbers, or ISO dates of a column of dates. */
  readonly read: readonly Json[];
}

/**
 * One figure of a group. `total` is the sum over all groups (rows, where no column is added up), for shares.
 * @throws ActivityError never: what is no number was refused when the column was read
 */
export function figureOf(kind: Aggregate, { cells, read }: GroupCells, total: number): Json {
  switch (kind) {
    case 'count':
      return cells.length;
    case 'distinct':
      return new Set(cells.filter((value) => !isEmptyCell(value)).map((value) => JSON.stringify(value))).size;
    case 'first':
      return cells.find((value) => !isEmptyCell(value)) ?? null;
    case 'last':
      return cells.findLast((value) => !isEmptyCell(value)) ?? null;
    case 'share':
    case 'percent':
      return shareOf(kind, aggregate('sum', read as number[]) ?? 0, total);
    case 'min':
    case 'max':
      return typeof read[0] === 'string' ? extreme(kind, read) : aggregate(kind, read as number[]);
    default:
      return aggregate(kind, read as number[]);
  }
}

/** null of a total that is 0: nothing has a share of nothing. */
export function shareOf(kind: 'share' | 'percent', part: number, total: number): number | null {
  return total === 0 ? null : tidy((part / total) * (kind === 'percent' ? 100 : 1));
}

/** The earliest or latest date. */
const extreme = (kind: 'min' | 'max', dates: readonly Json[]): Json =>
  dates.reduce((best, date) => (compareValues(date, best) < 0 === (kind === 'min') ? date : best));
