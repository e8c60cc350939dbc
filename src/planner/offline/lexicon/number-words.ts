/** Numbers written as words: "twenty", "dreißig", "a hundred and five". Knows no language apart. */

import { fold } from './forms.ts';
import type { Language } from './lexicon.ts';
import { unitNamed } from './units.ts';

/** What each place of a language's list is: one to twenty, the tens, a hundred and a thousand. */
const valueAt = (at: number): number =>
  at < 20 ? at + 1 : at < 27 ? (at - 17) * 10 : at === 27 ? 100 : 1000;

export const numberWordsOf = (languages: readonly Language[]): ReadonlyMap<string, number> =>
  new Map(
    languages.flatMap(({ numbers }) =>
      numbers.split(' ').map((name, at): [string, number] => [fold(name), valueAt(at)]),
    ),
  );

export const HALVES = 'half halbe halben halber halbes demi demie medio media mezzo mezza'.split(' ');
const JOINS = /^(?:-|and|et|y|e)$/u;

/** The number that these words begin with, and how many of them say it. */
export function numberIn(
  words: readonly string[],
  known: ReadonlyMap<string, number>,
): { number: number; length: number } | undefined {
  const valueIn = (word: string) => {
    const value = known.get(word);
    if (value !== undefined || !word.includes('und')) return value;
    const [ones, tens] = (/^(.+)und(.+ss?ig|.+zig)$/u.exec(word) ?? []).slice(1).map((one) => known.get(one));
    return ones === undefined || tens === undefined ? undefined : ones + tens;
  };
  // "half an hour": of a unit alone, as half of a year may be either.
  if (HALVES.includes(words[0] ?? '')) {
    const unit = words
      .slice(1, 3)
      .findIndex((word) => !/^(?:an?|of)$/u.test(word) && unitNamed(word) !== undefined);
    return unit < 0 ? undefined : { number: 0.5, length: 1 + unit };
  }
  let whole = 0;
  let part = 0;
  let length = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const value = valueIn(word);
    if (value === undefined && length > 0 && JOINS.test(word) && part + whole >= 20) continue;
    if (value === undefined) break;
    // "two thousand five hundred", "quatre-vingt"
    const times = part > 0 && value > part && value >= 20;
    part = times ? part * value : part + value;
    if (value === 1000) {
      whole += part;
      part = 0;
    }
    length = at + 1;
  }
  return length === 0 ? undefined : { number: whole + part, length };
}
