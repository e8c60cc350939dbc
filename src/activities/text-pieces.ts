/** A text in pieces: split and joined, its words counted. Where pieces end is said by `segments.ts`. */

import type { Computation } from './activity.ts';
import { isTelling, wordKey } from './common-words.ts';
import { badArguments, param } from './parameters.ts';
import { linesOf, paragraphsOf, sentencesOf, wordsOf } from './segments.ts';
import { takeTurns } from './turns.ts';

const MAX_SEGMENTED = 5_000_000;

/** Splits a text into pieces. */
export const splitText: Computation = (params) => {
  const separator = param.optionalText(params, 'separator', 1000);
  const by = param.choice(
    params,
    'by',
    ['lines', 'paragraphs', 'sentences', 'words', 'separator'],
    separator === undefined ? 'lines' : 'separator',
  );
  const segmented = by === 'sentences' || by === 'words';
  const text = param.text(params, 'text', segmented ? MAX_SEGMENTED : undefined);
  return [...pieces(text, by, separator)].filter((piece) => piece.trim() !== '');
};

function pieces(text: string, by: string, separator: string | undefined): Iterable<string> {
  switch (by) {
    case 'paragraphs':
      return paragraphsOf(text);
    case 'sentences':
      return sentencesOf(text);
    case 'words':
      return wordsOf(text);
    case 'separator':
      if (separator === undefined || separator === '') {
        throw badArguments('To split by a separator, give the parameter "separator", such as ", ".');
      }
      return text.split(separator);
    default:
      return linesOf(text);
  }
}

/** Joins texts into one. */
export const joinText: Computation = (params) =>
  param.texts(params, 'texts').join(param.optionalText(params, 'separator', 1000) ?? '\n');

const WORDS_A_MINUTE = 230;

/** Counts what a text is made of. */
export const countWords: Computation = async (params, context) => {
  const text = param.text(params, 'text', 5_000_000);
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

/** The most frequent telling words of a text. */
export const keywords: Computation = async (params, context) => {
  const text = param.text(params, 'text', 5_000_000);
  const limit = param.optionalNumber(params, 'limit', { min: 1, max: 200, whole: true }) ?? 10;
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
