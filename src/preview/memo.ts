/** What calls came to before, by all that they read: code, contract, parameters, files. Knows no plan. */

import type { CallStart, Happening } from '../host/port.ts';
import type { Json } from '../lib/json.ts';
import { type Weighed, weightOf } from '../lib/weight.ts';
import { codeNameOf } from '../tools/named-secrets.ts';

/** How a call ended, whatever its id was. */
export type Ending =
  | { readonly kind: 'returned'; readonly value: Json; readonly route?: string | number }
  | Omit<Extract<Happening, { kind: 'threw' }>, 'call' | 'step' | 'attempt' | 'large'>;

interface Known {
  readonly ending: Ending;
  /** The files that it asked for by name, and which it was given: undefined where there was none. */
  readonly files: ReadonlyMap<string, Blob | undefined>;
  /** It saw the head of one of them. */
  readonly ofHead: boolean;
}

export interface Memo {
  /** null for what can't be told apart: such a call is entered each time. */
  keyOf(start: CallStart): string | null;
  find(key: string, files: ReadonlyMap<string, Blob>): Known | undefined;
  keep(key: string, known: Known): void;
  /** The value that the call had before where it is equal: what reads it is then not entered again. */
  settled(call: string, value: Json): Json;
}

/** Characters that are kept in all; when they are more, everything is forgotten and made anew. */
const MOST_KEPT = 64_000_000;
/** From here on a text is named by a number. */
const LONG = 64;
/** What a day or an hour says may change: what was made is good for as long. */
const GOOD_FOR_MS = 3_600_000;

/** @param weighed what values weigh that are kept here: nobody changes them */
export function createMemo(now: () => number, weighed: Weighed, most = MOST_KEPT): Memo {
  let names = new WeakMap<object, string>();
  let texts = new Map<string, string>();
  let known = new Map<string, Known>();
  let last = new Map<string, Json>();
  let kept = 0;
  let count = 0;

  const spend = (size: number): void => {
    kept += size;
    if (kept <= most) return;
    names = new WeakMap();
    texts = new Map();
    known = new Map();
    last = new Map();
    kept = 0;
  };
  const newName = (): string => {
    count += 1;
    return `#${count}`;
  };
  const nameOfText = (text: string): string => {
    if (text.length <= LONG) return text;
    let name = texts.get(text);
    if (name === undefined) {
      spend(text.length);
      name = newName();
      texts.set(text, name);
    }
    return name;
  };
  /** Equal for equal values; different for different ones. */
  const nameOf = (value: unknown): string => {
    // What JSON writes begins with no number sign.
    if (typeof value !== 'object' || value === null) return nameOfText(JSON.stringify(value) ?? '-');
    let name = names.get(value);
    if (name !== undefined) return name;
    const parts = Array.isArray(value)
      ? `[${value.map(nameOf).join(',')}]`
      : `{${Object.entries(value)
          .map(([key, item]) => `${JSON.stringify(key)}:${nameOf(item)}`)
          .join(',')}}`;
    name = nameOfText(parts);
    names.set(value, name);
    return name;
  };

  return {
    keyOf: ({ call, contract, params, scopes, items }) => {
      try {
        const hour = Math.floor(now() / GOOD_FOR_MS);
        return [
          hour,
          nameOf(codeNameOf(call, contract)),
          ...[contract, params, scopes, items].map(nameOf),
        ].join(' ');
      } catch (error) {
        // Nested deeper than can be gone through.
        if (error instanceof RangeError) return null;
        throw error;
      }
    },
    find: (key, files) => {
      const found = known.get(key);
      if (!found) return undefined;
      for (const [name, file] of found.files) if (files.get(name) !== file) return undefined;
      return found;
    },
    keep: (key, entry) => {
      const { ending } = entry;
      spend(key.length + (ending.kind === 'returned' ? weightOf(ending.value, undefined, weighed) : 100));
      const value = ending.kind === 'returned' ? ending.value : null;
      if (typeof value === 'object' && value !== null && !names.has(value)) names.set(value, newName());
      known.set(key, entry);
    },
    settled: (call, value) => {
      const before = last.get(call);
      const same = before !== undefined && isSame(before, value) ? before : value;
      last.set(call, same);
      return same;
    },
  };
}

/** Equal, with keys in the same order: columns have one. */
function isSame(a: Json, b: Json): boolean {
  if (a === b || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, at) => isSame(item, b[at] as Json));
  }
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key, at) => key === others[at] && isSame(a[key] as Json, b[key] as Json))
  );
}
