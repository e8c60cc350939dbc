/**
 * Two versions of one plan become one, against the version both began with: call by call, field by field. What only
 * one side touched is taken; what both touched differently is a conflict, which keeps the version that does not
 * stand. Pure; knows no tab, no storage and no screen.
 */

import { itemAt } from '../lib/columns.ts';
import { hasOwn, isObject, type Json, type JsonObject, jsonEquals, setOwn } from '../lib/json.ts';
import { faultOfCall } from './call-shape.ts';
import {
  type Conflict,
  callsAt,
  isSameConflict,
  type Place,
  placeKey,
  type Sides,
  type Version,
} from './conflict.ts';
import type { Call, Plan } from './document.ts';
import { mergedNotes } from './merge-notes.ts';
import { FORMAT, VERSION } from './vocabulary.ts';

/**
 * The one version that follows from two (git's three-way merge, per place).
 *
 * Where both touched a place differently, mine stands and theirs is in a conflict; a removed part is never preferred
 * to an edited one. Conflicts that either side decided are gone, and deciding one counts as touching its place. What
 * is as it was in `mine` keeps its identity. Laws: `merge(b, b, x)` is `x`, `merge(b, x, b)` is `x`, and each touch of
 * either side is in the result or in a conflict of it.
 */
export function mergeVersions(base: Version, mine: Version, theirs: Version, sides: Sides): Version {
  if (faultOfPlan(theirs.plan)) {
    const conflict: Conflict = {
      place: { kind: 'plan' },
      other: theirs.plan as unknown as Json,
      tab: sides.theirs,
      at: sides.at,
    };
    return { ...mine, conflicts: withConflict(mine.conflicts, conflict) };
  }
  const [was, here, there] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  const decidedHere = decided(base, mine);
  const decidedThere = decided(base, theirs);
  const found: Conflict[] = [];
  const merged: Parts = new Map();

  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const [b, m, t] = [was.get(key), here.get(key), there.get(key)];
    const place = (m ?? t)!.place;
    let stands = m;
    if (!isSame(m, t)) {
      const touchedHere = !isSame(b, m) || decidedHere.has(key);
      const touchedThere = !isSame(b, t) || decidedThere.has(key);
      const isDecided = decidedHere.has(key) || decidedThere.has(key);
      const notes = key === NOTES_KEY && !isDecided ? mergedNotes(b?.value, m?.value, t?.value) : undefined;
      if (!touchedHere) stands = t;
      else if (touchedThere && notes) stands = notes.length > 0 ? { place, value: notes } : undefined;
      else if (touchedThere) {
        stands = m ?? t;
        const other = m === undefined ? undefined : t;
        const tab = m === undefined ? sides.mine : sides.theirs;
        found.push({ place, ...(other ? { other: other.value } : {}), tab, at: sides.at });
      }
    }
    if (stands) merged.set(key, stands);
  }

  const order = mergeOrder(base.plan, mine.plan, theirs.plan, merged, {
    here: decidedHere.has(ORDER_KEY),
    there: decidedThere.has(ORDER_KEY),
  });
  if (order.other) {
    found.push({ place: { kind: 'order' }, other: [...order.other], tab: sides.theirs, at: sides.at });
  }
  const conflicts = found.reduce<readonly Conflict[]>(withConflict, openOf(base, mine, theirs));
  const hasLayout = hasOwn(base.plan, 'layout') === hasOwn(mine.plan, 'layout') ? theirs.plan : mine.plan;
  return { ...assemble(mine, merged, order.seats, hasOwn(hasLayout, 'layout')), conflicts };
}

// Parts

interface Part {
  readonly place: Place;
  readonly value: Json;
}
type Parts = Map<string, Part>;
const ORDER_KEY = placeKey({ kind: 'order' });
const NOTES_KEY = placeKey({ kind: 'field', field: 'notes' });

