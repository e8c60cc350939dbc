/** The most frequent telling words of a text. */

import type { Computation } from './activity.ts';
import { isTelling, wordKey } from './common-words.ts';
import { optionalNumber, textParam } from './parameters.ts';
import { wordsOf } from './segments.ts';
import { takeTurns } from './turns.ts';

export const keywords: Computation = async (params, context) => {
  const text = textParam(params, 'text', 5_000_000);
  const limit = optionalNumber(params, 'limit', { min: 1, max: 200, whole: true }) ?? 10;
  const turns = takeTurns(context.signal);
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) {
    const key = wordKey(word);
    if (isTelling(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
    if (turns.due()) await turns.give();
  }
  // The sort is stable: among equals, what the text says first comes first.
  const ranked = [...counts].sort(([, a], [, b]) => b - a).slice(0, limit);
  return ranked.map(([word, count]) => ({ word, count }));
};
