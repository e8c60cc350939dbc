/** "faster than", "the cheapest", "or older": the phrases that the adjectives of measure make in each language. Knows no column. */

import { DIMENSIONS, IRREGULAR } from './dimensions.ts';
import type { Language } from './lexicon.ts';

type Code = Language['code'];

/** "than", and the words that make a comparison hold at its limit, too. */
const THAN: Readonly<Record<Code, readonly string[]>> = {
  en: ['than'],
  de: ['als'],
  fr: ['que', 'de'],
  es: ['que', 'de'],
  it: ['di', 'che'],
};
const ALSO: Readonly<Record<Code, readonly string[]>> = {
  en: ['or', 'and'],
  de: ['oder', 'und'],
  fr: ['ou', 'et'],
  es: ['o', 'y'],
  it: ['o', 'e'],
};
/** "how old" names the age. */
const HOW: Readonly<Partial<Record<Code, readonly string[]>>> = { en: ['how'], de: ['wie'] };
/** "le plus" is "most" by itself: with what is behind it, it is of that. */
const ARTICLES = {
  fr: ['le', 'la', 'les'],
  es: ['el', 'la', 'los', 'las'],
  it: ['il', 'la', 'i', 'gli', 'le'],
} as const;
const MORE = { fr: ['plus', 'moins'], es: ['mas', 'menos'], it: ['piu', 'meno'] } as const;

interface Degrees {
  readonly more: readonly string[];
  readonly most: readonly string[];
  /** "less expensive": of the other end. */
  readonly less: readonly string[];
  readonly least: readonly string[];
}

/** Meanings and their phrases, as the languages list theirs: `most` and `of:speed` for "fastest". */
export function degreePhrases(code: Code): Map<string, string[]> {
  const phrases = new Map<string, string[]>();
  const put = (meaning: string, list: readonly string[]) =>
    phrases.set(meaning, [...(phrases.get(meaning) ?? []), ...list]);
  for (const [name, { high, low, isListed }] of Object.entries(DIMENSIONS)) {
    for (const [words, up] of [
      [high[code], true],
      [low[code], false],
    ] as const) {
      for (const word of words?.split(' ') ?? []) {
        const { more, most, less, least } = degreesOf(word, code);
        put(
          `of:${name}`,
          (HOW[code] ?? []).map((how) => `${how} ${word}`),
        );
        const of = (list: readonly string[], meaning: string) => {
          put(meaning, list);
          put(`of:${name}`, list);
        };
        const than = (list: readonly string[]) =>
          list.flatMap((one) => THAN[code].map((its) => `${one} ${its}`));
        const also = (list: readonly string[]) =>
          list.flatMap((one) => ALSO[code].map((its) => `${its} ${one}`));
        // "Alter" is a column's name.
        const apart = (list: readonly string[]) => list.filter((one) => one !== 'alter');
        of(apart(more), up ? 'than:more' : 'than:less');
        of(apart(less), up ? 'than:less' : 'than:more');
        of(than(more), up ? 'cmp:gt' : 'cmp:lt');
        of(than(less), up ? 'cmp:lt' : 'cmp:gt');
        of(also(more), up ? 'cmp:gte' : 'cmp:lte');
        if (isListed === true) put(`of:${name}`, [...most, ...least]);
        else {
          of(most, up ? 'most' : 'least');
          of(least, up ? 'least' : 'most');
        }
      }
    }
  }
  return phrases;
}

function degreesOf(word: string, code: Code): Degrees {
  const own = IRREGULAR[word];
  if (code === 'de') {
    const [more, most] = own ?? [`${word}er`, `${word}${/(?:[tdsz])$/u.test(word) ? 'e' : ''}st*`];
    return { more: [more], most: [most], less: [`weniger ${word}`], least: [`am wenigsten ${word}`] };
  }
  if (code === 'en') {
    const stem = word
      .replace(/e?y$/u, 'i')
      .replace(/e$/u, '')
      .replace(/^([^aeiou]+[aeiou])([bdgmnpt])$/u, '$1$2$2');
    const [more, most] = own ?? [`${stem}er`, `${stem}est`];
    return {
      more: [more, `more ${word}`],
      most: [most, `most ${word}`, `the most ${word}`],
      less: [`less ${word}`],
      least: [`least ${word}`, `the least ${word}`],
    };
  }
  const [more, less] = MORE[code];
  const most = (how: string) =>
    ['', ...ARTICLES[code].map((article) => `${article} `)].map((the) => `${the}${how} ${word}`);
  return { more: [`${more} ${word}`], most: most(more), less: [`${less} ${word}`], least: most(less) };
}