function partsOf({ plan, input }: Version): Parts {
  const parts: Parts = new Map();
  const put = (place: Place, value: Json): void => void parts.set(placeKey(place), { place, value });
  for (const call of plan.calls as readonly Json[]) {
    const place: Place = { kind: 'call', id: (call as unknown as Call)._id };
    const before = parts.get(placeKey(place))?.value;
    put(place, before === undefined ? call : [...(callsAt(before) as unknown as Json[]), call]);
  }
  for (const field of Object.keys(plan)) {
    if (field !== 'calls' && field !== 'layout')
      put({ kind: 'field', field }, plan[field as keyof Plan] as Json);
  }
  const layout = (plan.layout ?? {}) as JsonObject;
  for (const id of Object.keys(layout)) put({ kind: 'position', id }, layout[id]!);
  for (const name of Object.keys(input)) put({ kind: 'input', name }, input[name]!);
  return parts;
}

const isSame = (a: Part | undefined, b: Part | undefined): boolean =>
  a === undefined || b === undefined ? a === b : jsonEquals(a.value, b.value);

/**
 * The version of these parts; what is as it was in `mine` is the same object.
 * @param hasLayout whether a layout that places nothing is there all the same
 */
function assemble(
  mine: Version,
  parts: Parts,
  seats: readonly Seat[],
  hasLayout: boolean,
): Omit<Version, 'conflicts'> {
  const calls = seated(parts, seats);
  const sameCalls =
    calls.length === mine.plan.calls.length && calls.every((c, i) => c === mine.plan.calls[i]);
  const fields: Record<string, unknown> = {};
  const layout: JsonObject = {};
  const input: JsonObject = {};
  for (const { place, value } of parts.values()) {
    if (place.kind === 'field') setOwn(fields, place.field, value);
    else if (place.kind === 'position') setOwn(layout, place.id, value);
    else if (place.kind === 'input') setOwn(input, place.name, value);
  }
  const plan: Record<string, unknown> = {};
  // The order of keys that a person knows from an export stays; what is new comes to the end.
  for (const key of new Set([...Object.keys(mine.plan), ...Object.keys(fields), 'calls', 'layout'])) {
    if (key === 'calls') plan.calls = sameCalls ? mine.plan.calls : calls;
    else if (key === 'layout') {
      const isEmpty = Object.keys(layout).length === 0;
      if (isEmpty && !hasLayout) continue;
      if (jsonEquals(mine.plan.layout, layout)) plan.layout = mine.plan.layout;
      else plan.layout = layout;
    } else if (hasOwn(fields, key)) setOwn(plan, key, fields[key]);
  }
  return {
    plan: jsonEquals(plan, mine.plan) && sameCalls ? mine.plan : (plan as unknown as Plan),
    input: jsonEquals(input, mine.input) ? mine.input : input,
  };
}

/** Calls of one id keep their own order, whichever of their seats comes first. */
function seated(parts: Parts, seats: readonly Seat[]): readonly Call[] {
  const left = new Map<string, Call[]>();
  return seats.flatMap(({ id }) => {
    const own = left.get(id) ?? [...callsAt(parts.get(placeKey({ kind: 'call', id }))?.value)];
    left.set(id, own);
    return own.splice(0, 1);
  });
}

// Conflicts

const conflictKey = ({ place, other }: Conflict): string => `${placeKey(place)} ${JSON.stringify(other)}`;

const withConflict = (conflicts: readonly Conflict[], added: Conflict): readonly Conflict[] =>
  conflicts.some((conflict) => isSameConflict(conflict, added)) ? conflicts : [...conflicts, added];

/** Places whose conflict a side has decided since the base. */
function decided(base: Version, side: Version): ReadonlySet<string> {
  const open = new Set(side.conflicts.map(conflictKey));
  return new Set(
    base.conflicts.filter((conflict) => !open.has(conflictKey(conflict))).map(({ place }) => placeKey(place)),
  );
}

/**
 * The conflicts that neither side has decided. Those of theirs first, in their order: two tabs that each put their own
 * first would save the same conflicts over each other for ever.
 */
