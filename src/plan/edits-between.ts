/**
 * The edits that make one version of a plan another, those that take what a conflict kept, and what edits of one
 * version mean on another. Knows no store.
 */

import { itemAt, valueAt } from '../lib/columns.ts';
import { hasOwn, type Json, type JsonObject, jsonEquals, setOwn } from '../lib/json.ts';
import { applyEdits } from './apply-edit.ts';
import { type Conflict, callsAt, type Place, type Version } from './conflict.ts';
import type { Call, Plan } from './document.ts';
import type { Edit, PlanField } from './edit.ts';
import { isExpression } from './expression.ts';
import { faultOfPlan, mergeVersions, seatKeys } from './merge.ts';

/** Applied in order to `from` they give `to`, the order of keys apart. The id of the plan stays. */
export function editsBetween(from: Plan, to: Plan): readonly Edit[] {
  const edits: Edit[] = [];
  for (const field of new Set([...Object.keys(from), ...Object.keys(to)]) as Set<PlanField>) {
    if ((field as string) === 'calls' || field === 'id') continue;
    const value = to[field] as Json | undefined;
    if (!jsonEquals(from[field], value)) edits.push({ kind: 'set-field', field, value });
  }
  if (from.calls !== to.calls) edits.push(...callEdits(from.calls, to.calls));
  return edits;
}

/** Removed calls from the end, changed ones in place, then each new or moved one to where it stands. */
function callEdits(from: readonly Call[], to: readonly Call[]): Edit[] {
  const edits: Edit[] = [];
  const wanted = seatKeys(to);
  const target = new Map(wanted.map((key, at) => [key, itemAt(to, at)]));
  const before = seatKeys(from);
  const keys: string[] = [];
  for (let at = from.length - 1; at >= 0; at--) {
    if (!target.has(itemAt(before, at))) edits.push({ kind: 'remove-call', id: itemAt(from, at)._id, at });
  }
  before.forEach((key, at) => {
    const call = target.get(key);
    if (call === undefined) return;
    const own = itemAt(from, at);
    if (!jsonEquals(own, call)) edits.push({ kind: 'replace-call', id: own._id, call, at: keys.length });
    keys.push(key);
  });
  wanted.forEach((key, at) => {
    if (keys[at] === key) return;
    const call = itemAt(to, at);
    const now = keys.indexOf(key, at);
    if (now < 0) edits.push({ kind: 'add-call', call, at });
    else {
      edits.push({ kind: 'move-call', id: call._id, to: at, at: now });
      keys.splice(now, 1);
    }
    keys.splice(at, 0, key);
  });
  return edits;
}

/**
 * The edits that put a conflict's other version into the plan. A value of the input is no part of the plan: there are
 * none for it. Empty too where the plan has that version already.
 */
export function editsToTake(plan: Plan, { place, other }: Conflict): readonly Edit[] {
  switch (place.kind) {
    case 'call':
      return editsBetween(plan, { ...plan, calls: withCalls(plan.calls, place.id, callsAt(other)) });
    case 'field': {
      const field = place.field as PlanField;
      return jsonEquals(plan[field], other) ? [] : [{ kind: 'set-field', field, value: other }];
    }
    case 'position': {
      const position = (other ?? null) as { x: number; y: number } | null;
      if (jsonEquals(plan.layout?.[place.id] ?? null, position)) return [];
      return [{ kind: 'place', positions: { [place.id]: position } }];
    }
    case 'order':
      return editsBetween(plan, { ...plan, calls: inOrder(plan.calls, other as readonly string[]) });
    case 'plan':
      return faultOfPlan(other) === undefined ? editsBetween(plan, other as unknown as Plan) : [];
    case 'input':
      return [];
  }
}

/** The list with these as the calls of an id: in the seats of those that are there, what is left behind the last. */
function withCalls(calls: readonly Call[], id: string, own: readonly Call[]): readonly Call[] {
  const last = calls.findLastIndex(({ _id }) => _id === id);
  let next = 0;
  const kept = calls.flatMap((call, at) => {
    if (call._id !== id) return [call];
    const mine = own.slice(next, at === last ? own.length : next + 1);
    next += mine.length;
    return mine;
  });
  return [...kept, ...own.slice(next)];
}

