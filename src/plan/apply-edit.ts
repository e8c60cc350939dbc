/** Applies edits to a plan and gives their inverses. What an edit does not touch keeps its identity. */

import { assertNever } from '../lib/assert.ts';
import { itemAt } from '../lib/columns.ts';
import { hasOwn, isObject, type Json, setOwn } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { faultOfCall } from './call-shape.ts';
import type { Call, Plan } from './document.ts';
import type { Edit, JsonPath, PlanField } from './edit.ts';
import { faultOfField } from './field-shape.ts';

/** A plan after edits, and the way back. */
export interface Edited {
  readonly plan: Plan;
  /** Applied in this order they restore the document as it was, the order of its keys included. */
  readonly inverse: readonly Edit[];
}

/** Applies edits in order, all or none. The error is a sentence. */
export function applyEdits(plan: Plan, edits: readonly Edit[]): Result<Edited, string> {
  let current = plan;
  const inverses: (readonly Edit[])[] = [];
  for (const edit of edits) {
    const edited = applyEdit(current, edit);
    if (!edited.ok) return edited;
    current = edited.value.plan;
    inverses.push(edited.value.inverse);
  }
  return ok({ plan: current, inverse: inverses.reverse().flat() });
}

/** Applies one edit. The error is a sentence: what the edit names is not there, or would not be a call. */
export function applyEdit(plan: Plan, edit: Edit): Result<Edited, string> {
  switch (edit.kind) {
    case 'add-call':
      return addCall(plan, edit.call, edit.at);
    case 'remove-call':
      return withCall(plan, edit, (call, at) =>
        ok({
          plan: { ...plan, calls: plan.calls.toSpliced(at, 1) },
          inverse: [{ kind: 'add-call', call, at }],
        }),
      );
    case 'move-call':
      return withCall(plan, edit, (call, at) => moveCall(plan, call, at, edit.to));
    case 'set-in-call':
      return withCall(plan, edit, (call, at) => {
        if (edit.path.length === 0) return err('An edit inside a call must name the place in it.');
        const changed = setInValue(call as unknown as Json, edit.path, edit.value);
        if (!changed.ok) return err(`In the call "${call._id}" ${changed.error}.`);
        return replaceCall(plan, call, at, changed.value as unknown as Call);
      });
    case 'replace-call':
      return withCall(plan, edit, (call, at) => replaceCall(plan, call, at, edit.call));
    case 'set-field':
      return setField(plan, edit.field, edit.value, edit.before);
    case 'place':
      return place(plan, edit.positions);
    case 'in-plan':
      return inPlan(plan, edit.name, edit.edit);
    default:
      return assertNever(edit);
  }
}

function withCall(
  plan: Plan,
  edit: { readonly id: string; readonly at?: number },
  change: (call: Call, at: number) => Result<Edited, string>,
): Result<Edited, string> {
  const hinted = edit.at === undefined ? undefined : plan.calls[edit.at];
  const at = hinted?._id === edit.id ? edit.at! : plan.calls.findIndex((call) => call._id === edit.id);
  const call = plan.calls[at];
  return call === undefined ? err(`There is no call "${edit.id}" in this plan.`) : change(call, at);
}

function addCall(plan: Plan, call: Call, at: number): Result<Edited, string> {
  const fault = faultOfCall(call);
  if (fault !== undefined) return err(`What was to be added ${fault}.`);
  if (!isPlace(at, plan.calls.length)) return err(noPlace(plan.calls.length, at));
  return ok({
    plan: { ...plan, calls: plan.calls.toSpliced(at, 0, call) },
    inverse: [{ kind: 'remove-call', id: call._id, at }],
  });
}

function moveCall(plan: Plan, call: Call, at: number, to: number): Result<Edited, string> {
  if (!isPlace(to, plan.calls.length - 1)) return err(noPlace(plan.calls.length, to));
  return ok({
    plan: { ...plan, calls: plan.calls.toSpliced(at, 1).toSpliced(to, 0, call) },
    inverse: [{ kind: 'move-call', id: call._id, to: at, at: to }],
  });
}

/** The inverse is the old call itself: it brings back the order of its keys, and its identity to every cache. */
function replaceCall(plan: Plan, old: Call, at: number, call: Call): Result<Edited, string> {
  const fault = faultOfCall(call);
  if (fault !== undefined) return err(`After this edit the call "${old._id}" ${fault}.`);
  return ok({
    plan: { ...plan, calls: plan.calls.with(at, call) },
    inverse: [{ kind: 'replace-call', id: call._id, call: old, at }],
  });
}

const isPlace = (at: number, last: number): boolean => Number.isInteger(at) && at >= 0 && at <= last;
const noPlace = (length: number, at: number): string => `A list of ${length} calls has no place ${at}.`;

