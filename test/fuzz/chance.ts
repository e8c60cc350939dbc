/** Chance that is the same for the same seed, and what strangers put into documents. Knows no document. */

import { isObject, type Json, setOwn } from '../../src/lib/json.ts';

export interface Chance {
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  of<T>(list: readonly T[]): T;
  /** True once in so many times. */
  oneIn(times: number): boolean;
}

export function chanceOf(seed: number): Chance {
  let state = (seed + 0x9e3779b9) | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, of: (list) => list[below(list.length)]!, oneIn: (times) => below(times) === 0 };
}

/** Keys that mean something to somebody. */
const KEYS = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '', 'a', '0', '$ref'],
  ...[
    '_id',
    '_tool',
    '_outputPath',
    '_after',
    '_forEach',
    '_delegate',
    '_error',
    'type',
    'runId',
    'seq',
    'plan',
  ],
] as const;

const deep = (depth: number): Json => {
  let value: Json = 1;
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { a: value };
  return value;
};

const VALUES: readonly (() => Json)[] = [
  () => null,
  () => true,
  () => -1,
  () => 0,
  () => 1e300,
  () => Number('9007199254740993'),
  () => 0.1,
  () => '',
  () => ' ',
  () => '\u0000\u001b[2K\u202e',
  () => '\ud800',
  () => '__proto__',
  () => '†',
  () => '†state',
  () => '†state.__proto__.polluted',
  () => '†state.a || †state.b && †input',
  () => '†state["',
  () => '†secret.bank',
  () => '††',
  () => '('.repeat(500),
  () => 'x'.repeat(20_000),
  () => '(a+)+$',
  () => 'javascript:alert(1)',
  () => '#/$defs/a',
  () => 'plan:self@1',
  () => [],
  () => ({}),
  () => [[]],
  () => deep(250),
  () => Array.from({ length: 300 }, () => 0),
  () => ({ $ref: '#' }),
  () => ({ type: ['object', 'null', 'x'], properties: { a: { $ref: '#' } } }),
  () => JSON.parse('{"__proto__":{"polluted":1}}') as Json,
];

export const hostileValue = (chance: Chance): Json => chance.of(VALUES)();
export const hostileKey = (chance: Chance): string => chance.of(KEYS);

/** A copy of the value with one thing of it otherwise: a part replaced, taken out, doubled, put elsewhere, or one more. */
export function mutated(chance: Chance, value: Json): Json {
  const copy = structuredClone(value);
  const holders: (Json[] | { [key: string]: Json })[] = [];
  const walk = (at: Json): void => {
    if (typeof at !== 'object' || at === null) return;
    holders.push(at);
    for (const key of Object.keys(at)) walk((at as Record<string, Json>)[key]!);
  };
  walk(copy);
  if (holders.length === 0) return hostileValue(chance);
  const holder = chance.of(holders);
  const keys = Object.keys(holder);
  const key = keys.length > 0 ? chance.of(keys) : '0';
  const own = holder as Record<string, Json>;
  switch (chance.below(6)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      break;
    case 1:
      if (Array.isArray(holder)) holder.push(structuredClone(own[key] ?? null));
      else setOwn(holder, hostileKey(chance), structuredClone(own[key] ?? null));
      break;
    case 2: {
      const from = chance.of(holders);
      const some = Object.values(from as Record<string, Json>);
      if (some.length > 0) setOwn(holder, key, structuredClone(chance.of(some)));
      break;
    }
    case 3:
      if (isObject(holder)) setOwn(holder, hostileKey(chance), hostileValue(chance));
      else (holder as Json[]).unshift(hostileValue(chance));
      break;
    default:
      setOwn(holder, key, hostileValue(chance));
  }
  return copy;
}

const PIECES = [
  ...[
    '\u0000',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ';',
    ':',
    '\n',
    '\r',
    '\t',
    '\ufeff',
    '\u2028',
    '=',
    "'",
    '<',
    '>',
    '&',
  ],
  ...[
    '1e999',
    '-',
    '9007199254740993',
    '"__proto__":',
    '/*',
    '//',
    '\u202e',
    '\ud800',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '%PDF',
  ],
];

/** A text with one thing of it otherwise: a piece put in, a stretch taken out or said again, its end cut off. */
export function garbled(chance: Chance, text: string): string {
  const at = chance.below(text.length + 1);
  const to = Math.min(text.length, at + 1 + chance.below(40));
  switch (chance.below(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(to);
    case 2:
      return text.slice(0, to) + text.slice(at, to).repeat(1 + chance.below(50)) + text.slice(to);
    default:
      return text.slice(0, at) + chance.of(PIECES) + text.slice(at + chance.below(2));
  }
}

/** The same for bytes. */
export function flipped(chance: Chance, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  if (copy.length === 0) return copy;
  for (let times = 1 + chance.below(4); times > 0; times--)
    copy[chance.below(copy.length)] = chance.below(256);
  return chance.oneIn(4) ? copy.slice(0, chance.below(copy.length)) : copy;
}
