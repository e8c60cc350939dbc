/** Counts what a text is made of. */

import type { Computation } from './activity.ts';
import { textParam } from './parameters.ts';
import { linesOf, paragraphsOf, sentencesOf, wordsOf } from './segments.ts';
import { takeTurns } from './turns.ts';

const WORDS_A_MINUTE = 230;

export const countWords: Computation = async (params, context) => {
  const text = textParam(params, 'text', 5_000_000);
  const turns = takeTurns(context.signal);
  let words = 0;
  for (const _ of wordsOf(text)) {
    words += 1;
    if (turns.due()) await turns.give();
  }
  let sentences = 0;
  for (const _ of sentencesOf(text)) {
    sentences += 1;
    if (turns.due()) await turns.give();
  }
  return {
    words,
    characters: text.length,
    sentences,
    lines: text === '' ? 0 : linesOf(text).length,
    paragraphs: paragraphsOf(text).length,
    readingMinutes: words === 0 ? 0 : Math.max(0.1, Math.round((words / WORDS_A_MINUTE) * 10) / 10),
  };
};
