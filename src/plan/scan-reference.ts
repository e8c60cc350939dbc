/**
 * Reads one reference, `†kind.name.0["key"]`, at a cursor. By character codes and without regular expressions:
 * a plan of 10,000 calls has some 30,000 of them to read while a person waits.
 */

import { itemAt } from '../lib/columns.ts';
import { nearest } from '../lib/nearest.ts';
import type { ExpressionError, Ref, Segment } from './expression.ts';

/** L-6. `operands` counts every reference of an expression, so that nesting is no way round it. */
export const LIMITS = { segments: 32, operands: 16, characters: 1024 } as const;

/** Where reading stands. `fault` is set once, by the first thing that is wrong. */
export interface Cursor {
  readonly text: string;
  readonly kinds: ReadonlySet<string>;
  at: number;
  fault: ExpressionError | undefined;
}

const DAGGER = 0x2020;
const DOT = 0x2e;
const BRACKET = 0x5b;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Keys through which a look-up could reach a prototype (L-6). */
const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'prototype', 'constructor'];
const FORBIDDEN: ReadonlySet<string> = new Set(FORBIDDEN_KEYS);

export const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

export function skipSpace(cursor: Cursor): void {
  while (isSpace(cursor.text.charCodeAt(cursor.at))) cursor.at++;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isNameStart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
const isNamePart = (code: number): boolean => isNameStart(code) || isDigit(code) || code === 45;

/** Whether a key, or what a text has from an offset on, prints as `.name` rather than in quotes. */
export function isName(text: string, from = 0): boolean {
  if (!isNameStart(text.charCodeAt(from))) return false;
  for (let i = from + 1; i < text.length; i++) if (!isNamePart(text.charCodeAt(i))) return false;
  return true;
}

/** Whether a text goes on, from an offset, with one segment that needs no quotes, and ends there. */
export const endsInName = (text: string, from: number): boolean =>
  isName(text, from) && !endsForbidden(text, from) && text.length <= LIMITS.characters;

/** Without cutting the segment out, which would be the dearest part of reading a reference. */
function endsForbidden(text: string, from: number): boolean {
  for (let i = 0; i < FORBIDDEN_KEYS.length; i++) {
    const key = itemAt(FORBIDDEN_KEYS, i);
    if (text.length - from === key.length && text.endsWith(key)) return true;
  }
  return false;
}

/**
 * The short way for what nearly every expression is: a whole text of one reference with three plain names at
 * most. Anything else, faults included, is undefined here and read by the long way. It keeps no cursor and
 * builds each path at its final size; grown arrays would cost more than the reading.
 */
export function plainReference(text: string, kinds: ReadonlySet<string>): Ref | undefined {
  const end = text.length;
  let kind: string | undefined;
  let first: string | undefined;
  let second: string | undefined;
  let third: string | undefined;
  let start = 1;
  for (let at = 1; at <= end; at++) {
    const code = at < end ? text.charCodeAt(at) : DOT;
    if (code !== DOT) {
      if (at === start ? isNameStart(code) : isNamePart(code)) continue;
      return undefined;
    }
    if (at === start) return undefined;
    const name = text.slice(start, at);
    start = at + 1;
    if (kind === undefined) kind = declaredKind(name, kinds);
    else if (FORBIDDEN.has(name)) return undefined;
    else if (first === undefined) first = name;
    else if (second === undefined) second = name;
    else if (third === undefined) third = name;
    else return undefined;
  }
  if (kind === undefined || kind === '') return undefined;
  if (first === undefined) return { type: 'ref', kind, path: [] };
  if (second === undefined) return { type: 'ref', kind, path: [first] };
  return { type: 'ref', kind, path: third === undefined ? [first, second] : [first, second, third] };
}

/**
 * The declaration's own text rather than a piece of the expression's, "" where there is none: kinds are compared
 * by the ten thousand, and one object is equal to itself at a glance.
 */
function declaredKind(name: string, kinds: ReadonlySet<string>): string {
  for (const kind of kinds) if (kind === name) return kind;
  return kinds.has(name) ? name : '';
}

/** Reads the reference whose dagger is at the cursor, and leaves the cursor behind it. */
export function scanReference(cursor: Cursor): Ref | undefined {
  const { text } = cursor;
  const kind = scanKind(cursor);
  if (kind === undefined) return undefined;
  const path: Segment[] = [];
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code !== DOT && code !== BRACKET) return { type: 'ref', kind, path };
    const start = cursor.at;
    const segment = code === DOT ? scanDotted(cursor) : scanQuoted(cursor);
    if (segment === undefined) return undefined;
    if (typeof segment === 'string' && FORBIDDEN.has(segment)) {
      const message = `"${segment}" is refused as a key: it reaches behind the data.`;
      return fail(cursor, start + 1, 'forbidden-segment', message);
    }
    if (path.push(segment) > LIMITS.segments) {
      return fail(cursor, start, 'limit', `A reference has ${LIMITS.segments} segments at most.`);
    }
  }
}

