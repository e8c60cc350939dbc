/** A step's parameters with every reference replaced by its value, read at dispatch and frozen (L-17). */

import { intAt, itemAt } from '../lib/columns.ts';
import { type Json, type JsonObject, setOwn } from '../lib/json.ts';
import type { JsonPath } from '../plan/edit.ts';
import { isExpression, literalOf } from '../plan/expression.ts';
import { isMeta } from '../plan/parsed-call.ts';
import { expressionValue, presentValue, readExpression, readPathOf, readsTexts } from './reading.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

const UNDERSCORE = 95;

/** Where an expression would begin, `††` reads as `†` (L-2). */
function literal(value: Json): Json {
  if (typeof value === 'string') return literalOf(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(literal);
  const result: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(result, key, literal(value[key]!));
  return result;
}

/** Call only for a step that is ready. A person's edits for this attempt are merged over the call's own (L-41). */
export function resolveParams(state: RunState, step: Step): JsonObject {
  const params = step.plain ? plainParams(state, step) : composedParams(state, step);
  const { edits } = seenDetail(state.steps, step.index);
  return edits ? { ...params, ...edits } : params;
}

/** Each reference is a whole parameter, so the first that is met is the first that was numbered, and so on. */
function plainParams(state: RunState, step: Step): JsonObject {
  const { call, contract } = step;
  const { starts, items } = state.program.refs;
  const texts = readsTexts(state, step);
  const params: JsonObject = {};
  let at = intAt(starts, step.index);
  for (const key in call) {
    const isOwn = key.charCodeAt(0) !== UNDERSCORE;
    if (!isOwn && isMeta(key, contract)) continue;
    const value = call[key] as Json | undefined;
    if (value === undefined) continue;
    const isRead = isOwn && typeof value === 'string' && isExpression(value);
    setOwn(params, key, isRead ? valueOfPath(state, intAt(items, at++), texts) : literal(value));
  }
  return params;
}

/** Parameters as written: a copy, in which references are then replaced. */
function composedParams(state: RunState, step: Step): JsonObject {
  const { call, contract, places } = step;
  const params: JsonObject = {};
  for (const key in call) {
    if (key.charCodeAt(0) === UNDERSCORE && isMeta(key, contract)) continue;
    const value = call[key];
    if (value !== undefined) setOwn(params, key, literal(value as Json));
  }
  const texts = readsTexts(state, step);
  let at = intAt(state.program.refs.starts, step.index);
  for (const { role, path, expr, refs } of places) {
    if (role === 'parameter') {
      const found = expressionValue(state, expr, at, texts);
      put(params, path, found ? (found.value as Json) : null);
    }
    at += refs.length;
  }
  return params;
}

function valueOfPath(state: RunState, path: number, texts: boolean): Json {
  // Nearly every reference is to what one call has returned.
  const source = intAt(state.paths.source, path);
  if (source >= 0) return state.steps.value[source]!;
  const reading = readPathOf(state, path, texts);
  const found = reading.kind === 'present' ? presentValue(state, reading) : undefined;
  return found ? (found.value as Json) : null;
}

/** Puts a value where its expression stood. */
function put(params: JsonObject, path: JsonPath, value: Json): void {
  let holder: JsonObject | Json[] = params;
  for (let i = 0; i < path.length - 1; i++) {
    holder = (Array.isArray(holder) ? holder[Number(path[i])] : holder[String(path[i])]) as
      | JsonObject
      | Json[];
  }
  setOwn(holder, String(path[path.length - 1]), value);
}

/** The value of `_forEach` (L-53). */
export function resolveItems(state: RunState, step: Step): Json | undefined {
  let at = intAt(state.program.refs.starts, step.index);
  for (const { role, expr, refs } of step.places) {
    if (role === 'forEach') return expressionValue(state, expr, at, false)?.value as Json | undefined;
    at += refs.length;
  }
  return undefined;
}

/** What `_scopes` lets the activity see besides its parameters, dead paths left out (L-51). */
export function resolveScopes(state: RunState, step: Step): JsonObject {
  const scopes: JsonObject = {};
  let at = intAt(state.program.refs.starts, step.index);
  for (const { role, expr, refs } of step.places) {
    const from = at;
    at += refs.length;
    if (role !== 'scope') continue;
    const reading = readExpression(state, expr, from, false);
    if (reading.kind !== 'present') continue;
    const { ref } = itemAt(state.program.paths, reading.path);
    const found = presentValue(state, reading);
    if (!found) continue;
    let holder = scopes;
    const segments = [ref.kind, ...ref.path].map(String);
    for (const segment of segments.slice(0, -1)) {
      const next = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
      if (typeof next === 'object' && next !== null && !Array.isArray(next)) holder = next;
      else {
        const empty: JsonObject = {};
        setOwn(holder, segment, empty);
        holder = empty;
      }
    }
    setOwn(holder, itemAt(segments, segments.length - 1), found.value);
  }
  return scopes;
}
