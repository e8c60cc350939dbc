/** How a result joins what is at its path already (L-21). */

import { isObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { OutputMethod } from '../plan/document.ts';
import type { Found } from './found.ts';
import { mergeDeep } from './value-store.ts';

/** Whether several unordered calls may write one path with it (L-27). */
export const isAccumulating = (method: OutputMethod): boolean => method !== 'set';

const named = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : isObject(value)
        ? 'an object'
        : `a ${typeof value}`;

/** The new value at the path, or why the base has the wrong type (`method-type`). */
export function applyMethod(method: OutputMethod, base: Found, value: unknown): Result<unknown, string> {
  switch (method) {
    case 'set':
      return ok(value);
    case 'push':
      if (!base) return ok([value]);
      return Array.isArray(base.value)
        ? ok([...base.value, value])
        : err(`push adds to a list, but the path holds ${named(base.value)}.`);
    case 'concat':
      if (!base) return ok(value);
      if (Array.isArray(base.value) && Array.isArray(value)) return ok([...base.value, ...value]);
      if (typeof base.value === 'string' && typeof value === 'string') return ok(base.value + value);
      return err(
        `concat joins two lists or two texts, but the path holds ${named(base.value)} and the result is ${named(value)}.`,
      );
    case 'merge':
    case 'assign':
      if (!base) return ok(value);
      if (!isObject(base.value) || !isObject(value)) {
        return err(
          `${method} joins two objects, but the path holds ${named(base.value)} and the result is ${named(value)}.`,
        );
      }
      return ok(method === 'merge' ? mergeDeep(base.value, value) : { ...base.value, ...value });
  }
}
