/** JSON values, and own-property access that no prototype key can fool. */

type JsonPrimitive = string | number | boolean | null;
/** Any JSON value. */
export type Json = JsonPrimitive | Json[] | { [key: string]: Json };
/** A JSON object: values by name. */
export type JsonObject = { [key: string]: Json };

/** A JSON object: no list, not null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own properties only (L-6): `toString` on a result is missing, not a function. */
export const hasOwn = (object: object, key: string): boolean => Object.hasOwn(object, key);

/** Sets an own property even where the key is `__proto__`, which plain assignment would swallow. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

/** Structural equality of JSON values; key order does not count. */
export function jsonEquals(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => jsonEquals(item, b[i]));
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => hasOwn(right, key) && jsonEquals(left[key], right[key]))
  );
}
