/** Canonical JSON (RFC 8785): one text for one value, so that a hash of it means the value. */

import { err, ok, type Result } from './result.ts';

/** Far deeper than any document that is let in, and far from the end of the stack. */
const MAX_DEPTH = 1000;

const LONE_SURROGATE = /\p{Cs}/u;

/**
 * The canonical text: keys in order of their UTF-16 units, numbers and strings as ECMAScript prints them.
 * A key whose value is undefined is left out, as in JSON. The error is a sentence: a lone surrogate or a
 * number JSON can't hold has no canonical form, and a hash of something near it would sign another value.
 */
export function canonicalJson(value: unknown): Result<string, string> {
  const faults: string[] = [];
  const text = write(value, 0, faults);
  return faults[0] === undefined ? ok(text) : err(faults[0]);
}

function write(value: unknown, depth: number, faults: string[]): string {
  switch (typeof value) {
    case 'string':
      if (LONE_SURROGATE.test(value)) faults.push('A text has half a character in it (a lone surrogate).');
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) faults.push('A number is infinite or not a number.');
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth >= MAX_DEPTH) {
        faults.push(`The value is nested more than ${MAX_DEPTH} deep.`);
        return '';
      }
      return Array.isArray(value) ? writeArray(value, depth, faults) : writeObject(value, depth, faults);
    default:
      faults.push(`A ${typeof value} is not a JSON value.`);
      return '';
  }
}

function writeArray(items: readonly unknown[], depth: number, faults: string[]): string {
  return `[${items.map((item) => write(item, depth + 1, faults)).join(',')}]`;
}

function writeObject(object: object, depth: number, faults: string[]): string {
  const members = Object.entries(object).filter(([, member]) => member !== undefined);
  // Comparison by < is by UTF-16 units, which the RFC asks for; localeCompare is not.
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members
    .map(([key, member]) => `${write(key, depth, faults)}:${write(member, depth + 1, faults)}`)
    .join(',')}}`;
}
