/** Turns one JSON value of a model's answer, in our form, into a call, or says in words why it is none. Knows no contract. */

import { isObject, type Json } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Call, callShape } from '../../plan/document.ts';
import { freeId } from '../../plan/free-id.ts';

/**
 * The call, with its id as the model wrote it: a duplicate is the check's to find (`duplicate-id`), since a renamed
 * one would silently change what another call waits for. An absent id is derived from the tool's name (§2).
 * `taken` holds the ids so far and gains this one.
 */
export function decodeCall(value: Json, taken: Set<string>): Result<Call, string> {
  if (!isObject(value)) return err('An entry of "calls" is not an object.');
  const tool = value._tool;
  if (typeof tool !== 'string' || tool === '')
    return err('A call has no "_tool": it must name one of the tools.');
  const hostile = findHostile(value);
  if (hostile !== null) return err(`The call of "${short(tool)}" ${hostile}`);
  const given = typeof value._id === 'number' ? String(value._id) : value._id;
  const id = given === undefined || given === null ? deriveId(tool, taken) : given;
  const shaped = callShape.safeParse({ ...withoutNulls(value), _id: id });
  if (!shaped.success) {
    const issue = shaped.error.issues[0];
    return err(`The call of "${short(tool)}" has a wrong "${issue?.path.join('.')}": ${issue?.message}.`);
  }
  const call = shaped.data as Call;
  taken.add(call._id);
  return ok(call);
}

/** `issueRefund`, then `issueRefund_2`: 1 to 40 of `[A-Za-z0-9_-]` (§2). */
export function deriveId(tool: string, taken: ReadonlySet<string>): string {
  // Cut first: the name is a stranger's, and trimming a megabyte of underscores takes its square.
  const base = tool.slice(0, 34).replace(/^[^A-Za-z0-9-]+|[^A-Za-z0-9-]+$/g, '');
  return freeId(base, (id) => taken.has(id));
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A model often writes `"_after": null` for "none". `_instance` is the one key whose null means something (L-50). */
function withoutNulls(call: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(call).filter(
      ([key, value]) => value !== null || !key.startsWith('_') || key === '_instance',
    ),
  );
}

/**
 * What no later room should have to guard against: a prototype key, an integer that was rounded (L-8). As the end of a
 * sentence about what holds it; null where there is nothing.
 */
export function findHostile(value: unknown): string | null {
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? `has the number ${value}, which is too large to be exact. Write it as text.`
      : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') return 'has the key "__proto__", which is not allowed.';
    const found = findHostile(inner);
    if (found !== null) return found;
  }
  return null;
}
