/** "still to pay", "left to return", "noch zu bezahlen": what is yet to be is not so. Knows no column. */

import { fold } from './lexicon/forms.ts';
import { statesOf } from './lexicon/states.ts';
import type { Mention } from './mention.ts';

/** What stands right before the word of what is to be done. */
const TO = /^(?:to|be|zu|a|por|da)$/u;
const STILL =
  /^(?:still|yet|left|remaining|remains?|have|has|need|needs|must|be|noch|mussen|muss|reste|restent|queda|quedan|falta|faltan|resta|restano|rimane|rimangono)$/u;
const ROMANCE = /^(?:reste|restent|queda|quedan|falta|faltan|resta|restano|rimane|rimangono)$/u;
const NEAR = 5;
const TOOK = /^(?:took|takes?|taking|needed|longer|brauchte[nst]?|dauerte[nst]?)$/iu;
const isTime = (meanings: ReadonlySet<string>): boolean =>
  [...meanings].some((one) => one.startsWith('unit:'));

/** The mentions, those of a state that is yet to be turned round. */
export const yetToBe = (mentions: readonly Mention[]): Mention[] =>
  mentions.map((mention, at) =>
    isYetToBe(mentions, at) ? { ...mention, isOpposite: mention.isOpposite !== true } : mention,
  );

function isYetToBe(mentions: readonly Mention[], at: number): boolean {
  const mention = mentions[at];
  if (mention === undefined || mention.columns.length + mention.cells.length === 0) return false;
  if (mention.isOpposite === true || statesOf(fold(mention.taken ?? mention.text)).length === 0) return false;
  const before = mentions.slice(Math.max(0, at - NEAR), at);
  if (before.some(({ meanings }) => meanings.has('not'))) return false;
  const words = before.flatMap(({ text }) => fold(text).split(' '));
  // "has a confirmed booking": an article.
  const isArticle = words.at(-1) === 'a' && !words.some((word) => ROMANCE.test(word));
  // "took 30 days to be paid": how long it took until it was.
  if (before.some(({ meanings, text }) => isTime(meanings) || TOOK.test(text))) return false;
  const isInfinitive = TO.test(words.at(-1) ?? '') && !isArticle;
  const german = /(?:e[nr]n?)$/u.test(fold(mention.text)) && words.includes('noch');
  const must = mentions.some(({ text }) => /^m[uü]ss(?:en|t)?$/iu.test(text));
  return (isInfinitive && words.some((word) => STILL.test(word))) || (german && must);
}
