/** The normal form of calls and values: every expression as it prints, so that spelling is no difference (L-43). */

import { type Json, setOwn } from '../lib/json.ts';
import { type Call, META_KEYS } from './document.ts';
import { isExpression, parseExpression, printExpression } from './expression.ts';

/** Whether a kind is declared is the check's to say; the spelling of an expression is the same either way. */
class AnyKind extends Set<string> {
  override has(): boolean {
    return true;
  }
}
const ANY_KIND: ReadonlySet<string> = new AnyKind();

/** The meta-properties that hold words and names; the others of them hold expressions (L-5). */
const PLAIN_META: ReadonlySet<string> = new Set(
  META_KEYS.filter((key) => !['_outputPath', '_after', '_forEach', '_scopes'].includes(key)),
);

/** The text as its expression prints; text that is no expression, or a faulty one, stays as it is. */
function normalText(text: string): string {
  if (!isExpression(text)) return text;
  const parsed = parseExpression(text, ANY_KIND);
  return parsed.ok ? printExpression(parsed.value) : text;
}

/** A copy of a JSON value with every expression in normal form; keys are never expressions (L-5). */
export function normalValue(value: Json): Json {
  if (typeof value === 'string') return normalText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(normalValue);
  const copy: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) setOwn(copy, key, normalValue(value[key]!));
  return copy;
}

/** A call with its parameters and its expressions in normal form. Other texts about the call stay as they are. */
export function normalCall(call: Call): Call {
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(call)) {
    const value = call[key];
    if (value !== undefined) setOwn(copy, key, normalMember(key, value as Json));
  }
  return copy as unknown as Call;
}

function normalMember(key: string, value: Json): Json {
  if (key === '_scopes' && Array.isArray(value)) {
    return value.map((scope) => (typeof scope === 'string' ? normalScope(scope) : scope));
  }
  // A description may begin with a dagger and mean it. A `_` key that is not ours may be a parameter (§2).
  if (PLAIN_META.has(key)) return value;
  return normalValue(value);
}

/** A scope names a kind (`state`) or a path (`†state.a`): one spelling for both. */
const normalScope = (scope: string): string => normalText(scope.startsWith('†') ? scope : `†${scope}`);
