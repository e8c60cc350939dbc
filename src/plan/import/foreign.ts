/** What the readers of foreign shapes share: a document not yet checked, and faults as sentences. Knows no one shape. */

import { isObject, type JsonObject } from '../../lib/json.ts';
import { err, type Result } from '../../lib/result.ts';
import type { JsonPath } from '../edit.ts';
import type { ForInstance } from '../instance-scope.ts';

/** A fault of an import, in the form of a check's problem (which this room must not import). */
export interface ImportProblem {
  readonly code: 'not-a-plan' | 'limit';
  readonly severity: 'error';
  /** A sentence: what, where, and what would be right. */
  readonly message: string;
  readonly calls: readonly string[];
  readonly path: JsonPath;
  readonly fixes: readonly [];
}

/** A document in this language as read out of another shape; its parts are checked afterwards, all in one place. */
interface ForeignPlan {
  readonly document: Record<string, unknown>;
  /** Values for the plan's input that the shape carried. */
  readonly input?: JsonObject;
  /** The same for single instances. */
  readonly instances?: readonly ForInstance[];
  /** What was changed on the way, as sentences. */
  readonly normalised: readonly string[];
}

export type ForeignResult = Result<ForeignPlan, ImportProblem[]>;

export function problem(
  message: string,
  path: JsonPath = [],
  code: ImportProblem['code'] = 'not-a-plan',
): ImportProblem {
  return { code, severity: 'error', message, calls: [], path, fixes: [] };
}

export const refuse = (message: string, path: JsonPath = []): { ok: false; error: ImportProblem[] } =>
  err([problem(message, path)]);

/** The first of the named members that is an own property and not null. */
export function member(object: Record<string, unknown>, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (Object.hasOwn(object, name) && object[name] !== undefined && object[name] !== null)
      return object[name];
  }
  return undefined;
}

export function textMember(object: Record<string, unknown>, ...names: readonly string[]): string | undefined {
  const value = member(object, ...names);
  return typeof value === 'string' ? value : undefined;
}

/** The named members that are there, as they are. */
export function pick(object: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(object, name)) picked[name] = object[name];
  return picked;
}

/** "Dropped a, b: …" for members of some items that this language has no place for; nothing where there are none. */
export function droppedNote(items: readonly unknown[], known: ReadonlySet<string>, what: string): string[] {
  const dropped = new Set<string>();
  for (const item of items) {
    if (isObject(item)) for (const key of Object.keys(item)) if (!known.has(key)) dropped.add(key);
  }
  if (dropped.size === 0) return [];
  const shown = [...dropped].slice(0, 8).join(', ').slice(0, 200);
  return [`Dropped ${shown} of the ${what}: a plan has no place for ${dropped.size === 1 ? 'it' : 'them'}.`];
}
