/** What stands in the state before a run: what a plan's `initial` values declare (L-18, L-23). */

import { isObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { Ref, Segment } from '../plan/expression.ts';
import { isBelowLeaf } from '../plan/leaf.ts';

export interface InitialValues {
  /** Whether there is a value at exactly this path. */
  declares(ref: Ref): boolean;
  /** Whether the path lies below a value that holds no further values: it is a missing key then, whoever reads it (L-15). */
  lacks(ref: Ref): boolean;
  /** The paths of the values that hold no further values: the only ones that count for overlaps. */
  leaves(kind: string): readonly (readonly Segment[])[];
}

/** Nesting that is looked into; below it a value counts as one leaf. */
const DEPTH = 32;

/** `more`: initial values a run brings, its own and its instances', each by kind. */
export function initialValues(
  plan: Plan,
  more: readonly Readonly<Record<string, unknown>>[] = [],
): InitialValues {
  const byKind = new Map<string, unknown[]>();
  const add = (kind: string, value: unknown) => {
    if (!isObject(value)) return;
    const values = byKind.get(kind);
    if (values) values.push(value);
    else byKind.set(kind, [value]);
  };
  add('state', plan.state?.initial);
  for (const [kind, declared] of Object.entries(plan.data ?? {})) add(kind, declared.initial);
  for (const values of more) for (const [kind, value] of Object.entries(values)) add(kind, value);

  const leaves = new Map<string, (readonly Segment[])[]>();
  return {
    declares: (ref) => byKind.get(ref.kind)?.some((value) => has(value, ref.path)) ?? false,
    lacks: (ref) => byKind.get(ref.kind)?.some((value) => isBelowLeaf(value, ref.path)) ?? false,
    leaves(kind) {
      let found = leaves.get(kind);
      if (!found) {
        found = [];
        for (const value of byKind.get(kind) ?? []) collectLeaves(value, [], found);
        leaves.set(kind, found);
      }
      return found;
    },
  };
}

/** An empty root declares nothing: a parent with nothing in it is dead (L-14). */
function has(value: unknown, path: readonly Segment[]): boolean {
  let at = value;
  for (const segment of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, segment)) return false;
    at = (at as Record<string, unknown>)[segment];
  }
  return path.length > 0 || (isObject(at) && Object.keys(at).length > 0);
}

function collectLeaves(value: unknown, path: readonly Segment[], leaves: (readonly Segment[])[]): void {
  const inner = isObject(value) && path.length < DEPTH ? Object.entries(value) : [];
  for (const [key, child] of inner) collectLeaves(child, [...path, key], leaves);
  if (inner.length === 0 && path.length > 0) leaves.push(path);
}
