/** The lexica made ready to look in: phrases by their first word, languages by their small words. Knows no file. */

import { degreePhrases } from './degrees.ts';
import { ENGLISH } from './english.ts';
import { fold, formsOf } from './forms.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import type { Language } from './lexicon.ts';
import { SPANISH } from './spanish.ts';

export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN];

interface Phrase {
  readonly meaning: string;
  readonly words: readonly string[];
}

type Index = ReadonlyMap<string, readonly Phrase[]>;

const PREFIX = 4;

function indexOf(languages: readonly Language[]): Index {
  const index = new Map<string, Phrase[]>();
  for (const { phrases, code } of languages) {
    const listed = Object.entries(phrases).map(([meaning, list]) => [meaning, list.split(/,\s*/u)] as const);
    for (const [meaning, list] of [...listed, ...degreePhrases(code)]) {
      for (const text of list) {
        const words = fold(text)
          .split(/[\s'-]+/u)
          .filter(Boolean);
        const first = words[0];
        if (first === undefined) continue;
        const key = first.endsWith('*') ? `*${first.slice(0, PREFIX)}` : first;
        const own = index.get(key) ?? [];
        own.push({ meaning, words });
        index.set(key, own);
      }
    }
  }
  return index;
}

const indexes = new Map<string, Index>();

/** Phrases of these languages; made once for each set of them. */
export function phrasesOf(languages: readonly Language[]): Index {
  const key = languages.map(({ code }) => code).join();
  const known = indexes.get(key) ?? indexOf(languages);
  indexes.set(key, known);
  return known;
}

const says = (pattern: string, word: string): boolean => {
  if (pattern.endsWith('*')) return word.startsWith(pattern.slice(0, -1)) || word === pattern.slice(0, -2);
  return pattern === word || (pattern.length > 3 && formsOf(word).includes(pattern));
};

/** The longest phrases that begin at this word, with all their meanings. */
export function phraseAt(
  index: Index,
  words: readonly string[],
  at: number,
): { readonly length: number; readonly meanings: ReadonlySet<string> } | undefined {
  let length = 0;
  let meanings = new Set<string>();
  const first = words[at] ?? '';
  const keys = [...formsOf(first), `*${first.slice(0, PREFIX)}`];
  for (const key of new Set(keys)) {
    for (const phrase of index.get(key) ?? []) {
      if (phrase.words.length < length) continue;
      if (!phrase.words.every((pattern, offset) => says(pattern, words[at + offset] ?? ''))) continue;
      if (phrase.words.length > length) meanings = new Set();
      length = phrase.words.length;
      meanings.add(phrase.meaning);
    }
  }
  return length === 0 ? undefined : { length, meanings };
}

const smallOf = new Map(LANGUAGES.map((one) => [one.code, new Set(one.small.split(' ').map(fold))]));

export const isSmall = (word: string, languages: readonly Language[]): boolean =>
  languages.some(({ code }) => smallOf.get(code)?.has(word) === true);

const vocabularies = new Map<string, ReadonlySet<string>>();

/** Every word that the phrases and small words of these languages are made of. */
export function vocabularyOf(languages: readonly Language[]): ReadonlySet<string> {
  const key = languages.map(({ code }) => code).join();
  const known = vocabularies.get(key);
  if (known !== undefined) return known;
  const words = new Set<string>();
  for (const phrases of phrasesOf(languages).values())
    for (const { words: own } of phrases) for (const word of own) words.add(word.replace(/\*$/u, ''));
  for (const { code } of languages) for (const word of smallOf.get(code) ?? []) words.add(word);
  vocabularies.set(key, words);
  return words;
}

/** The language whose own words and small words are most of the text; `undefined` where hardly any are known. */
export function languageOf(words: readonly string[]): Language | undefined {
  const letters = words.filter((word) => /\p{L}/u.test(word));
  const rated = LANGUAGES.map((language) => {
    const index = phrasesOf([language]);
    const hits = letters.map((word, at) => {
      if (smallOf.get(language.code)?.has(word) === true) return 1;
      return phraseAt(index, letters, at) === undefined ? 0 : 1;
    });
    return { language, rate: hits.reduce<number>((sum, hit) => sum + hit, 0) };
  });
  const [best] = rated.toSorted((a, b) => b.rate - a.rate);
  return best === undefined || best.rate === 0 || best.rate < letters.length / 5 ? undefined : best.language;
}
