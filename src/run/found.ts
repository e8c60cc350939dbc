/** What is at a path inside a plain value: own properties of objects, indexes of lists, nothing else (L-6, L-16). */

import { hasOwn, isObject } from '../lib/json.ts';
import type { Segment } from '../plan/expression.ts';

/** What a path holds. `undefined` is never a value here (L-10: a tool that returns it has returned null). */
export type Found = { readonly value: unknown } | undefined;

/** The index that a segment names in a list of so many items; -1 where it names none. */
export function indexIn(count: number, segment: Segment): number {
  const index = typeof segment === 'number' ? segment : /^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : -1;
  return index < count ? index : -1;
}

/** One step into a value. */
export function member(value: unknown, segment: Segment): Found {
  if (Array.isArray(value)) {
    const index = indexIn(value.length, segment);
    return index >= 0 ? { value: value[index] } : undefined;
  }
  if (!isObject(value)) return undefined;
  const key = String(segment);
  return hasOwn(value, key) ? { value: value[key] } : undefined;
}

/** The value at a path inside a plain value. */
export function valueAt(root: unknown, path: readonly Segment[]): Found {
  let found: Found = { value: root };
  for (const segment of path) {
    if (!found) return undefined;
    found = member(found.value, segment);
  }
  return found;
}
