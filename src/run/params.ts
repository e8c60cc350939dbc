/** A step's parameters with every reference replaced by its value, read at dispatch and frozen (L-17). */

import { type Json, type JsonObject, setOwn } from '../lib/json.ts';
import type { Call } from '../plan/document.ts';
import { literalOf } from '../plan/expression.ts';
import { paramsOf } from '../plan/params.ts';
import { expressionValue, presentValue, readExpression, readsTexts } from './reading.ts';
import type { RunState } from './state.ts';
import type { Step } from './steps.ts';

/** Parameters as written, `††` read as `†` (L-2), one copy for each call object. */
const literals = new WeakMap<Call, JsonObject>();

function literalsOf(step: Step): JsonObject {
  let own = literals.get(step.call);
  if (!own) {
    own = literal(paramsOf(step.call, step.contract)) as JsonObject;
    literals.set(step.call, own);
  }
  return own;
}

function literal(value: Json): Json {
  if (typeof value === 'string') return value.includes('†') ? literalOf(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(literal);
  const result: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(result, key, literal(value[key]!));
  return result;
}

/** Call only for a step that is ready. A person's edits for this attempt are merged over the call's own (L-41). */
export function resolveParams(state: RunState, step: Step): JsonObject {
  const params: JsonObject = {};
  const own = literalsOf(step);
  for (const key in own) setOwn(params, key, own[key]);
  const texts = readsTexts(state, step);
  let copied: Set<string | number> | null = null;
  for (let i = 0; i < step.places.length; i++) {
    const place = step.places[i]!;
    const expr = step.exprs[i]!;
    if (place.role !== 'parameter') continue;
    const found = expressionValue(state, expr, texts);
    const value = found ? (found.value as Json) : null;
    const [key, ...rest] = place.path;
    if (rest.length === 0) {
      setOwn(params, String(key), value);
      continue;
    }
    copied ??= new Set();
    if (!copied.has(key!)) {
      copied.add(key!);
      setOwn(params, String(key), literal(step.call[String(key)] as Json));
    }
    let holder = params[String(key)] as JsonObject | Json[];
    for (let i = 0; i < rest.length - 1; i++) {
      holder = (Array.isArray(holder) ? holder[Number(rest[i])] : holder[String(rest[i])]) as
        | JsonObject
        | Json[];
    }
    setOwn(holder, String(rest[rest.length - 1]), value);
  }
  const edits = state.steps[step.index]!.edits;
  return edits ? { ...params, ...edits } : params;
}

/** What `_scopes` lets the activity see besides its parameters, dead paths left out (L-51). */
export function resolveScopes(state: RunState, step: Step): JsonObject {
  const scopes: JsonObject = {};
  for (let i = 0; i < step.places.length; i++) {
    const expr = step.exprs[i]!;
    if (step.places[i]!.role !== 'scope') continue;
    const reading = readExpression(state, expr, false);
    if (reading.kind !== 'present') continue;
    const { ref } = state.program.paths[reading.path]!;
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
    setOwn(holder, segments[segments.length - 1]!, found.value);
  }
  return scopes;
}
