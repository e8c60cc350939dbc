/**
 * What an edit, a step back or a merge makes of where a document came from (L-74, L-75): the one place that decides it.
 * The law: nothing is ever trusted more than what it was made of. Knows no clock, no store and no screen.
 */

import { hasOwn, isObject, jsonEquals } from '../lib/json.ts';
import type { Conflict } from './conflict.ts';
import type { Plan } from './document.ts';
import type { Edit } from './edit.ts';
import {
  isForeign,
  type Origin,
  type Origins,
  type PartOrigin,
  partKey,
  partOrigin,
  rankOf,
} from './origin.ts';

/** Where what an edit brings in came from. Nothing said: a person made it, here. */
export interface Came {
  readonly by?: Origin;
  /** It is a draft, which takes the place of what stood there. */
  readonly anew?: true;
  /** What is new is a copy of a part of the document these are of. */
  readonly copies?: {
    readonly from: Origins;
    /** The id of the original by the id of the copy; where it is not here, they have the same. */
    readonly of?: Readonly<Record<string, string>>;
  };
}

/** @param before the plan that the edits are applied to */
export function originsAfter(
  origins: Origins,
  edits: readonly Edit[],
  before: Plan,
  { by = null, anew, copies }: Omit<Came, 'by'> & { readonly by?: Origin | null } = {},
): Origins {
  const begins = anew === true && !isForeign(origins.began) && !isSame(origins.began, by);
  const parts = new Parts(origins, begins ? by : origins.began);
  // What it began as is another thing now: what is there and stays did not begin with it.
  if (begins) for (const key of partsOf(before).keys()) parts.set(key, partOrigin(origins, key));
  const seats = seatsOf(before, edits);
  let now = before;
  const fresh = (key: string, id?: string): PartOrigin => {
    if (!copies) return { from: by };
    const original = id !== undefined && copies.of && hasOwn(copies.of, id) ? copies.of[id] : undefined;
    return partOrigin(copies.from, original === undefined ? key : partKey('call', original));
  };
  const changed = (key: string): PartOrigin => {
    const part = parts.of(key);
    const { from } = part;
    // One draft that streams in touches a part more than once: nobody changed it since.
    if (by !== null && isSame(from, by)) return part;
    const less = lessTrusted(from, by);
    return less === null ? { from: null } : { from: less, changed: true };
  };
  const add = (id: string, part: PartOrigin): void => {
    const key = partKey('call', id);
    const others = seats.get(id) ?? 0;
    seats.set(id, others + 1);
    parts.set(key, others > 0 ? joined(parts.of(key), part) : part);
  };
  const remove = (id: string): void => {
    const left = (seats.get(id) ?? 1) - 1;
    seats.set(id, left);
    if (left === 0) parts.set(partKey('call', id), null);
  };
  for (const edit of edits) {
    switch (edit.kind) {
      case 'add-call':
        add(edit.call._id, fresh(partKey('call', edit.call._id), edit.call._id));
        break;
      case 'remove-call':
        remove(edit.id);
        break;
      case 'set-in-call':
        parts.set(partKey('call', edit.id), changed(partKey('call', edit.id)));
        break;
      case 'replace-call': {
        const key = partKey('call', edit.id);
        const part = copies ? joined(changed(key), fresh(key, edit.call._id)) : changed(key);
        if (edit.call._id === edit.id) parts.set(key, part);
        else {
          remove(edit.id);
          add(edit.call._id, part);
        }
        break;
      }
      case 'in-plan': {
        const key = partKey('plan', edit.name);
        const { edit: own } = edit;
        const came =
          own.kind === 'add-call' ? fresh(partKey('call', own.call._id), own.call._id) : fresh(key);
        parts.set(key, copies ? joined(changed(key), came) : changed(key));
        break;
      }
      case 'set-field': {
        if (edit.field !== 'tools' && edit.field !== 'plans') break;
        const next = { ...now, [edit.field]: edit.value } as Plan;
        const [was, is] = [contractsOf(now), contractsOf(next)];
        for (const key of was.keys()) if (!is.has(key)) parts.set(key, null);
        for (const [key, value] of is)
          if (!was.has(key)) parts.set(key, fresh(key));
          else if (!jsonEquals(was.get(key), value))
            parts.set(key, copies ? joined(changed(key), fresh(key)) : changed(key));
        now = next;
      }
    }
  }
  return parts.done();
}

