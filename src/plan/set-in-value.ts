/** Sets or deletes one value deep inside a JSON value, sharing all that does not change. */

import { itemAt } from '../lib/columns.ts';
import { hasOwn, isObject, type Json, setOwn } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { JsonPath } from './edit.ts';

/**
 * A copy of `root` with `value` at `path`; undefined deletes it (an array closes the gap). A key that is there
 * keeps its place, a new one goes to the end. The error is the end of a sentence that says what is not there.
 */
export function setInValue(root: Json, path: JsonPath, value: Json | undefined): Result<Json, string> {
  const [step, ...rest] = path;
  if (step === undefined) return value === undefined ? err("a whole value can't be deleted") : ok(value);
  if (Array.isArray(root)) return setInArray(root, step, rest, value);
  if (isObject(root)) return setInObject(root as { [key: string]: Json }, String(step), rest, value);
  return err(`there is nothing inside which "${step}" could be set`);
}

function setInArray(
  items: readonly Json[],
  step: string | number,
  rest: JsonPath,
  value: Json | undefined,
): Result<Json, string> {
  if (typeof step !== 'number' || !Number.isInteger(step) || step < 0 || step > items.length) {
    return err(`a list of ${items.length} has no place "${step}"`);
  }
  if (rest.length === 0 && value === undefined) {
    if (step === items.length) return err(`a list of ${items.length} has no place "${step}"`);
    return ok(items.toSpliced(step, 1));
  }
  if (rest.length > 0 && step === items.length)
    return err(`a list of ${items.length} has no place "${step}"`);
  const inner = rest.length === 0 ? ok(value!) : setInValue(itemAt(items, step), rest, value);
  if (!inner.ok) return inner;
  const copy = [...items];
  copy[step] = inner.value;
  return ok(copy);
}

function setInObject(
  object: { [key: string]: Json },
  key: string,
  rest: JsonPath,
  value: Json | undefined,
): Result<Json, string> {
  const copy = { ...object };
  if (rest.length === 0) {
    if (value === undefined) {
      if (!hasOwn(object, key)) return err(`there is no "${key}" to delete`);
      delete copy[key];
    } else {
      setOwn(copy, key, value);
    }
    return ok(copy);
  }
  if (!hasOwn(object, key)) return err(`there is no "${key}"`);
  const inner = setInValue(object[key]!, rest, value);
  if (!inner.ok) return inner;
  setOwn(copy, key, inner.value);
  return ok(copy);
}
