/** Numbers out of a column: which cells count, and what is made of them. Knows no tool. */

import { max, mean, median, min, sum } from 'simple-statistics';
import type { Json } from '../lib/json.ts';
import type { Aggregate } from '../tools/choices.ts';
import { isEmptyCell, numberOf } from './columns.ts';
import { nameOf, quote } from './describe.ts';
import { badArguments } from './parameters.ts';

/**
 * The numbers among `values`; empty cells are left out.
 * @throws ActivityError `invalid-arguments` for a cell with anything else in it: a total that silently
 *   left out "1.200,50" would be wrong
 */
export function numbersOf(values: readonly Json[], column: string): number[] {
  const numbers: number[] = [];
  for (const [at, value] of values.entries()) {
    if (isEmptyCell(value)) continue;
    const number = numberOf(value);
    if (number === undefined) {
      throw badArguments(
        `Value ${at + 1} of ${quote(column)} is ${nameOf(value)}, which is not a number. ` +
          'Filter such rows out, or choose another column.',
      );
    }
    numbers.push(number);
  }
  return numbers;
}

/** null where there is nothing to compute from: an average of no numbers is not zero. */
export function aggregate(kind: Exclude<Aggregate, 'count'>, numbers: readonly number[]): number | null {
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
