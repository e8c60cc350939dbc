/** What a run returns (L-45): the plan's `output`, else the value of the last call that has one. Changes nothing. */

import { intAt } from '../lib/columns.ts';
import { type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { type Expr, isExpression, literalOf, parseExpression, type Ref } from '../plan/expression.ts';
import { goesOn } from '../plan/goes-on.ts';
import { isApproval } from '../plan/graph.ts';
import { kindsOf } from '../plan/parsed-call.ts';
import type { Found } from './found.ts';
import { LargeValue } from './large-value.ts';
import { isUnread, Unread } from './looked-into.ts';
import { pathOutcome } from './path-outcome.ts';
import { lookUp } from './reading.ts';
import type { RunState } from './state.ts';
import { rootOf } from './write-log.ts';

/** How one path is read, in the eyes of an instance. */
type ReadPathOf = (state: RunState, ref: Ref, instance: string | null) => Found;

/**
 * Of a run whose calls have all ended: read as any expression is (L-11 to L-14), what is dead or missing being null.
 * Null where a large value has to be looked into first, which is wanted now.
 */
export const outputOf = (state: RunState): Output | null => readThrough(state, outputBy(state, readSettled));

/** Of a run that was cut off at a ceiling: what its paths hold, though more was to come. Null as `outputOf`. */
export const outputAsItStands = (state: RunState): Output | null =>
  readThrough(state, outputBy(state, readAsItStands));

/** Of a run that was stopped: what nobody has looked into yet is left out, as nothing is waited for. */
export const outputAtOnce = (state: RunState): Json =>
  withoutUnread(outputBy(state, readAsItStands), () => {}) as Json;

/** What a run returns. */
interface Output {
  readonly output: Json;
}

function readThrough(state: RunState, output: Json): Output | null {
  if (!state.looked.isUsed) return { output };
  let isRead = true;
  const whole = withoutUnread(output, (unread) => {
    if (state.looked.isLost(unread)) return;
    state.looked.want(unread);
    isRead = false;
  });
  return isRead ? { output: whole as Json } : null;
}

/** A value with null for what has to be looked into. */
function withoutUnread(value: unknown, see: (unread: Unread) => void): unknown {
  if (typeof value !== 'object' || value === null || value instanceof LargeValue) return value;
  if (value instanceof Unread) {
    see(value);
    return null;
  }
  if (Array.isArray(value)) return value.map((item) => withoutUnread(item, see));
  const result: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(result, key, withoutUnread((value as JsonObject)[key], see));
  return result;
}

/** What one instance returns (L-55): read in its eyes, as it stands. What nobody has looked into yet is left out. */
export function outputOfInstance(state: RunState, label: string): Json {
  const { plan } = state.program;
  const isThrough = state.reason === 'goal_met' || state.reason === 'errors';
  const readPath = isThrough ? readSettled : readAsItStands;
  const output =
    plan.output === undefined || plan.output === null
      ? lastResult(state, label)
      : resolve(state, plan.output as Json, readPath, label);
  return withoutUnread(output, () => {}) as Json;
}

function outputBy(state: RunState, readPath: ReadPathOf): Json {
  const { plan } = state.program;
  // A planner that has not said what it comes to has said that it is not done (L-63).
  if (goesOn(plan)) return null;
  if (plan.output === undefined || plan.output === null) return lastResult(state);
  return resolve(state, plan.output as Json, readPath);
}

/** @param label of one instance; absent: of all calls */
function lastResult(state: RunState, label?: string): Json {
  const { steps: all, rank, index, plan } = state.program;
  // Of one instance by its own calls: in a table of ten thousand all steps would be gone through for each row.
  const steps =
    label === undefined
      ? all
      : plan.calls.flatMap(({ _id }) => all[index.get(`${_id}@${label}`) ?? -1] ?? []);
  let last = -1;
  for (const step of steps) {
    const value = state.steps.value[step.index];
    // Whether a call that nobody waits for has returned by now is a matter of timing (L-29).
    if (step.fireAndForget) continue;
    if (state.steps.status[step.index] !== 'completed') continue;
    if (value === undefined || value === null || value === '') continue;
    if (last === -1 || intAt(rank, step.index) > intAt(rank, last)) last = step.index;
  }
  return last === -1 ? null : (state.steps.value[last] ?? null);
}

function resolve(state: RunState, value: Json, readPath: ReadPathOf, label?: string): Json {
  if (typeof value === 'string') {
    if (!isExpression(value)) return literalOf(value);
    const parsed = parseExpression(value, kindsOf(state.program.plan));
    return parsed.ok
      ? ((read(state, parsed.value, readPath, label)?.value as Json | undefined) ?? null)
      : null;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolve(state, item, readPath, label));
  const result: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(result, key, resolve(state, value[key]!, readPath, label));
  return result;
}

function read(state: RunState, expr: Expr, readPath: ReadPathOf, label?: string): Found {
  if (expr.type === 'ref') {
    if (label !== undefined) return readPath(state, expr, label);
    const isOne = state.instances.length === 0 || isApproval(expr);
    return isOne ? readPath(state, expr, null) : perInstance(state, expr, readPath);
  }
  let last: Found;
  for (const operand of expr.operands) {
    last = read(state, operand, readPath, label);
    if (isUnread(last) && !state.looked.isLost(last.value)) return last;
    if ((last === undefined) === (expr.type === 'and')) return last;
  }
  return last;
}

/** Every connected writer has ended, so a path that has a value may be dead all the same (L-14). */
function readSettled(state: RunState, ref: Ref, instance: string | null): Found {
  if (isPlainResult(state, ref)) return readAsItStands(state, ref, instance);
  const path = state.program.readAt(ref, instance);
  // What no call writes, and what a person writes, has no more to it than its value.
  if (path.writes.length === 0 || isApproval(ref)) return lookUp(state, ref, instance);
  const { status, found, unread } = pathOutcome(state, path);
  if (unread) return { value: unread };
  return status === 'present' ? found : undefined;
}

/** What is at a path once every connected writer has ended, in a run that may not have. */
export const settledAt = (state: RunState, ref: Ref): Found => readSettled(state, ref, null);

/** Mostly a path holds what one call has returned, and the rest of the memory is not asked for. */
function readAsItStands(state: RunState, ref: Ref, instance: string | null): Found {
  return isPlainResult(state, ref)
    ? { value: state.steps.value[state.program.soleWriterAt(ref)] }
    : lookUp(state, ref, instance);
}

function isPlainResult({ program, steps, retired }: RunState, ref: Ref): boolean {
  // The whole state is shown without what people approved (L-7).
  const only = ref.path.length > 0 ? program.soleWriterAt(ref) : -1;
  // What an earlier revision wrote stands too, and its calls are not of this program (L-42).
  return only >= 0 && retired.size === 0 && steps.status[only] === 'completed' && steps.branch[only] === 0;
}

/** Over instances a path has a value in each: `{LABEL: value}`; one that only global calls write has one (L-50). */
function perInstance(state: RunState, ref: Ref, readPath: ReadPathOf): Found {
  const result: JsonObject = {};
  let own = false;
  for (const { label } of state.instances) {
    if (ref.kind === 'input' || state.store.read(rootOf(ref, label), ref.path)) own = true;
    const found = readPath(state, ref, label);
    setOwn(result, label, found ? (found.value as Json) : null);
  }
  return own ? { value: result } : readPath(state, ref, null);
}