function setField(
  plan: Plan,
  field: PlanField,
  value: Json | undefined,
  before: string | undefined,
): Result<Edited, string> {
  if ((field as string) === 'calls') return err('Calls are edited one at a time.');
  const fault = value === undefined ? undefined : faultOfField(field, value);
  if (fault !== undefined) return err(`After this edit the plan ${fault}.`);
  const keys = Object.keys(plan);
  const at = keys.indexOf(field);
  const old = (plan as unknown as Record<string, Json>)[field];
  if (at < 0 && value === undefined) return ok({ plan, inverse: [] });
  const changed: Record<string, unknown> = {};
  for (const key of keys) {
    if (at < 0 && key === before) setOwn(changed, field, value);
    if (key !== field) setOwn(changed, key, plan[key as keyof Plan]);
    else if (value !== undefined) setOwn(changed, field, value);
  }
  if (value !== undefined && !hasOwn(changed, field)) setOwn(changed, field, value);
  const next = keys[at + 1];
  const inverse: Edit =
    at < 0
      ? { kind: 'set-field', field, value: undefined }
      : { kind: 'set-field', field, value: old, ...(next === undefined ? {} : { before: next }) };
  return ok({ plan: changed as unknown as Plan, inverse: [inverse] });
}

/** A null takes a position away. The inverse puts the old layout back whole, which costs nothing: it is shared. */
function place(
  plan: Plan,
  positions: Readonly<Record<string, { x: number; y: number } | null>>,
): Result<Edited, string> {
  const layout: Record<string, Json> = { ...(plan.layout as Record<string, Json> | undefined) };
  for (const id of Object.keys(positions)) {
    const position = positions[id];
    if (position) setOwn(layout, id, { ...position });
    else delete layout[id];
  }
  return setField(plan, 'layout', layout, undefined);
}

/** What of a document a sub-plan in it has none of (L-52). */
const OF_DOCUMENTS: ReadonlySet<string> = new Set(['format', 'version', 'id', 'plans']);

function inPlan(plan: Plan, name: string, edit: Edit): Result<Edited, string> {
  const own = plan.plans && hasOwn(plan.plans, name) ? plan.plans[name] : undefined;
  if (own === undefined) return err(`There is no sub-plan "${name}" in this plan.`);
  if (edit.kind === 'in-plan' || (edit.kind === 'set-field' && OF_DOCUMENTS.has(edit.field)))
    return err(`The sub-plan "${name}" has no such part: that is of the document.`);
  const edited = applyEdit(own as Plan, edit);
  if (!edited.ok) return err(`In the sub-plan "${name}": ${edited.error}`);
  const plans = { ...plan.plans, [name]: edited.value.plan };
  const inverse = edited.value.inverse.map((back): Edit => ({ kind: 'in-plan', name, edit: back }));
  return ok({ plan: { ...plan, plans }, inverse });
}

// Sets or deletes one value deep inside a JSON value, sharing all that does not change.

/**
 * A copy of `root` with `value` at `path`; undefined deletes it (an array closes the gap). A key that is there
 * keeps its place, a new one goes to the end. The error is the end of a sentence that says what is not there.
 */
function setInValue(root: Json, path: JsonPath, value: Json | undefined): Result<Json, string> {
  const [step, ...rest] = path;
  if (step === undefined) return value === undefined ? err("a whole value can't be deleted") : ok(value);
  if (Array.isArray(root)) return setInArray(root, step, rest, value);
  if (isObject(root)) return setInObject(root as { [key: string]: Json }, String(step), rest, value);
  return err(`there is nothing inside which "${step}" could be set`);
}

function setInArray(
  items: readonly Json[],
  step: string | number,
  rest: JsonPath,
  value: Json | undefined,
): Result<Json, string> {
  if (typeof step !== 'number' || !Number.isInteger(step) || step < 0 || step > items.length) {
    return err(`a list of ${items.length} has no place "${step}"`);
  }
  if (rest.length === 0 && value === undefined) {
    if (step === items.length) return err(`a list of ${items.length} has no place "${step}"`);
    return ok(items.toSpliced(step, 1));
  }
  if (rest.length > 0 && step === items.length)
    return err(`a list of ${items.length} has no place "${step}"`);
  const inner = rest.length === 0 ? ok(value!) : setInValue(itemAt(items, step), rest, value);
  if (!inner.ok) return inner;
  const copy = [...items];
  copy[step] = inner.value;
  return ok(copy);
}

function setInObject(
  object: { [key: string]: Json },
  key: string,
  rest: JsonPath,
  value: Json | undefined,
): Result<Json, string> {
  const copy = { ...object };
  if (rest.length === 0) {
    if (value === undefined) {
      if (!hasOwn(object, key)) return err(`there is no "${key}" to delete`);
      delete copy[key];
    } else {
      setOwn(copy, key, value);
    }
    return ok(copy);
  }
  if (!hasOwn(object, key)) return err(`there is no "${key}"`);
  const inner = setInValue(object[key]!, rest, value);
  if (!inner.ok) return inner;
  setOwn(copy, key, inner.value);
  return ok(copy);
}
