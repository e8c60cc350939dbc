/**
 * The plan of a run with what people corrected in it: what would have needed no correction. Only what worked counts, and only
 * what the plan itself says: a value that another call gave is the data's, and a literal in its place would cut the wire.
 */

import { hasOwn, isObject, type Json, type JsonObject, jsonEquals, setOwn } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import { isExpression, literalOf, literalText } from '../plan/expression.ts';
import type { RunState } from './state.ts';
import type { Step } from './steps.ts';
import { planOf } from './whole.ts';

export interface Repaired {
  readonly plan: Plan;
  /** Ids of the calls whose parameters a person corrected. */
  readonly corrected: readonly string[];
}

/** null before the run has a plan. */
export function repairedPlan(state: RunState): Repaired | null {
  const plan = planOf(state);
  if (!plan) return null;
  const byId = new Map<string, Call | null>();
  for (const step of state.program.steps) {
    const call = correctedCall(state, step);
    if (call === undefined) continue;
    const known = byId.get(step.call._id);
    // Instances that were given other values say nothing of the call that all of them are.
    const isOne = known === undefined || (known !== null && isSame(known, call));
    byId.set(step.call._id, isOne ? call : null);
  }
  const corrected: string[] = [];
  const calls = plan.calls.map((call) => {
    const now = byId.get(call._id) ?? call;
    if (isSame(now, call)) return call;
    corrected.push(call._id);
    return now;
  });
  return corrected.length === 0 ? { plan, corrected } : { plan: { ...plan, calls }, corrected };
}

const isSame = (one: Call, other: Call): boolean => one === other || jsonEquals({ ...one }, { ...other });

/** The call as its last attempt had it, the plan's own where nobody corrected it; undefined where it did not come to a result. */
function correctedCall({ steps }: RunState, { call, contract, index }: Step): Call | undefined {
  const detail = steps.details.get(index);
  // What a person gave in the place of a result proves no parameter.
  if (steps.status[index] !== 'completed' || steps.memoized[index] === 1 || detail?.via != null)
    return undefined;
  const edits = detail?.edits;
  if (!edits) return call;
  const properties = isObject(contract?.parameters) ? contract.parameters.properties : undefined;
  const result = { ...call } as unknown as JsonObject;
  for (const [key, value] of Object.entries(edits)) {
    const schema = isObject(properties) ? properties[key] : undefined;
    // A secret stands in no plan (L-9).
    if (isObject(schema) && schema.secret === true) continue;
    const was = hasOwn(call, key) ? (result[key] ?? null) : undefined;
    setOwn(result, key, was === undefined ? written(value) : corrected(was, value));
  }
  return result as unknown as Call;
}

/** What stands in the plan, with what was corrected of it; references stay. */
function corrected(was: Json, value: Json): Json {
  if (typeof was === 'string') {
    if (isExpression(was)) return was;
    return literalOf(was) === value ? was : written(value);
  }
  if (Array.isArray(was) && Array.isArray(value) && was.length === value.length)
    return was.map((one, at) => corrected(one, value[at] ?? null));
  if (isObject(was) && isObject(value)) {
    const all: JsonObject = {};
    for (const [key, one] of Object.entries(value))
      setOwn(all, key, hasOwn(was, key) ? corrected(was[key] ?? null, one) : written(one));
    return all;
  }
  return holdsReference(was) ? was : written(value);
}

const holdsReference = (value: Json): boolean =>
  typeof value === 'string'
    ? isExpression(value)
    : typeof value === 'object' &&
      value !== null &&
      Object.values(value).some((one) => holdsReference(one as Json));

/** A value as a plan has it written. */
function written(value: Json): Json {
  if (typeof value === 'string') return literalText(value);
  if (Array.isArray(value)) return value.map(written);
  if (!isObject(value)) return value;
  const all: JsonObject = {};
  for (const [key, one] of Object.entries(value)) setOwn(all, key, written(one));
  return all;
}
