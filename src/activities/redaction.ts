/**
 * Takes the values of secrets out of what is kept, told or sent (L-9), in whatever form they come back: plain, in Base64,
 * URL-encoded, escaped as in JSON, or one in the other. Knows no run.
 */

import { type Json, type JsonObject, setOwn } from '../lib/json.ts';

/** A shorter text can't be told from any other: to take it out would take half of a page with it. */
export const SHORTEST_SECRET = 6;

/** Secrets by name. */
export type Hidden = readonly (readonly [name: string, value: string])[];

export interface Redaction {
  /** The text, with `[secret NAME]` wherever a value stood. */
  text(text: string): string;
  /** The same value where nothing was found; else a copy. Keys are looked at too. */
  json<T extends Json>(value: T): T;
  /** Names of the secrets that a text holds. */
  within(text: string): readonly string[];
}

export const NOTHING_HIDDEN: Redaction = {
  text: (text) => text,
  json: (value) => value,
  within: () => [],
};

interface Needle {
  readonly name: string;
  readonly text: string;
}

export function redactionOf(secrets: Hidden): Redaction {
  const needles = secrets.flatMap(([name, value]) => needlesOf(name, value));
  if (needles.length === 0) return NOTHING_HIDDEN;
  // A longer one first: it may hold a shorter one.
  needles.sort((a, b) => b.text.length - a.text.length);
  const text = (given: string): string => {
    let clean = given;
    for (const needle of needles) clean = clean.replaceAll(needle.text, marked(needle.name));
    for (const decoders of VIEWS) clean = withoutDecoded(clean, decoders, needles);
    return clean;
  };
  return {
    text,
    json: (value) => redacted(value, text) as typeof value,
    within: (given) => {
      const found = new Set<string>();
      for (const view of [given, ...VIEWS.flatMap((decoders) => decodedBy(given, decoders) ?? [])])
        for (const needle of needles) if (view.includes(needle.text)) found.add(needle.name);
      return [...found];
    },
  };
}

const marked = (name: string): string => `[secret ${name}]`;

function needlesOf(name: string, value: string): Needle[] {
  // Of "Bearer abc…" a server may say back the second half alone.
  const bare = value.replace(/^\S+\s+/, '');
  const values = [...new Set([value, bare])].filter((one) => one.length >= SHORTEST_SECRET);
  const texts = values.flatMap((one) => [one, latin1(one), ...base64Middles(one)]);
  return [...new Set(texts)].map((text) => ({ name, text }));
}

/** The bytes of a text, each as one character: what percent signs come to. */
const latin1 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/**
 * What stands in the Base64 of any text that holds this one, at each of the three places where it may begin; with the
 * letters of addresses too.
 */
function base64Middles(text: string): string[] {
  const bytes = latin1(text);
  return [0, 1, 2].flatMap((before) => {
    const whole = btoa('\0'.repeat(before) + bytes);
    const middle = whole.slice(Math.ceil((8 * before) / 6), Math.floor((8 * (before + bytes.length)) / 6));
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function redacted(value: Json, text: (one: string) => string): Json {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') {
    // A server may answer a secret of digits as a number.
    const clean = text(String(value));
    return clean === String(value) ? value : clean;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => redacted(item, text));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const copy: JsonObject = {};
  let changed = false;
  for (const key of Object.keys(value)) {
    const cleanKey = text(key);
    const item = redacted(value[key] ?? null, text);
    changed ||= cleanKey !== key || item !== value[key];
    setOwn(copy, cleanKey, item);
  }
  return changed ? copy : value;
}

// Encoded forms are found by decoding what was given: of each character there are several ways to write it.

interface Decoder {
  /** Without it there is nothing to decode. */
  readonly sign: string;
  readonly pattern: RegExp;
  decoded(match: string): string;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const JSON_ESCAPES: Decoder = {
  sign: '\\',
  pattern: /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/g,
  decoded: (match) =>
    match.length === 6
      ? String.fromCharCode(Number.parseInt(match.slice(2), 16))
      : (SHORT_ESCAPES[match.charAt(1)] ?? match.charAt(1)),
};

const PERCENT: Decoder = {
  sign: '%',
  pattern: /%[0-9a-fA-F]{2}|\+/g,
  decoded: (match) => (match === '+' ? ' ' : String.fromCharCode(Number.parseInt(match.slice(1), 16))),
};

/** In the order in which they are undone: what was escaped twice is found as well. */
const VIEWS: readonly (readonly Decoder[])[] = [
  [JSON_ESCAPES],
  [PERCENT],
  [JSON_ESCAPES, JSON_ESCAPES],
  [JSON_ESCAPES, PERCENT],
  [PERCENT, JSON_ESCAPES],
  [PERCENT, PERCENT],
];

/** undefined where one of them finds nothing to decode. */
function decodedBy(text: string, decoders: readonly Decoder[]): string | undefined {
  let view = text;
  for (const { sign, pattern, decoded } of decoders) {
    if (!view.includes(sign)) return undefined;
    view = view.replace(pattern, decoded);
  }
  return view;
}

function withoutDecoded(text: string, decoders: readonly Decoder[], needles: readonly Needle[]): string {
  const view = decodedBy(text, decoders);
  const found = view === undefined ? [] : needles.filter((needle) => view.includes(needle.text));
  if (view === undefined || found.length === 0) return text;
  const places = placesOf(text, decoders);
  let clean = '';
  let at = 0;
  for (const [from, to, name] of stretchesOf(view, found)) {
    clean += text.slice(at, places[from]) + marked(name);
    at = places[to] ?? text.length;
  }
  return clean + text.slice(at);
}

/** Where the values stand, in order, none over another. */
function stretchesOf(view: string, needles: readonly Needle[]): (readonly [number, number, string])[] {
  const all = needles.flatMap(({ name, text }) => {
    const stretches: (readonly [number, number, string])[] = [];
    for (let at = view.indexOf(text); at !== -1; at = view.indexOf(text, at + text.length))
      stretches.push([at, at + text.length, name]);
    return stretches;
  });
  all.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const apart: (readonly [number, number, string])[] = [];
  for (const one of all) if (one[0] >= (apart.at(-1)?.[1] ?? 0)) apart.push(one);
  return apart;
}

/** By character of the decoded text, where it begins in the one that was given; one more for its end. */
function placesOf(text: string, decoders: readonly Decoder[]): Int32Array {
  let view = text;
  let places = Int32Array.from({ length: text.length + 1 }, (_, at) => at);
  for (const { pattern, decoded } of decoders) {
    const next = new Int32Array(view.length + 1);
    let length = 0;
    let at = 0;
    for (const match of view.matchAll(pattern)) {
      while (at < match.index) next[length++] = places[at++] ?? 0;
      next[length++] = places[at] ?? 0;
      at = match.index + match[0].length;
    }
    while (at <= view.length) next[length++] = places[at++] ?? 0;
    view = view.replace(pattern, decoded);
    places = next.slice(0, length);
  }
  return places;
}
