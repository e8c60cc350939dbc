/** Words nobody knows in places where nothing hangs on them: a plan does without them, and they are named. Knows no tool. */

import type { KnownColumn } from './known-tables.ts';
import { AT, WHOLES } from './lexicon/asides.ts';
import { fold } from './lexicon/forms.ts';
import { isNoun, thingsOf } from './lexicon/nouns.ts';
import { statesOf } from './lexicon/states.ts';
import { isMeasure } from './measuring.ts';
import { isUnknown, type Mention } from './mention.ts';
import { MONEY } from './read-columns.ts';

/** Whether a plan is whole without it. @param fine the mentions that calls meet @param planned the columns that they compute with, where their files measure nothing else */
export function sinksNothing(
  mention: Mention,
  mentions: readonly Mention[],
  fine: ReadonlySet<Mention>,
  planned: readonly KnownColumn[],
): boolean {
  const at = mentions.indexOf(mention);
  // "the articles we sell"
  if (onlyMeasured(mention)) return SOMEBODY.test(fold(mentions[at - 1]?.text ?? ''));
  if (!isBlank(mention)) return false;
  return (
    isDone(mentions, at, fine) ||
    isToDo(mentions, at) ||
    namesRowsOf(mentions, at, fine) ||
    isWhole(mentions, at) ||
    isMoney(mention, fine, planned) ||
    isExplained(mentions, at, fine)
  );
}

const onlyMeasured = ({ meanings, columns, cells }: Mention): boolean =>
  meanings.size === 1 && meanings.has('measured') && columns.length + cells.length === 0;

/** A column that is hardly named is not meant. */
const isBlank = (mention: Mention): boolean => isUnknown(mention, 0.6);

const AUXILIARY = /^(?:did|do|does|have|has|had|was|were|is|are)$/u;
const HAS = /^(?:hat|haben|hatte|hatten|wurde|wurden|ist|sind)$/iu;
const SOMEBODY =
  /^(?:i|we|they|he|she|you|it|everybody|everyone|anybody|anyone|people|ich|wir|sie|er|es|man|alle|jeder|nous|ils|elles|on)$/u;

/** "how often they ordered", "how many hours did each one row": a verb behind who did it; what it says of a state is more than that. */
function isDone(mentions: readonly Mention[], at: number, fine: ReadonlySet<Mention>): boolean {
  const word = fold(mentions[at]?.text ?? '');
  const [left, right] = [mentions[at - 1], mentions[at + 1]];
  // "über 6000 kWh Gas gebraucht hat": the measure stands right before it.
  const isMeasured =
    left !== undefined &&
    fine.has(left) &&
    (left.number !== undefined || left.columns.some(({ column }) => column.kind === 'number'));
  if (isMeasured && /^ge|t$|en$/u.test(word) && HAS.test(right?.text ?? '')) return true;
  if (statesOf(word).length > 0 || (isNoun(word) && !/(?:ed|t)$/u.test(word))) return false;
  const before = mentions[at - 1];
  if (before === undefined || before.mark !== undefined) return false;
  const isBlind = mentions.slice(0, at).some((one) => isBlank(one) && !statesOf(fold(one.text)).length);
  // "how many families did we feed": of neither anything is known.
  if (SOMEBODY.test(fold(before.text))) return !isBlind;
  if (!fine.has(before) && !before.small) return false;
  const clause = mentions.slice(
    mentions.slice(0, at).findLastIndex(({ mark }) => mark !== undefined) + 1,
    at,
  );
  const auxiliary = clause.findLastIndex(({ text }) => AUXILIARY.test(fold(text)));
  const asked = clause.findIndex(({ meanings }) =>
    ['agg:count', 'agg:sum', 'which', 'agg:mean'].some((one) => meanings.has(one)),
  );
  // Behind the subject of "did", "does" – and nothing else that nobody knows between.
  const subject = clause.slice(auxiliary + 1);

  return (
    auxiliary > 0 &&
    asked >= 0 &&
    /^d/u.test(fold(clause[auxiliary]?.text ?? '')) &&
    subject.some((one) => fine.has(one)) &&
    subject.every((one) => one.small || fine.has(one))
  );
}

