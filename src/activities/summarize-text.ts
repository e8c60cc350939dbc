/**
 * An extractive summary: the sentences that hold the text's most frequent words, chosen one by one
 * with the words already said counting half (after SumBasic, Nenkova and Vanderwende 2005, which
 * squares their weight: in a short text that leaves nothing of a word said twice).
 */

import type { Computation } from './activity.ts';
import { isTelling, wordKey } from './common-words.ts';
import { param } from './parameters.ts';
import { sentencesOf, wordsOf } from './segments.ts';
import { type Turns, takeTurns } from './turns.ts';

interface Sentence {
  readonly text: string;
  readonly keys: readonly string[];
}

/** A heading names what follows and says nothing itself. */
const HEADING = /^#{1,6}\s/;

/** A sentence of one or two words says too little to stand in a summary. */
const FEWEST_KEYS = 2;

export const summarizeText: Computation = async (params, context) => {
  const text = param.text(params, 'text', 2_000_000);
  const wanted = param.optionalNumber(params, 'sentences', { min: 1, max: 50, whole: true }) ?? 3;
  const turns = takeTurns(context.signal);
  const sentences: Sentence[] = [];
  for (const sentence of sentencesOf(text)) {
    if (HEADING.test(sentence)) continue;
    const keys = new Set<string>();
    for (const word of wordsOf(sentence)) if (isTelling(wordKey(word))) keys.add(wordKey(word));
    sentences.push({ text: sentence, keys: [...keys] });
    if (turns.due()) await turns.give();
  }
  if (sentences.length <= wanted) return together(sentences.map((sentence) => sentence.text));
  const chosen = await choose(sentences, wanted, turns);
  return together(chosen.map((at) => sentences[at]?.text ?? ''));
};

/** A line that ends without a full stop is not glued to the next. */
function together(sentences: readonly string[]): string {
  let text = '';
  for (const sentence of sentences) {
    const parted = text === '' ? '' : ENDED.test(text) ? ' ' : '\n';
    text += parted + sentence;
  }
  return text;
}

const ENDED = /[.!?…。！？:;]["'”’»)\]]*$/u;

/** Indices of the chosen sentences, in the text's own order. */
async function choose(sentences: readonly Sentence[], wanted: number, turns: Turns): Promise<number[]> {
  const weights = weightsOf(sentences);
  const chosen = new Set<number>();
  while (chosen.size < wanted) {
    let best = -1;
    let bestScore = -1;
    for (const [at, sentence] of sentences.entries()) {
      if (turns.due()) await turns.give();
      if (chosen.has(at)) continue;
      const score = scoreOf(sentence, weights);
      // Strictly more: among equals the earlier one, where writers put what matters.
      if (score > bestScore) [best, bestScore] = [at, score];
    }
    chosen.add(best);
    for (const key of sentences[best]?.keys ?? []) weights.set(key, (weights.get(key) ?? 0) / 2);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** How many sentences have the word; one that comes once is hardly what the text is about. */
function weightsOf(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { keys } of sentences) {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, count] of counts) if (count === 1) counts.set(key, 0.5);
  return counts;
}

function scoreOf(sentence: Sentence, weights: ReadonlyMap<string, number>): number {
  if (sentence.keys.length === 0) return 0;
  const sum = sentence.keys.reduce((total, key) => total + (weights.get(key) ?? 0), 0);
  return sum / Math.max(FEWEST_KEYS, sentence.keys.length);
}
