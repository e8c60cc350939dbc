/** "What has to be reordered": what there is less of than there should be. Knows no other condition. */

import { BOUND, isIdentifier, type KnownColumn } from './known-tables.ts';
import { nameFit } from './name-fit.ts';
import type { Atom } from './request.ts';
import type { View } from './view.ts';

/** Only where one column says how many there are and one how many there should be: the file itself then tells what is short. */
export function shortAt(view: View, at: number): Atom | undefined {
  if (!view.has(at, 'short')) return undefined;
  const numbers = view.columns.filter((one) => one.kind === 'number' && !isIdentifier(one) && !one.reckoned);
  const least = numbers.filter((column) => isBound(column));
  const there = numbers.filter((column) => !isBound(column) && isCounted(column));
  const [limit, otherLimit] = least;
  const [stock, otherStock] = there;
  if (limit === undefined || stock === undefined || otherLimit !== undefined || otherStock !== undefined)
    return undefined;
  const condition = { column: stock.name, operator: 'lessThan', valueColumn: limit.name };
  return { condition, from: at, to: at + 1 };
}

const isBound = ({ words }: KnownColumn): boolean => words.some((word) => BOUND.test(word));
const isCounted = ({ words }: KnownColumn): boolean =>
  ['stock', 'quantity'].some((noun) => nameFit([noun], words) >= 0.6);
