/** Words of a text or of a name, stemmed so that "totals", "totalled" and "total" meet. Knows no tool and no plan. */

import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.ts';

/** A word of the goal with its place, in UTF-16 offsets. */
export interface Word {
  readonly text: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:['’_-][\p{L}\p{N}]+)*/gu;
const stems = new Map<string, string>();

/** One stem for both spellings: "summarise" and "summarize", "e-mail" and "email", "colour" and "color". */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const lower = word
    .toLowerCase()
    .replace(/['’]s$/u, '')
    .replace(/[-_’']/gu, '');
  const american = lower.replace(/(?<=\w{3})is(e|es|ed|er|ing|ation)$/u, 'iz$1').replace(/our$/u, 'or');
  const stem = stemmer(american);
  // Words come from strangers' goals: without a bound the memo would grow for as long as the page lives.
  if (stems.size > 20_000) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** Every word of a text, with its place. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => ({
    text: match[0],
    stem: stemOf(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Splits a name as programmers write them: `groupRows`, `group_rows`, `Group rows`, `HTTPRequest2`. */
export const nameWords = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());

/** Stems that carry meaning: no stop words, no repeats. */
export function contentStems(words: Iterable<string>): Set<string> {
  const result = new Set<string>();
  for (const word of words) if (!STOP_WORDS.has(word.toLowerCase())) result.add(stemOf(word));
  return result;
}

/** Content stems of running text in which names such as `customerId` may occur. */
export const textStems = (text: string | undefined): Set<string> => contentStems(nameWords(text ?? ''));
