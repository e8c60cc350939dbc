/** What a result becomes where it is written: joined with what stands there (L-21), and held to the state's schema (L-34). */

import { ok, type Result } from '../lib/result.ts';
import { printRef, type Ref } from '../plan/expression.ts';
import type { Failure } from './events.ts';
import type { Found } from './found.ts';
import { LargeValue } from './large-value.ts';
import { isUnread, type Unread } from './looked-into.ts';
import { applyMethod } from './output-method.ts';
import { rootsOf } from './read-paths.ts';
import { storedValue } from './reading.ts';
import type { RunState } from './state.ts';
import { hasSchemaAt, hasStateSchema, violation } from './state-schema.ts';
import type { Step } from './steps.ts';
import { rootOf, targetsOf } from './write-log.ts';

const isChecked = ({ program, setting, steps }: RunState, step: Step): boolean =>
  hasStateSchema(program.plan) && steps.lost[step.index] === 0 && setting.invented !== true;

/** What has to be looked into before a result can be written: a schema is asked about, or it is joined with what stands. */
export function unreadToCommit(state: RunState, step: Step, branch: number, value: unknown): Unread | null {
  for (const target of targetsOf(step, branch)) {
    if (isChecked(state, step) && hasSchemaAt(state.program.plan, target)) {
      const checked = state.looked.whole(value);
      if (isUnread(checked)) return checked.value;
    }
    if (!step.accumulating) continue;
    const { value: added, base } = toJoin(state, step, target, value);
    if (isUnread({ value: added })) return added as Unread;
    if (base !== 'taken' && isUnread(base) && !state.looked.isLost(base.value)) return base.value;
  }
  return null;
}

/** What is wrong with a result that is to stand at its targets as it is. */
export function violationOf(state: RunState, step: Step, branch: number, value: unknown): Failure | null {
  if (!isChecked(state, step)) return null;
  for (const target of targetsOf(step, branch)) {
    if (!hasSchemaAt(state.program.plan, target)) continue;
    const wrong = violation(state.program.plan, target, state.looked.whole(value)?.value);
    if (wrong) return { code: 'state-type', message: wrong };
  }
  return null;
}

/** Joins a result with what stands at each of its targets, and writes it there if nothing is wrong with any. */
export function accumulate(state: RunState, step: Step, branch: number, value: unknown): Failure | null {
  const joined: Joined[] = [];
  for (const target of targetsOf(step, branch)) {
    const result = joinedAt(state, step, target, value);
    if (!result.ok) return { code: 'method-type', message: `${printRef(target)}: ${result.error}` };
    const isAsked = isChecked(state, step) && hasSchemaAt(state.program.plan, target);
    const wrong = isAsked
      ? violation(state.program.plan, target, state.looked.whole(result.value.whole())?.value)
      : null;
    if (wrong) return { code: 'state-type', message: wrong };
    joined.push(result.value);
  }
  for (const { write } of joined) write();
  return null;
}

interface Joined {
  /** All that will stand at the path. To be asked for only where it is looked at: it may be long. */
  readonly whole: () => unknown;
  readonly write: () => void;
}

/**
 * A result joined with what stands at a target, to be written (L-21); why not where that is of the wrong type. It
 * builds on an instance's own value, over the global one that folds before it (L-22, L-50).
 */
export function joinedAt(
  state: RunState,
  step: Pick<Step, 'instance' | 'method'>,
  target: Ref,
  given: unknown,
): Result<Joined, string> {
  const { store } = state;
  const { instance, method } = step;
  const root = rootOf(target, instance);
  const { value, base } = toJoin(state, step, target, given);
  if (base === 'taken') {
    return ok({
      whole: () => {
        const joined = applyMethod(method, standingAt(state, instance, target), value);
        return joined.ok ? joined.value : undefined;
      },
      write: () => store.add(root, target.path, method, value),
    });
  }
  const joined = applyMethod(method, isUnread(base) ? undefined : base, value);
  if (!joined.ok) return joined;
  return ok({ whole: () => joined.value, write: () => store.write(root, target.path, joined.value) });
}

const standingAt = (state: RunState, instance: string | null, target: Ref): Found =>
  storedValue(state, rootsOf(target, instance), target.path);

/**
 * The two that are joined, large ones whole where a method goes into them; `taken` where the store joins by itself, so
 * that nobody has to put together what stands there. Either is an `Unread` where it has to be looked into first.
 */
function toJoin(
  state: RunState,
  { instance, method }: Pick<Step, 'instance' | 'method'>,
  target: Ref,
  given: unknown,
): { readonly value: unknown; readonly base: Found | 'taken' } {
  const { store, looked } = state;
  if (method === 'set') return { value: given, base: undefined };
  // A list takes an element as it is.
  const value = looked.isUsed && method !== 'push' ? looked.whole(given)?.value : given;
  if (isUnread({ value })) return { value, base: undefined };
  if (store.takes(rootOf(target, instance), target.path, method, value)) return { value, base: 'taken' };
  const base = standingAt(state, instance, target);
  const goesInto = method === 'merge' || base?.value instanceof LargeValue;
  return {
    value,
    base: looked.isUsed && base && goesInto && !isUnread(base) ? looked.whole(base.value) : base,
  };
}
