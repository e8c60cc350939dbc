/** The leaves of an initial value, each of which counts as written by a call of its own (L-15, L-23). Knows no run. */

import { isObject } from '../lib/json.ts';
import type { Segment } from './expression.ts';

/**
 * Whether a path goes on below a value that holds no further values by name: a scalar, a list, an empty object. It is
 * connected with that value then; beside it, in an object that merely lacks the key, it is not.
 * @param root an initial value; the kind itself is nobody's value
 */
export function isBelowLeaf(root: unknown, path: readonly Segment[]): boolean {
  let at = root;
  for (let depth = 0; depth < path.length; depth++) {
    if (!isObject(at) || Object.keys(at).length === 0) return depth > 0;
    const key = String(path[depth]);
    if (!Object.hasOwn(at, key)) return false;
    at = at[key];
  }
  return false;
}
