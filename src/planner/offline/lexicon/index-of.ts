/** The lexica made ready to look in: phrases by their first word, nouns by their things, languages by their small words. */

import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import type { Language } from './lexicon.ts';
import { NOUNS } from './nouns.ts';
import { FRENCH, ITALIAN, SPANISH } from './romance.ts';

export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN];

/** Lower case without accents and umlauts: "Größte" is "grosste". */
export const fold = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/gu, 'ss').replace(/’/gu, "'");

/** Umlauts typed as two letters: "groesste". Only tried where the word as it stands says nothing. */
export const unspelt = (folded: string): string => folded.replace(/([aou])e(?!u)/gu, '$1');

/** A word and what it is without the endings of plurals and cases, so that two forms of it share one. */
export function formsOf(word: string): readonly string[] {
  const forms = [word];
  const cut = (ending: string, least: number, put = '') => {
    if (word.endsWith(ending) && word.length - ending.length >= least)
      forms.push(word.slice(0, -ending.length) + put);
  };
  cut('ies', 2, 'y');
  cut('sses', 2, 'ss');
  cut('es', 3);
  if (!word.endsWith('ss')) cut('s', 3);
  cut('nen', 4);
  cut('en', 4);
  cut('ern', 4);
  cut('er', 5);
  cut('e', 4);
  cut('n', 4);
  cut('i', 4, 'o');
  return forms;
}

interface Phrase {
  readonly meaning: string;
  readonly words: readonly string[];
}

type Index = ReadonlyMap<string, readonly Phrase[]>;

const PREFIX = 4;

function indexOf(languages: readonly Language[]): Index {
  const index = new Map<string, Phrase[]>();
  for (const { phrases } of languages) {
    for (const [meaning, list] of Object.entries(phrases)) {
      for (const text of list.split(/,\s*/u)) {
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

const things = new Map<string, Set<number>>();
NOUNS.trim()
  .split('\n')
  .forEach((line, thing) => {
    for (const word of line.split(' ')) {
      for (const form of formsOf(fold(word))) {
        const known = things.get(form) ?? new Set();
        things.set(form, known.add(thing));
      }
    }
  });

const NONE: ReadonlySet<number> = new Set();

/** The things that a word names; of a compound ("Bestelldatum") what its end names. */
export function thingsOf(word: string): ReadonlySet<number> {
  const forms = formsOf(word);
  const found = forms.flatMap((form) => [...(things.get(form) ?? NONE)]);
  if (found.length > 0) return new Set(found);
  for (let at = 4; at <= word.length - 4; at++) {
    const end = things.get(word.slice(at));
    if (end !== undefined) return end;
  }
  return NONE;
}

/** Letters too many, too few, wrong or swapped; more than `most` is `most + 1`. */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

/** How many slips a word of this length forgives: a short word with one slip is often another word. */
export const slipsForgiven = (word: string): number => (word.length < 5 ? 0 : word.length < 8 ? 1 : 2);
