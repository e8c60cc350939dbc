/** Whether two words are of one root, forms of one verb, or one no slip for the other. Knows no file. */

import type { KnownColumn } from './known-tables.ts';
import { nameFit } from './name-fit.ts';

/** "rated" for a column rating, "issue date" for issued: forms of one verb, a little less than the very name. Of texts too much is. */
export function verbFit(said: readonly string[], { kind, words }: KnownColumn): number {
  if (kind === 'text') return 0;
  const meant = said.map((word) => words.find((one) => isOfVerb(word, one)) ?? word);
  return meant.every((word, at) => word === said[at]) ? 0 : nameFit(meant, words) - 0.12;
}

const stemOf = (word: string): string =>
  word.replace(/(?:ed|ing|e)$/u, '').replace(/([bdgklmnprt])\1$/u, '$1');
const isVerbForm = (word: string): boolean => /(?:ed|ing)$/u.test(word);
const isOfVerb = (a: string, b: string): boolean =>
  a !== b && (isVerbForm(a) || isVerbForm(b)) && stemOf(a) === stemOf(b) && stemOf(a).length > 2;

/** Whether two words share a root of six letters, and most of the shorter one. */
export function isRootOf(a: string, b: string): boolean {
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++;
  return shared >= 6 && shared >= 0.7 * Math.min(a.length, b.length);
}

const isVowel = (letter: string): boolean => /[aeiouy]/u.test(letter);

/** Of a short word another consonant makes another word: "live" is no "line", "send" no "spend", "prize" no "price". */
export function isAnother(typed: string, meant: string): boolean {
  if (typed.length > 5) return false;
  let from = 0;
  while (from < typed.length && typed[from] === meant[from]) from++;
  let behind = 0;
  while (
    behind < Math.min(typed.length, meant.length) - from &&
    typed.at(-1 - behind) === meant.at(-1 - behind)
  )
    behind++;
  const put = typed.slice(from, typed.length - behind);
  const lost = meant.slice(from, meant.length - behind);
  const isSwapped = put.length === 2 && lost === [...put].reverse().join('');
  if (isSwapped || [...put, ...lost].every(isVowel)) return false;
  // One letter too few or too many: harmless where it stands beside its like, else only in a longer word.
  if (put.length + lost.length === 1) {
    const isDoubled = [meant[from - 1], meant[from + lost.length]].includes(put + lost);
    return !isDoubled && typed.length <= 4;
  }
  return true;
}

/** Whether two neighbouring letters changed places, and nothing else. */
export function isSwapOf(typed: string, meant: string): boolean {
  if (typed.length !== meant.length || typed.length < 5) return false;
  const at = [...typed].findIndex((letter, i) => letter !== meant[i]);
  return (
    at >= 0 &&
    typed[at] === meant[at + 1] &&
    typed[at + 1] === meant[at] &&
    typed.slice(at + 2) === meant.slice(at + 2)
  );
}
