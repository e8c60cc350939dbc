/** What a JSON value weighs: about the bytes that it takes to keep. */

import type { Json } from './json.ts';

/** What was weighed before, of objects that nobody changes any more. */
export type Weighed = WeakMap<object, number>;

/** What every value takes, beside the characters of its text and keys. */
export const EACH = 8;

/**
 * Eight for every value in it, and the characters of its text and keys.
 * @param most it is looked at no further once it weighs more, and is `Infinity` then
 * @param known lists are weighed once
 */
export function weightOf(value: Json, most = Number.POSITIVE_INFINITY, known?: Weighed): number {
  let weight = 0;
  const list = (items: readonly Json[]): void => {
    const before = known?.get(items);
    if (before !== undefined) {
      weight += before;
      return;
    }
    const from = weight;
    weight += EACH;
    for (const item of items) {
      if (weight > most) return;
      take(item);
    }
    if (weight <= most) known?.set(items, weight - from);
  };
  const take = (item: Json): void => {
    if (typeof item === 'string') weight += item.length + EACH;
    else if (typeof item !== 'object' || item === null) weight += EACH;
    else if (Array.isArray(item)) list(item);
    else {
      weight += EACH;
      for (const key in item) {
        if (weight > most) return;
        weight += key.length;
        take(item[key] ?? null);
      }
    }
  };
  take(value);
  return weight > most ? Number.POSITIVE_INFINITY : weight;
}