/**
 * After a step of the history, back or forth: what it touches is again what it was, all else is what it is now.
 * @param then as they were where the step leads to
 */
export function originsBack(origins: Origins, then: Origins, touched: readonly Edit[]): Origins {
  const { began, revisions } = origins;
  // A draft is taken back, or drafted again. What was merged in meanwhile is a stranger's for good.
  if (!isForeign(began) && !isSame(began, then.began)) return { ...then, revisions };
  const parts = new Parts(origins, began);
  for (const key of new Set(touched.flatMap((edit) => keysOf(edit, origins, then))))
    parts.set(key, partOrigin(then, key));
  return parts.done();
}

/** That this revision was made; one that is noted already was made by both. */
export function originsRevised(origins: Origins, revision: number, by: Origin | null): Origins {
  const last = origins.revisions.at(-1);
  const isKnown = last !== undefined && revision <= last.from;
  const less = isKnown ? lessTrusted(last.by, by) : by;
  if (last && isSame(last.by, less)) return origins;
  const earlier = isKnown ? origins.revisions.slice(0, -1) : origins.revisions;
  return { ...origins, revisions: [...earlier, { from: isKnown ? last.from : revision, by: less }] };
}

/** One of two versions that are merged. */
interface Side {
  readonly plan: Plan;
  readonly revision: number;
  readonly origins: Origins;
}

/**
 * Of the plan that two versions became. What only one side touched has that side's origin, what both touched the one of
 * the two that is trusted less.
 * @param isOpen there are conflicts: what of either does not stand may still be taken
 */
export function originsMerged(
  base: Plan,
  mine: Side,
  theirs: Side,
  merged: Pick<Side, 'plan' | 'revision'>,
  isOpen: boolean,
): Origins {
  const began = lessTrusted(mine.origins.began, theirs.origins.began);
  const [was, here, there] = [partsOf(base), partsOf(mine.plan), partsOf(theirs.plan)];
  const parts = new Parts({ began, revisions: revisionsOfBoth(mine, theirs), parts: {} }, began);
  const keys = new Set(partsOf(merged.plan).keys());
  if (isOpen)
    for (const key of [...Object.keys(mine.origins.parts), ...Object.keys(theirs.origins.parts)])
      keys.add(key);
  for (const key of keys) {
    const [b, m, t] = [was.get(key), here.get(key), there.get(key)];
    const [own, other] = [partOrigin(mine.origins, key), partOrigin(theirs.origins, key)];
    const isMine = t === undefined || (m !== undefined && b !== undefined && jsonEquals(b, t));
    const isTheirs = m === undefined || (t !== undefined && b !== undefined && jsonEquals(b, m));
    parts.set(key, isMine === isTheirs ? joined(own, other) : isMine ? own : other);
  }
  const known = parts.done();
  if (merged.revision <= Math.max(mine.revision, theirs.revision)) return known;
  const makers = [mine, theirs].map(({ origins, revision }) => madeBy(origins, revision) ?? null);
  return originsRevised(known, merged.revision, makers.reduce(lessTrusted));
}

/** A conflict that notes where the version that does not stand came from. `theirs`: of the plan that it is of. */
export function originNoted(conflict: Conflict, theirs: Origins): Conflict {
  const { place, other } = conflict;
  if (other === undefined || (place.kind !== 'call' && place.kind !== 'field')) return conflict;
  const keys =
    place.kind === 'call' ? [partKey('call', place.id)] : [...contractsOf({ [place.field]: other }).keys()];
  const noted = keys.map((key) => [key, partOrigin(theirs, key)] as const);
  return { ...conflict, came: Object.fromEntries(noted.filter(([, { from }]) => from !== null)) };
}

/** Who made a revision; undefined where nobody noted it. */
export const madeBy = ({ revisions }: Origins, revision: number): Origin | null | undefined =>
  revisions.findLast(({ from }) => from <= revision)?.by;

function revisionsOfBoth(mine: Side, theirs: Side): Origins['revisions'] {
  const sides = [mine, theirs];
  const points = new Set(sides.flatMap(({ origins }) => origins.revisions.map(({ from }) => from)));
  let both: Origins = { began: null, revisions: [], parts: {} };
  for (const from of [...points].sort((a, b) => a - b)) {
    const makers = sides.flatMap(({ origins, revision }) => {
      const by = revision < from ? undefined : madeBy(origins, from);
      return by === undefined ? [] : [by];
    });
    if (makers.length > 0) both = originsRevised(both, from, makers.reduce(lessTrusted));
  }
  return both.revisions;
}

