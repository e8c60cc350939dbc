/** English words that say nothing about what a text is about. Texts in other tongues keep all their words. */

const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again against all also am an and any are as at be because been before being below between ' +
    'both but by can could did do does doing done down during each either else ever every few for from further get ' +
    'got had has have having he her here hers herself him himself his how however i if in into is it its itself ' +
    'just like made make many may me might more most much must my myself neither no nor not now of off on once one ' +
    'only onto or other our ours out over own per said same say see shall she should since so some still such than ' +
    'that the their theirs them themselves then there these they this those though through thus to too two under ' +
    'until up upon us use used very via was we well went were what when where whether which while who whom whose why ' +
    'will with within without would yet you your yours yourself'
  ).split(' '),
);

/** What is counted: lower case, with the possessive 's taken off. */
export const wordKey = (word: string): string => word.toLowerCase().replace(/['’]s$/, '');

/** Counts as a topic: not a common word, at least three letters or digits, not only digits. */
export const isTelling = (key: string): boolean =>
  [...key].length >= 3 && !COMMON_WORDS.has(key) && /\p{L}/u.test(key);
