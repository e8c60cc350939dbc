/** Texts with half a character in them (L-8): they look like others, and have no canonical form that could be signed (L-70). */

import { holdsHalf, withoutHalves } from '../../lib/half-character.ts';
import { hasOwn, isObject, type Json, setOwn } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import type { JsonPath, PlanField } from '../../plan/edit.ts';
import type { Problem } from '../problem.ts';
import { type CallRule, error, fix, type PlanRule, pathWords } from '../rule.ts';

export const halfCharacters: CallRule = ({ call, keys }, problems) => {
  if (!keys.mayHoldHalf) return;
  for (const key in call) {
    const path = brokenAt(call[key] as Json, [key], key);
    if (path) problems.push(callProblem(call, path));
  }
};

function callProblem(call: Call, path: JsonPath): Problem {
  const { _id: id } = call;
  const text = textAt(call as unknown as Json, path);
  const fixes =
    text !== undefined && holdsHalf(text)
      ? [fix('Put � in its place', { kind: 'set-in-call', id, path, value: withoutHalves(text) })]
      : [];
  return error('limit', sentence(`Call "${id}", `, path), { calls: [id], path, fixes });
}

/** Parts of the document that nobody signs; a half there harms nobody. */
const UNSIGNED: ReadonlySet<string> = new Set(['calls', 'layout', 'notes']);

export const halfCharactersAround: PlanRule = ({ plan }, problems) => {
  for (const field of Object.keys(plan)) {
    if (UNSIGNED.has(field)) continue;
    const value = plan[field as PlanField] as Json;
    const path = brokenAt(value, [field], field);
    if (!path) continue;
    const edit = { kind: 'set-field', field: field as PlanField, value: mendedIn(value) } as const;
    const fixes = holdsHalf(field) ? [] : [fix('Put � in its place', edit)];
    problems.push(error('limit', sentence("The plan's ", path), { path, fixes }));
  }
};

const sentence = (where: string, path: JsonPath): string =>
  `${where}${withoutHalves(pathWords(path))}: there is half a character in it (a lone surrogate), so the plan can't be signed. Type the text anew.`;

/** Where the first broken text stands, or the first thing under a broken key. */
function brokenAt(value: Json, path: JsonPath, key?: string): JsonPath | undefined {
  if (key !== undefined && holdsHalf(key)) return path;
  if (typeof value === 'string') return holdsHalf(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const inner of keys) {
    const child = (value as Record<string | number, Json>)[inner]!;
    const found = brokenAt(child, [...path, inner], typeof inner === 'string' ? inner : undefined);
    if (found) return found;
  }
  return undefined;
}

function textAt(root: Json, path: JsonPath): string | undefined {
  let at: Json | undefined = root;
  for (const segment of path) {
    if (typeof at !== 'object' || at === null || !hasOwn(at, String(segment))) return undefined;
    at = (at as Record<string | number, Json>)[segment];
  }
  return typeof at === 'string' ? at : undefined;
}

function mendedIn(value: Json): Json {
  if (typeof value === 'string') return withoutHalves(value);
  if (Array.isArray(value)) return value.map(mendedIn);
  if (!isObject(value)) return value;
  const result = {};
  for (const [key, item] of Object.entries(value)) setOwn(result, withoutHalves(key), mendedIn(item as Json));
  return result;
}
