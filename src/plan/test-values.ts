/** Where a test of a plan expects something, and how values are kept in it and held against others (L-84). */

import { canonicalJson } from '../lib/canonical.ts';
import { hasOwn, type Json, jsonEquals } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { sha256Hex } from '../lib/sha256.ts';
import type { Plan } from './document.ts';
import { parseExpression, printRef, type Ref } from './expression.ts';
import { kindsOf } from './parsed-call.ts';
import { type Kept, OUTPUT, type PlanTest } from './plan-tests.ts';
import { isApproval } from './text-paths.ts';

/** The reference of a path of a test; a sentence where there can be no value of that kind. */
export function pathOfTest(text: string, plan: Plan): Result<Ref, string> {
  const parsed = parseExpression(text, kindsOf(plan));
  if (!parsed.ok) return err(`"${text}" is no path: ${parsed.error.message}`);
  const ref = parsed.value;
  if (ref.type !== 'ref') return err(`"${text}" is more than one path. Expect something at each of them.`);
  if (ref.kind === 'input' || ref.kind === 'run' || ref.kind === 'secret' || isApproval(ref))
    return err(`"${text}" is not computed by the plan, so there is nothing in it to be tested.`);
  return ok(ref);
}

/** Of a path that is kept: as its reference is printed. */
export const testPath = (path: string, plan: Plan): Result<string, string> => {
  if (path === OUTPUT) return ok(OUTPUT);
  const ref = pathOfTest(path, plan);
  return ref.ok ? ok(printRef(ref.value)) : ref;
};

/** UTF-16 units of JSON from which on a value is kept by its beginning and its hash: what a journal calls large (L-92). */
const LARGE = 32_768;
const FIRST_ITEMS = 20;
const FIRST_CHARACTERS = 1_000;

/** The value as a test keeps it. */
export function keptOf(value: Json): Kept {
  if (JSON.stringify(value).length <= LARGE) return { value };
  const text = textOf(value);
  const sha256 = sha256Hex(text);
  if (typeof value === 'string')
    return { value: value.slice(0, FIRST_CHARACTERS), whole: { sha256, length: value.length } };
  if (!Array.isArray(value))
    return { value: text.slice(0, FIRST_CHARACTERS), whole: { sha256, length: text.length } };
  const first = value.slice(0, FIRST_ITEMS);
  const isLarge = JSON.stringify(first).length > LARGE;
  return { value: isLarge ? [] : first, whole: { sha256, length: value.length } };
}

/** What a test expects at one of its paths. */
export function expectedAt({ expect, whole }: PlanTest, path: string): Kept {
  const own = whole !== undefined && hasOwn(whole, path) ? whole[path] : undefined;
  return { value: expect[path] ?? null, ...(own ? { whole: own } : {}) };
}

/** Exactly the same value, the order of keys apart. */
export const isAsExpected = ({ value, whole }: Kept, found: Json): boolean =>
  whole === undefined ? jsonEquals(value, found) : sha256Hex(textOf(found)) === whole.sha256;

/** A value that has no canonical form, half a character in it say, is told by its JSON. */
function textOf(value: Json): string {
  const text = canonicalJson(value);
  return text.ok ? text.value : JSON.stringify(value);
}
