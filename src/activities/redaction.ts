/**
 * Takes the values of secrets out of what is kept, told or sent (L-9), in whatever form they come back. One rule: text and
 * values are brought to one normal form, without case and escapes, and searched there; what is written in other letters
 * altogether – Base64, hexadecimal – is a value of its own. Knows no run.
 */

import { type Json, type JsonObject, setOwn } from '../lib/json.ts';

/** A shorter text can't be told from any other: to take it out would take half of a page with it. */
export const SHORTEST_SECRET = 6;

/** Secrets by name. */
export type Hidden = readonly (readonly [name: string, value: string])[];

export interface Redaction {
  /** The text, with `[secret NAME]` wherever a value stood. */
  text(text: string): string;
  /** The same of words that quote something and may have cut it: what is left of a value there is taken out, too. */
  message(text: string): string;
  /** The same value where nothing was found; else a copy. Keys are looked at too. */
  json<T extends Json>(value: T): T;
  /** Names of the secrets that a text holds. */
  within(text: string): readonly string[];
}

export const NOTHING_HIDDEN: Redaction = {
  text: (text) => text,
  message: (text) => text,
  json: (value) => value,
  within: () => [],
};

interface Needle {
  readonly name: string;
  /** In its normal form. */
  readonly text: string;
}

export function redactionOf(secrets: Hidden): Redaction {
  const needles = secrets.flatMap(([name, value]) => needlesOf(name, value));
  if (needles.length === 0) return NOTHING_HIDDEN;
  // No form is shorter than what it stands for: most cells of a table are told by their length.
  const shortest = Math.min(...needles.map(({ text }) => text.length));
  const found = (given: string): Stretch[] =>
    given.length < shortest ? [] : stretchesIn(given, (view) => placedIn(view, needles));
  const text = (given: string): string => without(found(given), given);
  const left = (given: string): Stretch[] =>
    stretchesIn(given, (view) => [...placedIn(view, needles), ...leftByCuts(view, needles)]);
  return {
    text,
    message: (given) => (isCut(given) ? without(left(given), given) : text(given)),
    json: (value) => redacted(value, text) as typeof value,
    within: (given) => [...new Set(found(given).flatMap(({ names }) => names))],
  };
}

function without(found: readonly Stretch[], given: string): string {
  let clean = '';
  let at = 0;
  for (const { from, to, name } of found) {
    clean += `${given.slice(at, from)}[secret ${name}]`;
    at = to;
  }
  return at === 0 ? given : clean + given.slice(at);
}

function needlesOf(name: string, value: string): Needle[] {
  // Of "Bearer abc…" a server may say back the second half alone.
  const bare = value.replace(/^\S+\s+/, '');
  const values = [...new Set([value, bare])].filter((one) => one.length >= SHORTEST_SECRET);
  const texts = values.flatMap((one) => [one, latin1(one), hexadecimal(one), ...base64Middles(one)]);
  // As it stands, too: where what comes before it makes an escape with its first letters, its end is not what it was.
  const forms = texts.flatMap((text) => [folded(text), ...viewsOf(text)]);
  return [...new Set(forms)].filter(({ length }) => length >= 4).map((text) => ({ name, text }));
}

/** The bytes of a text, each as one character: what percent signs come to. */
const latin1 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

const hexadecimal = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

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

// The normal form. Of each character there are several ways to write it, and what was escaped may be escaped again: a text
// is looked at as it stands, and again each time that its escapes are undone.

/** Without case; a plus is what forms write for a space. As long as it was. */
function folded(text: string): string {
  // The one letter whose small form is longer than itself.
  const even = text.includes('\u0130') ? text.replaceAll('\u0130', 'i') : text;
  return even.toLowerCase().replaceAll('+', ' ');
}

/** Escapes of JSON and JavaScript, of addresses and of HTML, in a folded text. */
const ESCAPE =
  /\\(?:u[0-9a-f]{4}|u\{0*[0-9a-f]{1,6}\}|x[0-9a-f]{2}|["'\\/bfnrt])|%[0-9a-f]{2}|&(?:#0*\d{1,7}|#x0*[0-9a-f]{1,6}|[a-z]{2,6});/g;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** HTML's names for what stands on a keyboard; letters have none. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      excl: '!',
      quot: '"',
      num: '#',
      dollar: '$',
      percnt: '%',
      amp: '&',
      apos: "'",
      lpar: '(',
      rpar: ')',
    },
    ...{
      ast: '*',
      plus: '+',
      comma: ',',
      hyphen: '-',
      period: '.',
      sol: '/',
      colon: ':',
      semi: ';',
      lt: '<',
    },
    ...{ equals: '=', gt: '>', quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']' },
    ...{ rbrack: ']', hat: '^', lowbar: '_', grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|' },
    ...{ rcub: '}', rbrace: '}', nbsp: ' ', tab: '\t' },
  }),
);

