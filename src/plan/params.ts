/** Which keys of a call are parameters and which are about the call (PLAN-LANGUAGE §2). */

import { hasOwn, isObject, type Json, setOwn } from '../lib/json.ts';
import type { ToolContract } from './contract-shape.ts';
import { type Call, META_KEYS, type Params } from './document.ts';

const META: ReadonlySet<string> = new Set(META_KEYS);

/**
 * True for a meta-property, known or not. A `_` key outside the known ones that the tool's contract declares
 * is a parameter: a public data set has a required `_from` (§2).
 */
export function isMeta(key: string, contract?: ToolContract): boolean {
  if (!key.startsWith('_')) return false;
  return META.has(key) || !declares(contract, key);
}

function declares(contract: ToolContract | undefined, key: string): boolean {
  const schema = contract?.parameters;
  return isObject(schema) && isObject(schema.properties) && hasOwn(schema.properties, key);
}

/** The parameters of a call, in the order written; their values are shared, not copied. */
export function paramsOf(call: Call, contract?: ToolContract): Params {
  const params: Params = {};
  for (const key of Object.keys(call)) {
    const value = call[key];
    if (value !== undefined && !isMeta(key, contract)) setOwn(params, key, value as Json);
  }
  return params;
}
