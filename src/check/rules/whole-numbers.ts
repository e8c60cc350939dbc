/** Whole numbers beyond 2^53 (L-8): a double no longer tells them apart, so one was or will be rounded. */

import type { JsonPath } from '../../plan/edit.ts';
import { type CallRule, error, pathWords } from '../rule.ts';

export const wholeNumbers: CallRule = ({ call, keys }, problems) => {
  if (!keys.holdsOthers) return;
  for (const key in call) {
    const value = call[key];
    if (typeof value === 'string' || value === undefined) continue;
    const path = typeof value === 'number' ? (isRounded(value) ? [] : undefined) : findRounded(value, []);
    if (!path) continue;
    const place = [key, ...path];
    const message = `Call "${call._id}", ${pathWords(place)}: a whole number of 2^53 or more can't be kept exactly. Write it as text.`;
    problems.push(error('limit', message, { calls: [call._id], path: place }));
  }
};

/** From 1e21 on JavaScript prints an exponent: nobody wrote such a number digit by digit. */
const isRounded = (value: number) =>
  Math.abs(value) > Number.MAX_SAFE_INTEGER && Number.isInteger(value) && Math.abs(value) < 1e21;

/** Where the first such number stands in a value. */
export function findRounded(value: unknown, path: JsonPath): JsonPath | undefined {
  if (typeof value === 'number') return isRounded(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const stack: { value: object; path: JsonPath }[] = [{ value, path }];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value } = item;
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
    for (const key of keys) {
      const child: unknown = (value as Record<string | number, unknown>)[key];
      if (typeof child === 'number' && isRounded(child)) return [...item.path, key];
      if (typeof child === 'object' && child !== null)
        stack.push({ value: child, path: [...item.path, key] });
    }
  }
  return undefined;
}