/** The calls that the list names stand in its order, in the places they have; the others stay where they are. */
function inOrder(calls: readonly Call[], ids: readonly string[]): readonly Call[] {
  const rank = new Map(ids.map((id, at) => [id, at]));
  const named = calls
    .filter(({ _id }) => rank.has(_id))
    .sort((a, b) => valueAt(rank, a._id) - valueAt(rank, b._id));
  let next = 0;
  return calls.map((call) => (rank.has(call._id) ? itemAt(named, next++) : call));
}

/** A place where both a step and the version it is carried to were changed, and the step's change does not stand. */
export interface Overruled {
  readonly place: Place;
  /** Of a call that both have: which of its parameters. */
  readonly keys?: readonly string[];
}

export interface Carried {
  readonly plan: Plan;
  readonly overruled: readonly Overruled[];
}

/**
 * What the step from `before` to `after` does on another version: all of it that touches nothing `onto` has touched
 * since `before`, of a call each parameter by itself. Where both did, `onto` stands, and that is told.
 */
export function carried(before: Plan, after: Plan, onto: Plan): Carried {
  const alone = (plan: Plan): Version => ({ plan, input: {}, conflicts: [] });
  const sides = { mine: 'onto', theirs: 'step', at: 0 };
  const { plan, conflicts } = mergeVersions(alone(before), alone(onto), alone(after), sides);
  // A merge keeps what one side edited and the other removed; here the removal stands.
  const removed = conflicts.filter(({ tab }) => tab === sides.mine);
  const without = applyEdits(
    plan,
    removed.flatMap((conflict) => editsToTake(plan, conflict)),
  );
  const woven = new Map<string, Call>();
  const overruled = conflicts.flatMap(({ place }): readonly Overruled[] => {
    const three = [before, onto, after].map((one) => onlyCall(one, place));
    const [was, here, there] = three;
    if (!was || !here || !there) return [{ place }];
    const { call, keys } = wovenCall(was, here, there);
    woven.set(call._id, call);
    return keys.length > 0 ? [{ place, keys }] : [];
  });
  if (!without.ok) return { plan: onto, overruled };
  const { plan: result } = without.value;
  const calls = woven.size === 0 ? result.calls : result.calls.map((call) => woven.get(call._id) ?? call);
  return { plan: calls === result.calls ? result : { ...result, calls }, overruled };
}

export const carriedOver = (before: Plan, after: Plan, onto: Plan): Plan => carried(before, after, onto).plan;

/** The call of a place, where the plan has one of that id and no other. */
function onlyCall({ calls }: Plan, place: Place): Call | undefined {
  if (place.kind !== 'call') return undefined;
  const [call, ...others] = calls.filter(({ _id }) => _id === place.id);
  return others.length > 0 ? undefined : call;
}

/**
 * A call parameter by parameter. Where both changed one, what else the step says of the call does not fit it either, but
 * for what it reads; `keys`: those of the step's that do not stand.
 */
function wovenCall(was: Call, here: Call, there: Call): { call: Call; keys: readonly string[] } {
  const all = new Set([...Object.keys(here), ...Object.keys(there)]);
  const changes = [...all].map((key) => {
    const [before, mine, theirs] = [was, here, there].map((call) => standingAt(call, key));
    const isOwn = !isAlike(before, mine);
    return { key, mine, theirs, isOwn, isOther: !isAlike(mine, theirs) && !isAlike(before, theirs) };
  });
  const isHit = changes.some(({ key, isOwn, isOther }) => isOwn && isOther && key !== '_description');
  const call: Record<string, Json> = {};
  const keys: string[] = [];
  for (const { key, mine, theirs, isOwn, isOther } of changes) {
    const gets = !isOwn && (!isOther || !isHit || isRead(mine) || isRead(theirs));
    if (isOther && !gets) keys.push(key);
    const value = gets ? theirs : mine;
    if (value !== undefined) setOwn(call, key, value);
  }
  return { call: call as unknown as Call, keys };
}

const standingAt = (call: Call, key: string): Json | undefined =>
  hasOwn(call, key) ? (call as unknown as JsonObject)[key] : undefined;
const isRead = (value: Json | undefined): boolean => typeof value === 'string' && isExpression(value);

const isAlike = (one: Json | undefined, other: Json | undefined): boolean =>
  one === undefined || other === undefined ? one === other : jsonEquals(one, other);
