/** The word that somebody meant who typed another: by slips of the pen. Knows no file. */

import { slipsBetween } from './lexicon/forms.ts';
import { isAnother } from './word-forms.ts';

/** A write is never guessed out of a slip, unless the goal names the file to write. */
export const WRITES: ReadonlySet<string> = new Set([
  'save',
  'store',
  'export',
  'write',
  'send',
  'download',
  'speicher',
  'speichere',
  'guarda',
  'salva',
  'sauve',
]);
/** @param saves a write may be meant */
export function nearest(
  word: string,
  among: ReadonlySet<string>,
  saves: boolean,
): { word: string; slips: number } | undefined {
  let best: string | undefined;
  let least = 3;
  for (const one of among) {
    if (one[0] !== word[0] || one.length < 4 || (WRITES.has(one) && !saves)) continue;
    for (const form of word.endsWith('s') ? [word, word.slice(0, -1)] : [word]) {
      // "landings" are no "leading": the word without its s is too short for two.
      const forgiven = form.length < 8 ? 1 : 2;
      const slips = slipsBetween(form, one, forgiven);
      if (slips <= forgiven && slips < least && !isAnother(form, one)) {
        best = one;
        least = slips;
      }
    }
  }
  return best === undefined ? undefined : { word: best, slips: least };
}