function scanKind(cursor: Cursor): string | undefined {
  const { text } = cursor;
  const start = cursor.at + 1;
  const kind = scanName(cursor, start);
  if (kind === '') {
    const next = text.charCodeAt(start);
    if (next === DAGGER) return syntax(cursor, start, 'A second † follows the first.', 'remove one †');
    const hint =
      next === DOT ? `did you mean †state${text.slice(start, start + 20)}` : 'write †† for a dagger';
    return syntax(cursor, start, 'A kind such as state or input must follow the †.', hint);
  }
  if (cursor.kinds.has(kind)) return kind;
  const near = nearest(kind, cursor.kinds);
  const known = [...cursor.kinds].map((name) => `†${name}`).join(', ');
  const message = `"${kind}" is not a kind of data; this plan has ${known}.`;
  return fail(
    cursor,
    start,
    'unknown-kind',
    message,
    near === undefined ? undefined : `did you mean †${near}`,
  );
}

/** The name that starts at `start`, "" where there is none; the cursor moves behind it. */
function scanName(cursor: Cursor, start: number): string {
  const { text } = cursor;
  let at = start;
  if (isNameStart(text.charCodeAt(at))) {
    at++;
    while (isNamePart(text.charCodeAt(at))) at++;
  }
  cursor.at = at;
  return text.slice(start, at);
}

function scanDotted(cursor: Cursor): Segment | undefined {
  const { text } = cursor;
  const start = cursor.at + 1;
  if (isDigit(text.charCodeAt(start))) return scanIndex(cursor, start);
  const name = scanName(cursor, start);
  if (name !== '') {
    // A letter beyond ASCII would otherwise be reported as a missing operator.
    if (text.charCodeAt(cursor.at) <= 127 || cursor.at === text.length) return name;
    if (text.charCodeAt(cursor.at) === DAGGER) return name;
    return syntax(
      cursor,
      cursor.at,
      `"${text[cursor.at]}" can't be part of a plain name.`,
      'quote it: ["…"]',
    );
  }
  const found = start < text.length ? `"${text[start]}"` : 'the end';
  return syntax(cursor, start, `Expected a name or an index after ".", not ${found}.`, 'quote it: ["…"]');
}

function scanIndex(cursor: Cursor, start: number): number | undefined {
  const { text } = cursor;
  let at = start + 1;
  while (isDigit(text.charCodeAt(at))) at++;
  if (isNamePart(text.charCodeAt(at))) {
    return syntax(cursor, start, "A plain name can't begin with a digit.", 'quote it: ["…"]');
  }
  if (at > start + 1 && text.charCodeAt(start) === 48) {
    return syntax(cursor, start, 'An index has no leading zero.', 'remove the zero, or quote it: ["…"]');
  }
  const index = Number(text.slice(start, at));
  if (!Number.isSafeInteger(index)) return fail(cursor, start, 'limit', 'The index is beyond 2^53.');
  cursor.at = at;
  return index;
}

/** `["…"]`, where the inside is a JSON string: exactly what JSON.parse accepts. */
function scanQuoted(cursor: Cursor): string | undefined {
  const { text } = cursor;
  const start = cursor.at + 1;
  if (text.charCodeAt(start) !== QUOTE) {
    const hint = isDigit(text.charCodeAt(start)) ? 'write an index as .0' : 'write the key as ["…"]';
    return syntax(cursor, start, 'A key in brackets is a JSON string in double quotes.', hint);
  }
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  if (at >= text.length) return syntax(cursor, start, 'The quoted key has no closing quote.');
  if (text[at + 1] !== ']') return syntax(cursor, at + 1, 'Expected "]" after the quoted key.', 'add "]"');
  cursor.at = at + 2;
  try {
    return JSON.parse(text.slice(start, at + 1)) as string;
  } catch {
    return syntax(cursor, start, 'The quoted key is not a valid JSON string.');
  }
}

function syntax(cursor: Cursor, caret: number, message: string, hint?: string): undefined {
  return fail(cursor, caret, 'syntax', message, hint);
}

function fail(
  cursor: Cursor,
  caret: number,
  code: ExpressionError['code'],
  message: string,
  hint?: string,
): undefined {
  cursor.fault = { code, message, caret, ...(hint === undefined ? {} : { hint }) };
  return undefined;
}
