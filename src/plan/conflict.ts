/**
 * Versions of a plan and the conflicts between them: a place where another version does not stand, until a person
 * chooses. How two versions become one: `merge.ts`, which is fetched late.
 */

import { hasOwn, type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import type { Call, Plan } from './document.ts';
import type { PartOrigin } from './origin.ts';

/** A part of a kept plan that is merged as a whole. */
export type Place =
  /** The call of an id; where a plan has a duplicate id, the list of all that have it. */
  | { readonly kind: 'call'; readonly id: string }
  /** A top-level part of the document other than `calls` and `layout`. */
  | { readonly kind: 'field'; readonly field: string }
  /** Where a card stands on the canvas. */
  | { readonly kind: 'position'; readonly id: string }
  /** A value that the person gave as the plan's input. */
  | { readonly kind: 'input'; readonly name: string }
  /** The order of the list, which means start order and ties only (L-36). `other` is a list of call ids. */
  | { readonly kind: 'order' }
  /** All of it: the other version can't be read, so no part of it was taken. */
  | { readonly kind: 'plan' };

/** A version of a place that does not stand in the plan, until a person chooses. */
export interface Conflict {
  readonly place: Place;
  /** What one side has there; absent where it has removed it. What stands is read from the plan. */
  readonly other?: Json;
  /** The tab whose version that is, and when the two were merged, in milliseconds since the epoch. */
  readonly tab: string;
  readonly at: number;
  /**
   * Where `other` came from, by `partKey`; what is not here was made by a person, on this device. Kept here and not with
   * the plan: until somebody decides, the part may be removed from that, or another made under its name. Absent in
   * conflicts that were kept before this was noted.
   */
  readonly came?: Readonly<Record<string, PartOrigin>>;
}

/** What is merged: a plan with what a person gave as its input and the conflicts nobody has decided yet. */
export interface Version {
  readonly plan: Plan;
  readonly input: JsonObject;
  readonly conflicts: readonly Conflict[];
}

/** Who has each side, and when they are merged: what a conflict says of the version that does not stand. */
export interface Sides {
  readonly mine: string;
  readonly theirs: string;
  readonly at: number;
}

/** One text for one place. */
export function placeKey(place: Place): string {
  return JSON.stringify(Object.values(place));
}

/** The calls of a place: one, or all that share its id. */
export const callsAt = (value: Json | undefined): readonly Call[] =>
  (value === undefined ? [] : Array.isArray(value) ? value : [value]) as unknown as readonly Call[];

/** What a version says at a place; undefined where it has nothing there. Of the order, the ids in the list. */
export function valueAt({ plan, input }: Pick<Version, 'plan' | 'input'>, place: Place): Json | undefined {
  const own = (object: object | undefined, key: string): Json | undefined =>
    object !== undefined && hasOwn(object, key) ? (object as JsonObject)[key] : undefined;
  switch (place.kind) {
    case 'call': {
      const calls = plan.calls.filter(({ _id }) => _id === place.id) as unknown as Json[];
      return calls.length > 1 ? calls : calls[0];
    }
    case 'field':
      return own(plan, place.field);
    case 'position':
      return own(plan.layout, place.id);
    case 'input':
      return own(input, place.name);
    case 'order':
      return plan.calls.map(({ _id }) => _id);
    case 'plan':
      return plan as unknown as Json;
  }
}

/** The conflicts in which there is something to choose: what stands may have become what the other side had. */
export const openConflicts = (version: Version): readonly Conflict[] =>
  version.conflicts.filter(({ place, other }) => {
    const standing = valueAt(version, place);
    if (place.kind !== 'order')
      return standing === undefined ? other !== undefined : !jsonEquals(standing, other);
    const ids = new Set(other as readonly string[]);
    const now = (standing as readonly string[]).filter((id) => ids.has(id));
    return !jsonEquals(
      now,
      (other as readonly string[]).filter((id) => now.includes(id)),
    );
  });

/** Whether two conflicts are the same choice: one place, one other version. */
export const isSameConflict = (a: Conflict, b: Conflict): boolean =>
  placeKey(a.place) === placeKey(b.place) &&
  (a.other === undefined ? b.other === undefined : b.other !== undefined && jsonEquals(a.other, b.other));
