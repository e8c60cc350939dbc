/** Whether a JSON Schema declares a path: freeform, open or closed (L-18, L-34). Knows no plan. */

import { itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import { matchesPattern } from './foreign-pattern.ts';
import { resolveSchema } from './schema-reference.ts';
import { declaredTypes, TYPES } from './schema-types.ts';

/** `open`: not declared, yet allowed. `closed`: the schema has no room for it. */
export type Declared = 'declared' | 'open' | 'closed';

/** A part of a schema that names no properties says nothing about a path. */
type Verdict = Declared | 'silent';

type Path = readonly (string | number)[];

/** Verdicts by part, step of the path and surroundings: a part that many refer to is looked at once. */
type Known = Map<object, Map<string, Verdict>>;

/** No schema, or one that names no properties, is freeform: it declares every path. */
export function declares(schema: JsonSchema | undefined, path: Path): Declared {
  if (schema === undefined) return 'declared';
  const verdict = verdictOf(schema, schema, path, 0, 'closed', new Map());
  return verdict === 'silent' ? 'declared' : verdict;
}

/** `outside`: how the enclosing object stands to what it does not name, which is what a scalar's inside is. */
function verdictOf(
  schema: unknown,
  root: unknown,
  path: Path,
  at: number,
  outside: 'open' | 'closed',
  known: Known,
): Verdict {
  if (at >= path.length) return schema === false ? 'closed' : 'declared';
  const own = resolveSchema(schema, root);
  if (own === false) return 'closed';
  if (!isObject(own)) return 'silent';
  const key = `${at} ${outside}`;
  const ofPart = known.get(own) ?? new Map<string, Verdict>();
  known.set(own, ofPart);
  const before = ofPart.get(key);
  if (before !== undefined) return before;
  // What contains itself says nothing more inside itself.
  ofPart.set(key, 'silent');
  const parts = [ownVerdict(own, root, path, at, outside, known)];
  const inside = (part: unknown) => verdictOf(part, root, path, at, outside, known);
  if (Array.isArray(own.allOf)) parts.push(...own.allOf.map(inside));
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const options = own[keyword];
    if (Array.isArray(options) && options.length > 0)
      parts.push(first(options.map(inside), ['declared', 'silent', 'open', 'closed']));
  }
  const verdict = first(parts, ['closed', 'declared', 'open', 'silent']);
  ofPart.set(key, verdict);
  return verdict;
}

const first = (verdicts: readonly Verdict[], order: readonly Verdict[]): Verdict =>
  order.find((verdict) => verdicts.includes(verdict)) ?? 'silent';

/** What the schema's own keywords say about `path[at]`, combinators aside. */
function ownVerdict(
  own: Readonly<Record<string, unknown>>,
  root: unknown,
  path: Path,
  at: number,
  outside: 'open' | 'closed',
  known: Known,
): Verdict {
  const segment = itemAt(path, at);
  if ((declaredTypes(own) & (TYPES.object | TYPES.array)) === 0) return outside;
  const inside = (child: unknown, around: 'open' | 'closed') =>
    nameless(verdictOf(child, root, path, at + 1, around, known));

  const { properties, patternProperties, additionalProperties, prefixItems, items } = own;
  const closed = additionalProperties === false || own.unevaluatedProperties === false;
  const around = closed ? 'closed' : 'open';
  if (isObject(properties) && Object.hasOwn(properties, segment)) return inside(properties[segment], around);
  if (typeof segment === 'number' && (items !== undefined || prefixItems !== undefined)) {
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
    if (segment < tuple.length) return inside(tuple[segment], 'closed');
    return isObject(items) ? inside(items, 'closed') : items === false ? 'closed' : 'declared';
  }
  if (isObject(patternProperties)) {
    for (const [pattern, child] of Object.entries(patternProperties))
      if (matchesPattern(pattern, String(segment)) !== false) return inside(child, around);
  }
  if (isObject(additionalProperties)) return inside(additionalProperties, 'open');
  if (closed) return 'closed';
  return isObject(properties) || isObject(patternProperties) ? 'open' : 'silent';
}

/** Below a property that is declared without any shape, everything is declared. */
const nameless = (verdict: Verdict): Verdict => (verdict === 'silent' ? 'declared' : verdict);
