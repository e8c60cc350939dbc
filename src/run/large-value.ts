/**
 * Values that are too large to be carried along: kept once beside the journal, and a reference with a head in their place
 * (docs/decisions/0013). How a value is taken apart and put together again; where it lies is a store's matter.
 */

import { hasOwn, isObject, type Json, setOwn } from '../lib/json.ts';

/** UTF-16 units of a value's JSON from which it is kept apart. */
export const LARGE_FROM = 1_000_000;

/** UTF-16 units of its JSON that a head may have, or about as many. */
const HEAD_UNITS = 2_000;

/** Where something lies in a value, from the top. */
type Place = readonly (string | number)[];

type LargeKind = 'list' | 'object' | 'text';

/** What is known of a value that is kept apart. */
interface About {
  /** Names the value among all that are kept: `RUN/KEY`, the run whose it is and the value's key there. */
  readonly ref: string;
  /** UTF-16 units of its JSON. */
  readonly size: number;
  readonly kind: LargeKind;
  /** Items of a list, keys of an object, UTF-16 units of a text. */
  readonly count: number;
  /** How it begins: its first items, keys or units. For people; nothing is decided by it. */
  readonly head: Json;
}

/** A large value as events and messages carry it, beside the value that it is a part of, which has null at its place. */
export interface LargeNote extends About {
  readonly path: Place;
}

/** Stands in a run's memory where a large value would. Only this class does: no stranger's data can look like one. */
export class LargeValue implements About {
  readonly ref: string;
  readonly size: number;
  readonly kind: LargeKind;
  readonly count: number;
  readonly head: Json;

  constructor({ ref, size, kind, count, head }: About) {
    this.ref = ref;
    this.size = size;
    this.kind = kind;
    this.count = count;
    this.head = head;
  }

  /** Where somebody prints what holds one, it says that it is not there, and never looks like data. */
  toJSON(): string {
    return `(${sizeInWords(this)}, not loaded)`;
  }
}

const COUNTED: Readonly<Record<LargeKind, string>> = { list: 'items', object: 'keys', text: 'characters' };

/** "48.1 MB, 1,204,000 items": the size of its JSON, and how much of what there is. */
export const sizeInWords = ({ size, kind, count }: Pick<About, 'size' | 'kind' | 'count'>): string =>
  `${bytesInWords(size)}, ${grouped(count)} ${COUNTED[kind]}`;

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** "640 B", "48.1 MB". */
export function bytesInWords(size: number): string {
  if (size >= 1_000_000) return `${(size / 1_000_000).toFixed(1)} MB`;
  return size >= 1_000 ? `${(size / 1_000).toFixed(1)} kB` : `${size} B`;
}

/** A value as it may be carried: plain data, and what is kept apart of it. */
export interface Carried {
  /** Null at the place of each large value. */
  readonly value: Json;
  /** Absent where nothing of it is kept apart. */
  readonly large?: readonly LargeNote[];
}

/** A part that is to be kept, and where it was. */
interface LargePart {
  readonly path: Place;
  readonly value: Json;
}

/**
 * The parts of a value that are to be kept apart. A part is large where it is without those of its own parts that are:
 * so `page.count` beside 50 MB of `page.rows` stays where it is, and a list of a million rows goes as one.
 * Looks at each value once. @param value no deeper than a result may be
 * @param from UTF-16 units of JSON, about
 */
export function largeParts(value: Json, from: number): LargePart[] {
  const parts: LargePart[] = [];
  const path: (string | number)[] = [];
  /** How many that are kept apart already it has come by. */
  let met = 0;

  /** Units that are left of it once its large parts are gone. */
  const weigh = (item: Json, own: number): number => {
    let units = own;
    if (typeof item === 'string') units += item.length + 2;
    else if (typeof item !== 'object' || item === null) return units + 6;
    else if (item instanceof LargeValue) {
      met += 1;
      return units + 4;
    } else {
      const [before, metBefore] = [parts.length, met];
      units += 2;
      if (Array.isArray(item)) {
        for (let at = 0; at < item.length; at++) {
          path.push(at);
          units += weigh(item[at] ?? null, 1);
          path.pop();
        }
      } else {
        for (const key of Object.keys(item)) {
          path.push(key);
          units += weigh(item[key] ?? null, key.length + 4);
          path.pop();
        }
      }
      // One that holds what is kept apart already would have to be read to be kept.
      if (units < from || met > metBefore) return units;
      parts.length = before;
    }
    if (units < from) return units;
    parts.push({ path: [...path], value: item });
    return own + 4;
  };

  weigh(value, 0);
  return parts;
}

/** The note of a part once it is kept. @param size UTF-16 units of its JSON */
export const noteOf = ({ path, value }: LargePart, ref: string, size: number): LargeNote => ({
  path,
  ref,
  size,
  ...kindOf(value),
  head: headOf(value),
});

function kindOf(value: Json): Pick<About, 'kind' | 'count'> {
  if (Array.isArray(value)) return { kind: 'list', count: value.length };
  if (isObject(value)) return { kind: 'object', count: Object.keys(value).length };
  return { kind: 'text', count: String(value).length };
}

