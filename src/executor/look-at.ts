/** Values that a person looks at and the page holds none of: rows of them are told as they come into sight. */

import { hasOwn, type Json } from '../lib/json.ts';
import { headOf } from '../run/large-value.ts';
import type { FarAnswer, FarAsk, FarValue } from '../run/messages.ts';
import { type Breath, breathing, LookedAt } from '../values/looked-at.ts';
import { liveValue } from './live.ts';

/** Lists that are looked at, by what they are: one that comes to something else is another. */
const looked = new WeakMap<object, LookedAt>();
/** Values that are kept apart and were looked at last, by their names. */
const read = new Map<string, Promise<Json>>();
const MOST_READ = 2;
/** UTF-16 units of JSON of what is no list, as it is told at once. */
const TOLD = 400_000;
/** ms of work at a time: runs and previews go on meanwhile. */
const SLICE_MS = 12;

const GONE: FarAnswer = { kind: 'gone' };

/** @returns rejects with the signal's reason when that falls */
export async function lookedAt(of: FarValue, ask: FarAsk, signal: AbortSignal): Promise<FarAnswer> {
  const value = partAt(await wholeOf(of), of.at);
  signal.throwIfAborted();
  if (value === undefined) return GONE;
  if (!Array.isArray(value)) return ask.kind === 'what' ? told(value) : GONE;
  if (ask.kind === 'what') return { kind: 'list' };
  let own = looked.get(value);
  if (!own) {
    own = new LookedAt(value);
    looked.set(value, own);
  }
  return breathing(own.answer(ask), breathOf(signal));
}

async function wholeOf(of: FarValue): Promise<Json | undefined> {
  if (of.kind === 'live') return liveValue(of.planId, of.call);
  const { ref, json } = of;
  let value = read.get(ref);
  if (!value) {
    value = json.text().then((text) => JSON.parse(text) as Json);
    value.catch(() => read.delete(ref));
    read.set(ref, value);
    const [oldest] = read.keys();
    if (read.size > MOST_READ && oldest !== undefined) read.delete(oldest);
  }
  return value;
}

function partAt(value: Json | undefined, at: FarValue['at']): Json | undefined {
  let part = value;
  for (const segment of at) {
    if (typeof part !== 'object' || part === null || !hasOwn(part, String(segment))) return undefined;
    part = (part as Record<string | number, Json>)[segment];
  }
  return part;
}

function told(value: Json): FarAnswer {
  const head = headOf(value, TOLD);
  // What is all there comes out as it went in.
  const isAll = typeof value === 'object' ? JSON.stringify(head).length < TOLD / 2 : head === value;
  return { kind: 'value', value: head, isAll };
}

function breathOf(signal: AbortSignal): Breath {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > SLICE_MS,
    give: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      since = performance.now();
    },
  };
}
