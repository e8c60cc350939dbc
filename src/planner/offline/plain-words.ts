/** Small words that say something where they stand: what a column is called behind "per", and what a number of things is worth. Knows no tool. */

import { isAmount } from './amounts.ts';
import type { Mention } from './mention.ts';
import { nameFit } from './name-fit.ts';

/** The mentions, those small words that a plan may not pass over taken for what they say. */
export const sayingIn = (mentions: readonly Mention[]): Mention[] => worthIn(namedIn(laidOutIn(mentions)));

/** "one per line", "each on its own line", "eine pro Zeile": how a list is written, and nothing that is done line by line. */
function laidOutIn(mentions: readonly Mention[]): readonly Mention[] {
  const end = mentions.findIndex(({ text }) => LINE.test(text));
  const from = mentions.findLastIndex(({ text }, at) => at < end && at >= end - 4 && ONE.test(text));
  const isLaidOut = from >= 0 && mentions.slice(from + 1, end).every(({ text }) => ON.test(text));
  if (!isLaidOut || end === from + 1) return mentions;
  const whole = (mention: Mention): Mention => ({
    ...mention,
    meanings: new Set(),
    columns: [],
    small: true,
  });
  return mentions.map((mention, at) => {
    if (at < from || at > end) return mention;
    const { number: _, ...plain } = whole(mention);
    return plain;
  });
}
const LINE = /^(?:lines?|rows?|zeilen?|ligne|l[ií]nea|riga)$/iu;
const ONE = /^(?:one|each|every|eine?[rs]?|jede[rs]?|une?|un[ao]|cada)$/iu;
const ON =
  /^(?:per|on|in|(?:its|their|an?)(?: own)?|own|new|separate|pro|je|auf|einer?|eigene[nr]?|neuen?|par|por|sur|en)$/iu;

/** "per level" of a column Level: it is passed over elsewhere, and here it is what the rows are told apart by. */
const namedIn = (mentions: readonly Mention[]): Mention[] =>
  mentions.map((mention, at) => {
    const before = mentions[at - 1];
    const isKey = before?.meanings.has('per') === true || before?.meanings.has('each') === true;
    const isNamed = mention.columns.some(({ fit }) => fit >= 1);
    return isKey && mention.small && isNamed && mention.meanings.size === 0
      ? { ...mention, small: false }
      : mention;
  });

const WORTH = /^(?:value|worth|wert|valeur|valor|valore)$/iu;

/** "stock value": what the things are worth that the column counts, and no other word for how many there are. */
function worthIn(mentions: readonly Mention[]): Mention[] {
  const now: Mention[] = [];
  for (const mention of mentions) {
    const before = now.at(-1);
    const [best] = before?.columns ?? [];
    const isOfCount =
      before !== undefined &&
      WORTH.test(mention.text) &&
      mention.columns.every(({ fit }) => fit < 1) &&
      best !== undefined &&
      best.fit >= 0.8 &&
      isCount(best.column.words) &&
      best.column.kind === 'number';
    if (!isOfCount || before === undefined) {
      now.push(mention);
      continue;
    }
    now[now.length - 1] = {
      ...{ start: before.start, end: mention.end, text: `${before.text} ${mention.text}` },
      ...{ meanings: new Set(), columns: [], cells: [], files: [], small: false },
    };
  }
  return now;
}

/** Whether a column says how many there are of something, and nothing of money. */
export const isCount = (words: readonly string[]): boolean =>
  ['quantity', 'stock'].some((noun) => nameFit([noun], words) >= 0.6) && !words.some(isAmount);
