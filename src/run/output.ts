/** What a run returns (L-45): the plan's `output`, else the value of the last call that has one. */

import { type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { type Expr, isExpression, literalOf, parseExpression, type Ref } from '../plan/expression.ts';
import { isApproval } from '../plan/graph.ts';
import { kindsOf } from '../plan/parsed-call.ts';
import { rootOf } from './read-paths.ts';
import { lookUp } from './reading.ts';
import type { RunState } from './state.ts';
import type { Found } from './value-store.ts';

/** Never fails: a reference that is dead or missing is null. */
export function outputOf(state: RunState): Json {
  const { plan, steps, rank } = state.program;
  if (plan.output !== undefined && plan.output !== null) return resolve(state, plan.output as Json);
  let last = -1;
  for (const step of steps) {
    const value = state.steps.value[step.index];
    // Whether a call that nobody waits for has returned by now is a matter of timing (L-29).
    if (step.fireAndForget) continue;
    if (state.steps.status[step.index] !== 'completed') continue;
    if (value === undefined || value === null || value === '') continue;
    if (last === -1 || rank[step.index]! > rank[last]!) last = step.index;
  }
  return last === -1 ? null : (state.steps.value[last] ?? null);
}

function resolve(state: RunState, value: Json): Json {
  if (typeof value === 'string') {
    if (!isExpression(value)) return literalOf(value);
    const parsed = parseExpression(value, kindsOf(state.program.plan));
    return parsed.ok ? ((read(state, parsed.value)?.value as Json | undefined) ?? null) : null;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolve(state, item));
  const result: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(result, key, resolve(state, value[key]!));
  return result;
}

function read(state: RunState, expr: Expr): Found {
  if (expr.type === 'ref') {
    const isOne = state.instances.length === 0 || isApproval(expr);
    return isOne ? readOnce(state, expr) : perInstance(state, expr);
  }
  if (expr.type === 'and') {
    let last: Found;
    for (const operand of expr.operands) {
      last = read(state, operand);
      if (!last) return undefined;
    }
    return last;
  }
  for (const operand of expr.operands) {
    const found = read(state, operand);
    if (found) return found;
  }
  return undefined;
}

/** A path of a run without instances: mostly it holds what one call returned, and the rest of the memory is not asked for. */
function readOnce(state: RunState, ref: Ref): Found {
  const { status, branch, value } = state.steps;
  // The whole state is shown without what people approved (L-7).
  const only = ref.path.length > 0 ? state.program.soleWriterAt(ref) : -1;
  // What an earlier revision wrote stands too, and its calls are not of this program (L-42).
  if (only >= 0 && state.retired.size === 0 && status[only] === 'completed' && branch[only] === 0)
    return { value: value[only] };
  return lookUp(state, ref, null);
}

/** Over instances a path has a value in each: `{LABEL: value}`; one that only global calls write has one (L-50). */
function perInstance(state: RunState, ref: Extract<Expr, { type: 'ref' }>): Found {
  const result: JsonObject = {};
  let own = false;
  for (const { label } of state.instances) {
    if (ref.kind === 'input' || state.store.read(rootOf(ref, label), ref.path)) own = true;
    const found = lookUp(state, ref, label);
    setOwn(result, label, found ? (found.value as Json) : null);
  }
  return own ? { value: result } : lookUp(state, ref, null);
}
