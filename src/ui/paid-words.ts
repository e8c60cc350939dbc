/** What answers of models took, in words. Apart from `words.ts`: the first screen has none to tell of. */

import type { Paid } from '../lib/answer-cost.ts';
import { leastWords, lostWords } from '../run/lost-words.ts';
import { counted, price } from './words.ts';

/** What an answer of a model took, or several: `1,240 tokens, $0.012`; empty where nothing is known of it. @param lost of them nobody heard */
export function tookWords({ tokens, cost = 0, lost = 0 }: Paid & { readonly lost?: number }): string {
  const said = [
    ...(tokens === undefined ? [] : [counted(tokens.input + tokens.output, 'token')]),
    ...(cost === 0 ? [] : [leastWords(cost, lost, price)]),
  ].join(', ');
  return [said, lostWords(lost)].filter((part) => part !== '').join('; ');
}

/** The same behind what it is said of: ` (1,240 tokens, $0.012)`. */
export const paidWords = (paid: Parameters<typeof tookWords>[0]): string => {
  const took = tookWords(paid);
  return took === '' ? '' : ` (${took})`;
};
