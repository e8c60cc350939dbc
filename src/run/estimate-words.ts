/** What earlier runs took, in a sentence, for a screen and a terminal alike. */

import type { Estimate, Range } from './took.ts';

/** `The last 3 runs of it took $0.012 to $0.03, 1,200 to 3,400 tokens, and 4.2 s to 9 s of work.` @param time of ms, @param money of dollars */
export function estimateWords(
  { runs, isOfAnother, workMs, tokens, cost }: Estimate,
  time: (ms: number) => string,
  money: (dollars: number) => string,
): string {
  const range = ([least, most]: Range, words: (value: number) => string): string =>
    words(least) === words(most) ? words(least) : `${words(least)} to ${words(most)}`;
  const taken = [
    ...(cost ? [range(cost, (dollars) => (dollars === 0 ? 'nothing' : money(dollars)))] : []),
    ...(tokens ? [`${range(tokens, (count) => count.toLocaleString('en'))} tokens`] : []),
    `${range(workMs, time)} of work`,
  ];
  const all = taken.length === 1 ? taken[0] : `${taken.slice(0, -1).join(', ')} and ${taken.at(-1)}`;
  const which = runs === 1 ? 'The last run of it' : `The last ${runs} runs of it`;
  return `${which}${isOfAnother ? ', before the plan was changed,' : ''} took ${all}.`;
}