/** The one of the two that is trusted less; of two that are trusted alike the same one, whoever asks. */
export function lessTrusted(a: Origin | null, b: Origin | null): Origin | null {
  if (rankOf(a) !== rankOf(b)) return rankOf(a) > rankOf(b) ? a : b;
  if (a === null || b === null) return a ?? b;
  return sortKey(a) <= sortKey(b) ? a : b;
}

const sortKey = ({ at, kind, name = '', own, part }: Origin): string =>
  JSON.stringify([String(at).padStart(20, '0'), kind, name, own === true, part === true]);

const isSame = (a: Origin | null, b: Origin | null): boolean =>
  a === b || (a !== null && b !== null && sortKey(a) === sortKey(b));

const isSamePart = (a: PartOrigin, b: PartOrigin): boolean =>
  isSame(a.from, b.from) && a.changed === b.changed;

function joined(a: PartOrigin, b: PartOrigin): PartOrigin {
  const from = lessTrusted(a.from, b.from);
  return from !== null && (a.changed || b.changed || !isSame(a.from, b.from))
    ? { from, changed: true }
    : { from };
}

/** Changes to the parts of origins; what is as the document began is not written down. */
class Parts {
  private readonly noted = new Map<string, PartOrigin | null>();

  constructor(
    private readonly origins: Origins,
    private readonly began: Origin | null,
  ) {}

  of(key: string): PartOrigin {
    return this.noted.get(key) ?? partOrigin(this.origins, key);
  }

  /** null: it is not there any more. */
  set(key: string, part: PartOrigin | null): void {
    this.noted.set(key, part);
  }

  done(): Origins {
    const { origins, began } = this;
    const isAnew = !isSame(began, origins.began);
    const parts = new Map(Object.entries(origins.parts));
    let isChanged = isAnew;
    for (const [key, part] of this.noted) {
      const was = parts.get(key);
      const is = part === null || isSamePart(part, { from: began }) ? undefined : part;
      if (was === is || (was && is && isSamePart(was, is))) continue;
      isChanged = true;
      if (is) parts.set(key, is);
      else parts.delete(key);
    }
    return isChanged ? { ...origins, began, parts: Object.fromEntries(parts) } : origins;
  }
}

/** Contracts and sub-plans by their keys. What a stranger's list holds that is neither is left out. */
function contractsOf({
  tools,
  plans,
}: {
  readonly tools?: unknown;
  readonly plans?: unknown;
}): Map<string, unknown> {
  const parts = new Map<string, unknown>();
  for (const tool of Array.isArray(tools) ? tools : [])
    if (isObject(tool)) parts.set(partKey('tool', String(tool.name)), tool);
  for (const [name, plan] of isObject(plans) ? Object.entries(plans) : [])
    parts.set(partKey('plan', name), plan);
  return parts;
}

/** Calls of one id are one part. */
function partsOf(plan: Plan): Map<string, unknown> {
  const parts = contractsOf(plan);
  for (const call of plan.calls) {
    const key = partKey('call', call._id);
    const before = parts.get(key);
    parts.set(key, before === undefined ? call : [before, call]);
  }
  return parts;
}

/** How many calls have an id; counted only where an edit may add or remove one. */
function seatsOf({ calls }: Plan, edits: readonly Edit[]): Map<string, number> {
  const seats = new Map<string, number>();
  if (edits.some(({ kind }) => kind !== 'set-in-call' && kind !== 'place'))
    for (const { _id } of calls) seats.set(_id, (seats.get(_id) ?? 0) + 1);
  return seats;
}

/** What an edit may have touched. */
function keysOf(edit: Edit, ...all: readonly Origins[]): readonly string[] {
  switch (edit.kind) {
    case 'add-call':
      return [partKey('call', edit.call._id)];
    case 'replace-call':
      return [partKey('call', edit.id), partKey('call', edit.call._id)];
    case 'remove-call':
    case 'set-in-call':
      return [partKey('call', edit.id)];
    case 'in-plan':
      return [partKey('plan', edit.name)];
    case 'set-field':
      return all.flatMap(({ parts }) => Object.keys(parts).filter((key) => !key.startsWith('call ')));
    default:
      return [];
  }
}