function openOf(base: Version, mine: Version, theirs: Version): readonly Conflict[] {
  const [was, here, there] = [base, mine, theirs].map(({ conflicts }) => new Set(conflicts.map(conflictKey)));
  const stays = (conflict: Conflict): boolean => {
    const key = conflictKey(conflict);
    return (here!.has(key) && there!.has(key)) || !was!.has(key);
  };
  return [...theirs.conflicts, ...mine.conflicts].filter(stays).reduce<readonly Conflict[]>(withConflict, []);
}

// Order

/** A call's seat in the list: the `nth` of its id, from 0. */
interface Seat {
  readonly id: string;
  readonly nth: number;
}

const seatsOf = ({ calls }: Plan): readonly (Seat & { readonly key: string })[] =>
  seatKeys(calls).map((key, at) => ({
    key,
    id: itemAt(calls, at)._id,
    nth: Number(key.slice(0, key.indexOf(' '))),
  }));

/** One text for each seat, in order of the list. */
export function seatKeys(calls: readonly Call[]): readonly string[] {
  const counts = new Map<string, number>();
  return calls.map(({ _id }) => {
    const nth = counts.get(_id) ?? 0;
    counts.set(_id, nth + 1);
    return `${nth} ${_id}`;
  });
}

interface Order {
  /** Of all calls of the result. */
  readonly seats: readonly Seat[];
  /** Their order of the calls that all three have, by id, where it is in conflict with mine. */
  readonly other?: readonly string[];
}

/** Only the order of calls that all three have can be touched; a new call stands behind the one it was put behind. */
function mergeOrder(
  base: Plan,
  mine: Plan,
  theirs: Plan,
  merged: Parts,
  decidedBy: { readonly here: boolean; readonly there: boolean },
): Order {
  const [was, here, there] = [seatsOf(base), seatsOf(mine), seatsOf(theirs)];
  const sets = [was, here, there].map((seats) => new Set(seats.map(({ key }) => key)));
  const isCommon = ({ key }: { readonly key: string }): boolean => sets.every((keys) => keys.has(key));
  const idsOf = (seats: readonly Seat[]): string[] => seats.map(({ id }) => id);
  const [b, m, t] = [
    idsOf(was.filter(isCommon)),
    idsOf(here.filter(isCommon)),
    idsOf(there.filter(isCommon)),
  ];
  const touchedHere = !jsonEquals(b, m) || decidedBy.here;
  const touchedThere = !jsonEquals(b, t) || decidedBy.there;
  const isConflict = touchedHere && touchedThere && !jsonEquals(m, t);
  const [first, second] = touchedHere ? [here, there] : [there, here];
  const stays = ({ id, nth }: Seat): boolean =>
    nth < callsAt(merged.get(placeKey({ kind: 'call', id }))?.value).length;
  const seats = woven(first.filter(stays), second.filter(stays));
  return isConflict ? { seats, other: t } : { seats };
}

/** All of the first list in its order, and those only the second has behind the one they follow there. */
export function woven<T extends { readonly key: string }>(first: readonly T[], second: readonly T[]): T[] {
  const known = new Set(first.map(({ key }) => key));
  const behind = new Map<string | null, T[]>();
  let last: string | null = null;
  for (const seat of second) {
    if (known.has(seat.key)) last = seat.key;
    else behind.set(last, [...(behind.get(last) ?? []), seat]);
  }
  return [...(behind.get(null) ?? []), ...first.flatMap((seat) => [seat, ...(behind.get(seat.key) ?? [])])];
}

// What can be read

/** What is wrong with a plan's shape, so that no part of it may be merged; undefined where nothing is. */
export function faultOfPlan(plan: unknown): string | undefined {
  if (!isObject(plan) || plan.format !== FORMAT || plan.version !== VERSION || typeof plan.id !== 'string')
    return 'is no plan';
  if (!Array.isArray(plan.calls)) return 'has no list of calls';
  if (plan.layout !== undefined && !isObject(plan.layout)) return 'has a layout that is no object';
  for (const call of plan.calls) {
    const fault = faultOfCall(call);
    if (fault !== undefined) return `has a call that ${fault}`;
  }
  return undefined;
}
