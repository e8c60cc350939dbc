/** Large values on their way into a store and out of it (docs/decisions/0013). Knows no run. */

import type { Json } from '../lib/json.ts';
import type { RunEventBody } from '../run/events.ts';
import { partsOfRef, refTo } from '../run/large-ref.ts';
import { type Carried, carried, type LargeNote, largeParts, noteOf, replaced } from '../run/large-value.ts';
import { foundIn, type Look } from '../run/looked-into.ts';
import type { Looked, Store } from './port.ts';

export type { Carried };

/** Where large values lie. */
export type LargeShelf = Pick<Store, 'keepLarge' | 'large'>;

/** A large value is not where it was kept (L-92). */
export class LargeGone extends Error {
  constructor() {
    super('A stored result that this call reads is gone from this device.');
    this.name = 'LargeGone';
  }
}

/** Whose value it is that is kept, and under which number: the same each time it is made. */
export interface LargeOwner {
  readonly runId: string;
  /** See `CallStart.begun`. */
  readonly begun: number;
  /** See `CallStart.largeFrom`. */
  readonly largeFrom?: number | undefined;
}

/**
 * A value as it is carried: its large parts are kept first.
 * @param value its owner's alone; it may hold `LargeValue`s, which stay
 */
export async function keptApart(
  shelf: Pick<LargeShelf, 'keepLarge'>,
  { runId, begun, largeFrom }: LargeOwner,
  value: Json,
): Promise<Carried> {
  const known = carried(value);
  if (largeFrom === undefined) return known;
  const parts = largeParts(value, largeFrom);
  if (parts.length === 0) return known;
  const large: LargeNote[] = [...(known.large ?? [])];
  for (const [number, part] of parts.entries()) {
    const key = `${begun}.${number}`;
    const json = JSON.stringify(part.value);
    await shelf.keepLarge(runId, key, json);
    large.push(noteOf(part, refTo(runId, key), json.length));
  }
  const empty = parts.map(({ path }) => ({ path, value: null }));
  return { value: replaced(known.value, empty), large };
}

const throwGone = (): never => {
  throw new LargeGone();
};

/** A value with all that is kept apart of it. @param gone stands for what is gone, or throws, as it does by itself: LargeGone */
export async function loaded(
  shelf: Pick<LargeShelf, 'large'>,
  { value, large }: Carried,
  gone: () => Json = throwGone,
): Promise<Json> {
  if (large === undefined) return value;
  const parts: { path: LargeNote['path']; value: Json }[] = [];
  for (const { path, ref } of large) {
    const { runId, key } = partsOfRef(ref);
    const json = await shelf.large(runId, key);
    parts.push({ path, value: json === undefined ? gone() : (JSON.parse(json) as Json) });
  }
  return replaced(value, parts);
}

/** Looks into a large value. */
export async function lookedInto(shelf: Pick<LargeShelf, 'large'>, { ref, paths }: Look): Promise<Looked> {
  const { runId, key } = partsOfRef(ref);
  const json = await shelf.large(runId, key);
  if (json === undefined) return { type: 'plan_value_read', ref, found: [], lost: true };
  const value = JSON.parse(json) as Json;
  if (paths.some((path) => path.length === 0)) return { type: 'plan_value_read', ref, found: [], value };
  return { type: 'plan_value_read', ref, found: foundIn(value, paths) };
}

/**
 * The same events, with copies of the large values that they name under a run of their own: the other run may be erased.
 * One that is gone stays gone.
 */
export async function ownLarge(
  shelf: LargeShelf,
  runId: string,
  bodies: readonly RunEventBody[],
): Promise<RunEventBody[]> {
  const copies = new Map<string, string>();
  const copyOf = async (ref: string): Promise<string> => {
    const known = copies.get(ref);
    if (known !== undefined) return known;
    const from = partsOfRef(ref);
    const json = await shelf.large(from.runId, from.key);
    const key = `f${copies.size}`;
    if (json !== undefined) await shelf.keepLarge(runId, key, json);
    copies.set(ref, refTo(runId, key));
    return refTo(runId, key);
  };
  const own: RunEventBody[] = [];
  for (const body of bodies) {
    if (!('large' in body) || body.large === undefined) own.push(body);
    else {
      const large: LargeNote[] = [];
      for (const note of body.large) large.push({ ...note, ref: await copyOf(note.ref) });
      own.push({ ...body, large });
    }
  }
  return own;
}
