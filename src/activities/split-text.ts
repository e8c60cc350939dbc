/** Splits a text into pieces. */

import type { Computation } from './activity.ts';
import { badArguments, choiceParam, optionalText, textParam } from './parameters.ts';
import { linesOf, paragraphsOf, sentencesOf, wordsOf } from './segments.ts';

const MAX_SEGMENTED = 5_000_000;

export const splitText: Computation = (params) => {
  const separator = optionalText(params, 'separator', 1000);
  const by = choiceParam(
    params,
    'by',
    ['lines', 'paragraphs', 'sentences', 'words', 'separator'],
    separator === undefined ? 'lines' : 'separator',
  );
  const segmented = by === 'sentences' || by === 'words';
  const text = textParam(params, 'text', segmented ? MAX_SEGMENTED : undefined);
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
