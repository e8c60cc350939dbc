/** Lengths of time: "5 seconds" in a goal, and the unit that a parameter counts in. */

import type { Field } from './schema.ts';
import { nameWords } from './words.ts';

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msec|millis|milliseconds?)$/iu, 1],
  [/^(?:s|sec|secs|seconds?)$/iu, 1_000],
  [/^(?:min|mins|minutes?)$/iu, 60_000],
  [/^(?:h|hr|hrs|hours?)$/iu, 3_600_000],
  [/^(?:days?)$/iu, 86_400_000],
];

const unitOf = (word: string): number | undefined => UNITS.find(([pattern]) => pattern.test(word))?.[1];

/** Milliseconds in the unit that follows a number in a text, if it is one of time. */
export function unitAfter(text: string): number | undefined {
  const word = /^[\s-]*(\p{L}+)/u.exec(text)?.[1];
  return word === undefined ? undefined : unitOf(word);
}

/** Milliseconds in the unit a parameter counts in, from its name or title: `timeoutMs`, "Seconds". */
export function unitOfField(field: Field): number | undefined {
  const title = typeof field.schema.title === 'string' ? field.schema.title : '';
  return nameWords(`${field.name} ${title}`)
    .map(unitOf)
    .find((unit) => unit !== undefined);
}