/** "…, to hang on the wall": what is done with it then. */
function isToDo(mentions: readonly Mention[], at: number): boolean {
  const end = mentions.findIndex(({ mark }, i) => i > at && mark !== undefined);
  const clause = mentions.slice(0, end < 0 ? mentions.length : end);
  const to = clause.findLastIndex(({ text }, i) => i < at && /^(?:to|um|pour|para|per)$/iu.test(text));
  const verb = clause[to + 1];
  if (to < 1 || verb === undefined || clause[to - 1]?.meanings.has('sort') === true) return false;
  // "per rider, only members": what is told apart by is no verb, and behind a comma another thing is said.
  if (clause.slice(to, at).some(({ mark }) => mark !== undefined) || verb.columns.length > 0) return false;
  const isVerb = isBlank(verb) && !isNoun(fold(verb.text)) && statesOf(fold(verb.text)).length === 0;
  return isVerb && clause.slice(to).every((one) => one.small || isBlank(one));
}

/** "the kitchen helpers": what rows of that cell are called, and nothing that is measured of them. */
function namesRowsOf(mentions: readonly Mention[], at: number, fine: ReadonlySet<Mention>): boolean {
  const [before, mention, next] = [mentions[at - 1], mentions[at], mentions[at + 1]];
  if (before === undefined || mention === undefined || before.cells.length === 0 || !fine.has(before))
    return false;
  const isEnd = next === undefined || next.small || next.mark !== undefined || next.meanings.size > 0;
  return isEnd && /(?:s|en|er|e)$/u.test(mention.text) && !isMeasure(fold(mention.text));
}

/** "who still owes us money", "the rent I received": money, where one column of money is added up or what is owed is told. */
function isMoney(mention: Mention, fine: ReadonlySet<Mention>, planned: readonly KnownColumn[]): boolean {
  const word = fold(mention.text);
  if (MONEY.test(word))
    return [...fine].some(
      ({ columns, cells, isOpposite }) => columns.length + cells.length > 0 && isOpposite,
    );
  const [only, other] = planned;
  return (
    only !== undefined && other === undefined && isAmount(word) && only.words.some((one) => isAmount(one))
  );
}

const PAID = new Set(['amount', 'price'].flatMap((noun) => [...thingsOf(noun)]));
const isAmount = (word: string): boolean => [...thingsOf(word)].some((thing) => PAID.has(thing));

/** "women in the club", "at our school": all that the file is about. */
const isWhole = (mentions: readonly Mention[], at: number): boolean =>
  WHOLES.has(fold(mentions[at]?.text ?? '')) &&
  mentions.slice(Math.max(0, at - 2), at).some(({ text, small }) => small && AT.has(fold(text)));

/** "the serious ones (severity high)", "reds only: Merlot and Syrah": what it means stands right behind it. */
function isExplained(mentions: readonly Mention[], at: number, fine: ReadonlySet<Mention>): boolean {
  const open = mentions.findIndex(({ mark }, i) => i > at && mark !== undefined);
  const mark = mentions[open]?.mark;
  const isMeant = mark === ',' && MEANING.test(mentions[open + 1]?.text ?? '');
  if (mark !== '(' && mark !== ':' && !isMeant) return false;
  if (!mentions.slice(at + 1, open).every((one) => one.small || fine.has(one) || isOnly(one))) return false;
  const close = mentions.findIndex(
    ({ mark: one }, i) => i > open && one !== undefined && /[).;!?]/u.test(one),
  );
  const inside = mentions.slice(open + 1, close < 0 ? undefined : close);
  // Columns alone are what to see of them.
  return (
    inside.some((one) => fine.has(one) && explains(one)) && inside.every((one) => one.small || fine.has(one))
  );
}

const MEANING = /^(?:ie|i e|so|namely|meaning|that|also|das|nämlich|sprich|soit|donc|es|o|cioè|ossia)$/iu;
const isOnly = ({ meanings }: Mention): boolean => meanings.has('only');

const explains = ({ cells, number, formula, meanings }: Mention): boolean =>
  cells.length > 0 ||
  number !== undefined ||
  formula !== undefined ||
  ['times', 'minus', 'plus', 'over'].some((one) => meanings.has(one));
