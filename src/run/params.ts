/** A step's parameters with every reference replaced by its value, read at dispatch and frozen (L-17). */

import { type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { literalOf } from '../plan/expression.ts';
import { isMeta } from '../plan/params.ts';
import { expressionValue, presentValue, readExpression, readsTexts } from './reading.ts';
import type { RunState } from './state.ts';
import type { Step } from './steps.ts';

function literal(value: Json): Json {
  if (typeof value === 'string') return value.includes('†') ? literalOf(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(literal);
  const result: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(result, key, literal(value[key]!));
  return result;
}

const UNDERSCORE = 95;

/** Parameters as written, `††` read as `†` (L-2): a copy, in which references are then replaced. */
function literalParams({ call, contract }: Step): JsonObject {
  const params: JsonObject = {};
  for (const key in call) {
    const value = call[key];
    if (value === undefined || (key.charCodeAt(0) === UNDERSCORE && isMeta(key, contract))) continue;
    setOwn(params, key, literal(value as Json));
  }
  return params;
}

/** Call only for a step that is ready. A person's edits for this attempt are merged over the call's own (L-41). */
export function resolveParams(state: RunState, step: Step): JsonObject {
  const params = literalParams(step);
  const texts = readsTexts(state, step);
  for (let i = 0; i < step.places.length; i++) {
    const { role, path } = step.places[i]!;
    if (role !== 'parameter') continue;
    const found = expressionValue(state, step.exprs[i]!, texts);
    const value = found ? (found.value as Json) : null;
    const key = String(path[0]);
    if (path.length === 1) {
      setOwn(params, key, value);
      continue;
    }
    let holder = params[key] as JsonObject | Json[];
    for (let at = 1; at < path.length - 1; at++) {
      holder = (Array.isArray(holder) ? holder[Number(path[at])] : holder[String(path[at])]) as
        | JsonObject
        | Json[];
    }
    setOwn(holder, String(path[path.length - 1]), value);
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
