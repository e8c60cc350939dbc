/** Which keys of a call are parameters and which are about the call (PLAN-LANGUAGE §2). */

import { hasOwn, isObject } from '../lib/json.ts';
import type { ToolContract } from './contract-shape.ts';
import { META_KEYS } from './document.ts';

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
