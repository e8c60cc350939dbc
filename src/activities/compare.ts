/** Comparing two values as a person would: 9 before 10, dates by day, texts by the alphabet. Knows no tool. */

import { type Json, jsonEquals } from '../lib/json.ts';
import { numberOf } from './columns.ts';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}/;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Negative, zero or positive, of values that were read as their column writes them: numbers by size, ISO dates by time,
 * false before true, everything else by its text, ignoring case.
 */
export function compareValues(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string' && ISO_DAY.test(a) && ISO_DAY.test(b))
    return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return collator.compare(asText(a), asText(b));
}

export const asText = (value: Json): string => {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Equal as written or as numbers; texts without regard to case or to white space around them. */
export function sameValue(a: Json, b: Json): boolean {
  if (jsonEquals(a, b)) return true;
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return left === right;
  if (typeof a === 'object' || typeof b === 'object') return false;
  return asText(a).trim().toLowerCase() === asText(b).trim().toLowerCase();
}
