/**
 * What a run knows of the insides of its large values, because its journal says so, and what it has yet to look into
 * (docs/decisions/0013). Part of the fold. Knows no store.
 */

import { isObject, type Json } from '../lib/json.ts';
import type { Segment } from '../plan/expression.ts';
import { type Found, indexIn, member, valueAt } from './found.ts';
import { eachLarge, LargeValue, replaced } from './large-value.ts';

/** Stands where a value would, that nobody has looked for yet: what is at a path in a large value, if anything is. */
export class Unread {
  readonly large: LargeValue;
  readonly path: readonly Segment[];

  constructor(large: LargeValue, path: readonly Segment[]) {
    this.large = large;
    this.path = path;
  }
}

export const isUnread = (found: Found): found is { readonly value: Unread } => found?.value instanceof Unread;

/** What a look found at one path: a value, or why there is none. */
export type LookFound =
  | { readonly path: readonly Segment[]; readonly value: Json }
  /** `key`: an object is there and has no such key. `place`: a list that ends before it, or no object at all (L-16). */
  | { readonly path: readonly Segment[]; readonly absent: 'key' | 'place' };

/** What is asked of a large value. The path to all of it is empty. */
export interface Look {
  readonly ref: string;
  readonly paths: readonly (readonly Segment[])[];
}

interface Known {
  /** All of it. */
  whole: Found;
  readonly parts: Map<string, LookFound>;
}

const keyOf = (path: readonly Segment[]): string => JSON.stringify(path.map(String));

export class LookedInto {
  private readonly known = new Map<string, Known>();
  private readonly lost = new Set<string>();
  private readonly wanted = new Map<string, Map<string, readonly Segment[]>>();
  /** Whether the run has met a large value: as long as it has not, nothing needs to be gone through for one. */
  isUsed = false;

  copy(): LookedInto {
    const copy = new LookedInto();
    for (const [ref, { whole, parts }] of this.known) copy.known.set(ref, { whole, parts: new Map(parts) });
    for (const ref of this.lost) copy.lost.add(ref);
    for (const [ref, paths] of this.wanted) copy.wanted.set(ref, new Map(paths));
    copy.isUsed = this.isUsed;
    return copy;
  }

  /** One step into a value: own properties of objects, indexes of lists, nothing else (L-6, L-16). */
  member(value: unknown, segment: Segment): Found {
    if (value instanceof LargeValue) return this.at(value, [segment]);
    return value instanceof Unread ? this.at(value.large, [...value.path, segment]) : member(value, segment);
  }

  /** What is at a path in a large value. */
  at(large: LargeValue, path: readonly Segment[]): Found {
    const known = this.known.get(large.ref);
    if (known?.whole) return valueAt(known.whole.value, path);
    if (path.length === 0) return { value: new Unread(large, path) };
    if (this.isAbsent(large, path) !== null) return undefined;
    for (let above = path.length; above > 0 && known; above--) {
      const part = known.parts.get(keyOf(path.slice(0, above)));
      if (part && 'value' in part) return valueAt(part.value, path.slice(above));
    }
    return { value: new Unread(large, path) };
  }

  /** Why nothing is at a path in a large value; null where something is, or nobody has looked. */
  isAbsent({ ref, kind, count }: LargeValue, path: readonly Segment[]): 'key' | 'place' | null {
    const [first] = path;
    if (first === undefined) return null;
    if (kind === 'text' || (kind === 'list' && indexIn(count, first) === -1)) return 'place';
    const parts = this.known.get(ref)?.parts;
    for (let above = path.length; above > 0 && parts; above--) {
      const part = parts.get(keyOf(path.slice(0, above)));
      if (part && 'absent' in part) return part.absent;
      if (!part) continue;
      const rest = path.slice(above);
      return valueAt(part.value, rest) ? null : whyAbsent(part.value, rest);
    }
    return null;
  }

  /** A value with all that is kept apart of it, or what has to be looked into first. A value that is gone reads as null. */
  whole(value: unknown): Found {
    let unread: Unread | null = null;
    const parts: { path: readonly (string | number)[]; value: Json }[] = [];
    eachLarge(value, (large, path) => {
      const all = this.known.get(large.ref)?.whole;
      if (all) parts.push({ path, value: all.value as Json });
      else if (this.lost.has(large.ref)) parts.push({ path, value: null });
      else unread ??= new Unread(large, []);
    });
    if (unread) return { value: unread };
    return { value: parts.length === 0 ? value : replaced(value as Json, parts) };
  }

  /** Whether the value was kept and is gone (L-92). */
  isLost({ large }: Unread): boolean {
    return this.lost.has(large.ref);
  }

  /** From now on it is to be looked into. */
  want({ large, path }: Unread): void {
    if (this.lost.has(large.ref)) return;
    const paths = this.wanted.get(large.ref) ?? new Map<string, readonly Segment[]>();
    this.wanted.set(large.ref, paths);
    paths.set(keyOf(path), path);
  }

  /** What is wanted and not known yet, a look for each large value. */
  looks(): Look[] {
    return [...this.wanted].map(([ref, paths]) => ({ ref, paths: [...paths.values()] }));
  }

  get isWaiting(): boolean {
    return this.wanted.size > 0;
  }

  /** What a look has found. @param whole where all of it was asked for */
  learn(ref: string, found: readonly LookFound[], whole: Found): void {
    const known = this.known.get(ref) ?? { whole: undefined, parts: new Map() };
    this.known.set(ref, known);
    const wanted = this.wanted.get(ref);
    if (whole) {
      known.whole = whole;
      wanted?.clear();
    }
    for (const part of found) {
      const key = keyOf(part.path);
      known.parts.set(key, part);
      wanted?.delete(key);
    }
    if (wanted?.size === 0) this.wanted.delete(ref);
  }

  /** The value that was kept is gone from this device. */
  lose(ref: string): void {
    this.lost.add(ref);
    this.wanted.delete(ref);
  }
}

/** Answers a look. @param value all of the large value */
export function foundIn(value: Json, paths: Look['paths']): LookFound[] {
  return paths.map((path) => {
    const found = valueAt(value, path);
    return found ? { path, value: found.value as Json } : { path, absent: whyAbsent(value, path) };
  });
}

/** An absent key of an object, or a place that no value of this shape has. */
function whyAbsent(value: unknown, path: readonly Segment[]): 'key' | 'place' {
  let at = value;
  for (const segment of path) {
    const found = member(at, segment);
    if (!found) return isObject(at) ? 'key' : 'place';
    at = found.value;
  }
  return 'place';
}