/** How a value begins, in some `HEAD_UNITS`: whole items as long as they fit, of the first one a part if need be. */
export function headOf(value: Json, units = HEAD_UNITS): Json {
  let left = units;
  const fits = (own: number): boolean => {
    left -= own;
    return left >= 0;
  };
  const headed = (item: Json): Json | undefined => {
    if (typeof item === 'string') {
      const before = left;
      if (fits(item.length + 2)) return item;
      return before > 16 ? wholeCharacters(item, before) : undefined;
    }
    if (typeof item !== 'object' || item === null) return fits(8) ? item : undefined;
    if (item instanceof LargeValue) return fits(JSON.stringify(item).length) ? item.toJSON() : undefined;
    if (!fits(2)) return undefined;
    if (Array.isArray(item)) {
      const list: Json[] = [];
      for (const one of item) {
        const head = headed(one);
        // What was cut by the end of the room is left out, but for the only one there is.
        if (head === undefined || (left < 0 && list.length > 0)) break;
        list.push(head);
        if (left < 0) break;
      }
      return list;
    }
    const object: Record<string, Json> = {};
    for (const key of Object.keys(item)) {
      if (!fits(key.length + 4)) break;
      const head = headed(item[key] ?? null);
      if (head !== undefined) setOwn(object, key, head);
      if (left < 0) break;
    }
    return object;
  };
  return headed(value) ?? null;
}

/** No character is cut in half. */
function wholeCharacters(text: string, units: number): string {
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? units - 1 : units);
}

/** The value with large ones put where they belong: what `carried` takes out. Nothing of what is given is changed. */
export function withLarge(value: Json, large: readonly LargeNote[] | undefined): Json {
  if (large === undefined) return value;
  return replaced(
    value,
    large.map((note) => ({ path: note.path, value: new LargeValue(note) as unknown as Json })),
  );
}

/** A value of a run's memory as plain data that may be carried. @param value its large parts are `LargeValue`s */
export function carried(value: Json): Carried {
  const large: LargeNote[] = [];
  eachLarge(value, (one, path) => {
    const { ref, size, kind, count, head } = one;
    large.push({ path, ref, size, kind, count, head });
  });
  if (large.length === 0) return { value };
  return {
    value: replaced(
      value,
      large.map(({ path }) => ({ path, value: null })),
    ),
    large,
  };
}

/** A value as it can be shown or told: of what is kept apart its head, and how much there is of it. */
export function shown(value: Json): Json {
  const parts: LargePart[] = [];
  eachLarge(value, (large, path) => {
    const { head } = large;
    parts.push({ path, value: { beginsWith: head, inAll: sizeInWords(large) } });
  });
  return parts.length === 0 ? value : replaced(value, parts);
}

/** Calls `see` with each large value in a value, and its place. */
export function eachLarge(value: unknown, see: (large: LargeValue, path: Place) => void): void {
  const path: (string | number)[] = [];
  const visit = (item: unknown): void => {
    if (typeof item !== 'object' || item === null) return;
    if (item instanceof LargeValue) {
      see(item, [...path]);
      return;
    }
    if (Array.isArray(item)) {
      for (let at = 0; at < item.length; at++) {
        path.push(at);
        visit(item[at]);
        path.pop();
      }
      return;
    }
    for (const key of Object.keys(item)) {
      path.push(key);
      visit((item as Record<string, unknown>)[key]);
      path.pop();
    }
  };
  visit(value);
}

/**
 * A copy of a value with others at some places, each of which lies in no other. What lies beside them is shared; a place
 * that is not there stays away.
 */
export function replaced(value: Json, parts: readonly LargePart[]): Json {
  let top: Json = value;
  const copies = new Set<object>();
  const copyOf = (item: object): Record<string | number, Json> => {
    if (copies.has(item)) return item as Record<string | number, Json>;
    let copy: object;
    if (Array.isArray(item)) copy = item.slice();
    else {
      copy = {};
      for (const key of Object.keys(item)) setOwn(copy, key, (item as Record<string, Json>)[key]);
    }
    copies.add(copy);
    return copy as Record<string | number, Json>;
  };
  for (const { path, value: part } of parts) {
    const last = path.at(-1);
    if (last === undefined) {
      top = part;
      continue;
    }
    if (!isThere(top, path)) continue;
    let holder = copyOf(top as object);
    top = holder as Json;
    for (const segment of path.slice(0, -1)) {
      const next = copyOf(holder[segment] as object);
      setOwn(holder, String(segment), next);
      holder = next;
    }
    setOwn(holder, String(last), part);
  }
  return top;
}

function isThere(value: Json, path: Place): boolean {
  let at: unknown = value;
  for (const segment of path) {
    if (typeof at !== 'object' || at === null || !hasOwn(at, String(segment))) return false;
    at = (at as Record<string | number, unknown>)[segment];
  }
  return true;
}
