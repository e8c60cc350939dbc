/** What a run returns (L-45): the plan's `output`, else the value of the last call that has one. */

import { type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { type Expr, isExpression, literalOf, parseExpression } from '../plan/expression.ts';
import { isApproval } from '../plan/graph.ts';
import { kindsOf } from '../plan/parsed-call.ts';
import { lookUp } from './reading.ts';
import type { RunState } from './state.ts';
import type { Found } from './value-store.ts';

/** Never fails: a reference that is dead or missing is null. */
export function outputOf(state: RunState): Json {
  const { plan, steps, rank } = state.program;
  if (plan.output !== undefined && plan.output !== null) return resolve(state, plan.output as Json);
  let last = -1;
  for (const step of steps) {
    const own = state.steps[step.index]!;
    // Whether a call that nobody waits for has returned by now is a matter of timing (L-29).
    if (step.fireAndForget) continue;
    if (own.status !== 'completed' || own.value === undefined || own.value === null || own.value === '')
      continue;
    if (last === -1 || rank[step.index]! > rank[last]!) last = step.index;
  }
  return last === -1 ? null : (state.steps[last]!.value ?? null);
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
    const roots = state.instances.length === 0 || isApproval(expr) ? [expr.kind] : null;
    if (roots) return lookUp(state, { ref: expr, instance: null, roots, writers: [], gate: null });
    return perInstance(state, expr);
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

/** Over instances a path has a value in each: `{LABEL: value}`; one that only global calls write has one (L-50). */
function perInstance(state: RunState, ref: Extract<Expr, { type: 'ref' }>): Found {
  const result: JsonObject = {};
  const view = { ref, writers: [], gate: null };
  let own = false;
  for (const { label } of state.instances) {
    const roots = [`${label}/${ref.kind}`, ref.kind];
    if (ref.kind === 'input' || state.store.read(roots[0]!, ref.path)) own = true;
    const found = lookUp(state, { ...view, instance: label, roots });
    setOwn(result, label, found ? (found.value as Json) : null);
  }
  return own ? { value: result } : lookUp(state, { ...view, instance: null, roots: [ref.kind] });
}