function unescaped(match: string): string {
  if (match.startsWith('%')) return String.fromCharCode(Number.parseInt(match.slice(1), 16));
  const number = /^(?:\\u\{?|\\x|&#x)([0-9a-f]+)/.exec(match)?.[1];
  if (number !== undefined) return characterOf(Number.parseInt(number, 16), match);
  if (match.startsWith('&#')) return characterOf(Number.parseInt(match.slice(2), 10), match);
  if (match.startsWith('&')) return NAMED.get(match.slice(1, -1)) ?? match;
  return SHORT_ESCAPES[match.charAt(1)] ?? match.charAt(1);
}

const characterOf = (code: number, match: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : match;

/** So often an escape of an escape is undone. */
const ROUNDS = 4;

/** The text each time its escapes were undone; empty where it has none. */
function viewsOf(text: string): string[] {
  const views: string[] = [];
  let view = folded(text);
  for (let round = 0; round < ROUNDS && /[\\%&]/.test(view); round++) {
    const next = folded(view.replace(ESCAPE, unescaped));
    if (next === view) break;
    views.push(next);
    view = next;
  }
  return views;
}

/** From one place to another, in the text that was given. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly names: readonly string[];
}

/** Where the values stand, in order, none over another. */
function stretchesIn(text: string, lookIn: (view: string) => readonly Stretch[]): Stretch[] {
  const plain = folded(text);
  const all = [...lookIn(plain)];
  let places: Int32Array | null = null;
  let before = plain;
  let reached = 0;
  const views = viewsOf(text);
  for (const [round, view] of views.entries()) {
    const found = lookIn(view);
    if (found.length === 0) continue;
    // Where things stand is asked only of texts that hold one.
    for (; reached <= round; reached++) {
      places = placesAfter(before, places);
      before = views[reached] ?? before;
    }
    const now = places;
    for (const one of found)
      all.push({ ...one, from: now?.[one.from] ?? 0, to: now?.[one.to] ?? text.length });
  }
  return joined(all);
}

function placedIn(view: string, needles: readonly Needle[]): Stretch[] {
  return needles.flatMap(({ name, text }) => {
    const found: Stretch[] = [];
    for (let at = view.indexOf(text); at !== -1; at = view.indexOf(text, at + text.length))
      found.push({ from: at, to: at + text.length, name, names: [name] });
    return found;
  });
}

/** Whether something was left out, as of a long text in a message. */
const isCut = (text: string): boolean => /…|\.{3}/.test(text);

/** So much of a value tells something of it. */
const SHORTEST_REST = 4;

/** An escape may be cut in half, too. */
const CUT_BEHIND = /(?:[\\%&][\\%&#;{0-9a-z]{0,8})?(?:…|\.{3})/y;
const CUT_BEFORE = /(?:…|\.{3})[#%;}0-9a-z]{0,8}$/;

function isCutAt(view: string, at: number): boolean {
  CUT_BEHIND.lastIndex = at;
  return CUT_BEHIND.test(view);
}

/** What a cut has left of a value: its beginning before an ellipsis, its end behind one. */
function leftByCuts(view: string, needles: readonly Needle[]): Stretch[] {
  return needles.flatMap(({ name, text }) => {
    const found: Stretch[] = [];
    const head = text.slice(0, SHORTEST_REST);
    for (let at = view.indexOf(head); at !== -1; at = view.indexOf(head, at + 1)) {
      let length = head.length;
      while (length < text.length && view[at + length] === text[length]) length++;
      // The value may go on with the very sign that begins an escape.
      if (isCutAt(view, at + length) || isCutAt(view, at + length - 1))
        found.push({ from: at, to: at + length, name, names: [name] });
    }
    const tail = text.slice(-SHORTEST_REST);
    for (let at = view.indexOf(tail); at !== -1; at = view.indexOf(tail, at + 1)) {
      const to = at + tail.length;
      let from = at;
      while (from > 0 && to - from < text.length && view[from - 1] === text[text.length - (to - from) - 1])
        from--;
      if (CUT_BEFORE.test(view.slice(Math.max(0, from - 11), from)))
        found.push({ from, to, name, names: [name] });
    }
    return found;
  });
}

/** One that lies partly over another makes a longer one with it. */
function joined(all: Stretch[]): Stretch[] {
  all.sort((a, b) => a.from - b.from || b.to - a.to);
  const apart: Stretch[] = [];
  for (const one of all) {
    const last = apart.at(-1);
    if (!last || one.from >= last.to) apart.push(one);
    else
      apart[apart.length - 1] = { ...last, to: Math.max(last.to, one.to), names: [...last.names, one.name] };
  }
  return apart;
}

/** By character of the text without its escapes, where it begins in the one that was given; one more for its end. */
function placesAfter(view: string, before: Int32Array | null): Int32Array {
  const placeOf = (at: number): number => before?.[at] ?? at;
  const places = new Int32Array(view.length + 1);
  let length = 0;
  let at = 0;
  for (const match of view.matchAll(ESCAPE)) {
    while (at < match.index) places[length++] = placeOf(at++);
    for (let unit = unescaped(match[0]).length; unit > 0; unit--) places[length++] = placeOf(at);
    at = match.index + match[0].length;
  }
  while (at <= view.length) places[length++] = placeOf(at++);
  return places.slice(0, length);
}
