/** The output of a plan read as a list of results. Small: every plan on the canvas is drawn with it. */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import type { Plan } from './document.ts';
import { isExpression, parseExpression, type Ref } from './expression.ts';
import { kindsOf, refsOf } from './parsed-call.ts';

/** One result that is returned. */
export interface Returned {
  /** The key under which it is returned; null where it is all that is. */
  readonly name: string | null;
  /** An expression. */
  readonly text: string;
}

/** The results that an output returns, in its order; null where it is written in a way that no list of ticks says. */
export function returnedOf(output: Json | undefined): readonly Returned[] | null {
  if (output === undefined || output === null) return [];
  if (typeof output === 'string') return isExpression(output) ? [{ name: null, text: output }] : null;
  if (!isObject(output)) return null;
  const entries = Object.entries(output as JsonObject);
  return entries.length > 0 && entries.every(([, text]) => typeof text === 'string' && isExpression(text))
    ? entries.map(([name, text]) => ({ name, text: text as string }))
    : null;
}

/** The references of an expression. */
export function refsIn(text: string, plan: Plan): readonly Ref[] {
  const parsed = parseExpression(text, kindsOf(plan));
  return parsed.ok ? refsOf(parsed.value) : [];
}
