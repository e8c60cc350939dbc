/** Where one wish of a goal ends and the next begins. Knows no table. */

import { isUnknown, type Mention } from './mention.ts';

/** Sentences, and what stands before and after "then": each a wish of its own. */
export function sentences(mentions: readonly Mention[]): Mention[][] {
  const parts: Mention[][] = [[]];
  for (const [at, mention] of mentions.entries()) {
    const next = mentions[at + 1];
    const isEnd = mention.mark !== undefined && /[.;!?]/u.test(mention.mark) && next !== undefined;
    // "M. Tan"
    if (isEnd && !isInitial(mentions[at - 1])) parts.push([]);
    // "by region, then by amount" is one order.
    else if (
      mention.meanings.has('next') &&
      at > 0 &&
      next?.meanings.has('per') !== true &&
      !saysOfIf(parts.at(-1) ?? [], mentions)
    )
      parts.push([]);
    else if (mention.meanings.has('and') && startsOwn(mentions, at)) parts.push([]);
    else if (WITH.test(mention.text) && isWithTotal(parts.at(-1) ?? [], mentions, at)) parts.push([]);
    else if (isBetween(mention) && measuresAgain(parts.at(-1) ?? [], mentions, at)) parts.push([]);
    else if (isBetween(mention) && ranksRows(parts.at(-1) ?? [], mentions, at)) parts.push([]);
    else if (isBetween(mention) && listsRows(parts.at(-1) ?? [], mentions, at)) parts.push([]);
    else parts.at(-1)?.push(mention);
  }
  return parts.filter((part) => part.some(({ small }) => !small));
}

/** "a column grade: if the exam is over 70 then A, …": what the rows of a condition are called. */
function saysOfIf(before: readonly Mention[], mentions: readonly Mention[]): boolean {
  const clause = before.slice(before.findLastIndex(({ mark }) => mark !== undefined) + 1);
  return has(clause, 'if') && (has(mentions, 'newcolumn') || has(mentions, 'mark'));
}

/** A capital letter by itself: the full stop behind it ends no sentence. */
export const isInitial = (mention: Mention | undefined): boolean => /^\p{Lu}$/u.test(mention?.text ?? '');

/** "… and the total stock by category from inventory", "… and the average per weekday": another request, with a figure of its own. */
function startsOwn(mentions: readonly Mention[], at: number): boolean {
  const [before, after] = [clauseOf(mentions.slice(0, at), -1), clauseOf(mentions.slice(at + 1), 0)];
  if (isInBracket(mentions, at)) return false;
  if (isFigure(before) && has(before, 'per') && asksForRows(after)) return true;
  // "… per doctor and the average overall": no group of theirs.
  if (isFigure(before) && has(before, 'per') && has(after, 'grand')) return true;
  if (has(before, 'grand') && !has(before, 'per') && has(after, 'per')) return true;
  // "the total and who bought most": asked besides, where there is nothing to rank yet.
  if (
    isFigure(before) &&
    !has(before, 'per') &&
    WHO.test(mentions[at + 1]?.text ?? '') &&
    has(after, ...RANKS)
  )
    return true;
  // "how much did we take and how much is still owed": asked twice.
  if (asksHowMuch(before) && HOW_MUCH.test(mentions[at + 1]?.text ?? '')) return true;
  if (!isFigure(after) || !has(after, 'per')) return false;
  return (isFigure(before) && has(before, 'per')) || isLimited(before);
}

/** "… per category with a grand total at the bottom": beside the groups, of all of them. */
function isWithTotal(before: readonly Mention[], mentions: readonly Mention[], at: number): boolean {
  const next = mentions.slice(at + 1, at + 3).find(({ small }) => !small);
  return next?.meanings.has('grand') === true && has(before, 'per');
}
const WITH = /^(?:with|plus|mit|samt|avec|con)$/iu;

const WHO = /^(?:who|which|wer|welche[rs]?|qui|quel(?:le)?s?|qui[eé]n|cu[aá]l|chi|quale)$/iu;

/** What asks for a total by itself. */
const HOW_MUCH = /^(?:how much|wie ?viel|cu[aá]nto|quanto)(?: |$)/iu;
const asksHowMuch = (part: readonly Mention[]): boolean => part.some(({ text }) => HOW_MUCH.test(text));

const isBetween = ({ mark, meanings }: Mention): boolean => mark === ',' || meanings.has('and');

/** "total per region, the top 3 customers": so many of what the groups before it are not told apart by. */
function ranksOthers(part: readonly Mention[], before: readonly Mention[]): boolean {
  const labelsIn = (mentions: readonly Mention[]) =>
    mentions.flatMap(({ columns: [best], meanings }) =>
      best !== undefined && best.fit >= 0.8 && best.column.kind === 'text' && !meanings.has('show')
        ? [best.column.name]
        : [],
    );
  const [label] = labelsIn(part);
  return label !== undefined && isLimited(part) && !has(part, 'only') && !labelsIn(before).includes(label);
}

/** What stands behind it up to the next comma, "and" or end. */
function behindOf(mentions: readonly Mention[], at: number): readonly Mention[] {
  const ends = mentions.findIndex(
    (one, i) => i > at + 1 && (isBetween(one) || /[.;!?]/u.test(one.mark ?? '')),
  );
  return mentions.slice(at + 1, ends < 0 ? undefined : ends);
}

/** "total and average amount, and orders over 15": behind figures, rows of a condition, and no figure of them. */
function listsRows(before: readonly Mention[], mentions: readonly Mention[], at: number): boolean {
  const after = behindOf(mentions, at);
  const last = before.findLast(({ mark }) => mark === undefined);
  const isAsked = isFigure(before) || isLimited(before);
  if (!isAsked || isInBracket(mentions, at) || LEADS_ON.test(after[0]?.text ?? '')) return false;
  // "of the paid and open orders": two of one list.
  if (last === undefined || last.cells.length > 0 || last.number !== undefined || has([last], 'not'))
    return false;
  return namesOwnRows(after);
}

/** "orders over 15", "all open orders": what rows are called, with what is said of them, and no figure. */
export function namesOwnRows(part: readonly Mention[]): boolean {
  if (isFigure(part) || has(part, 'per', ...RANKS)) return false;
  const [first] = part.filter(({ small, mark }) => !small && mark === undefined);
  const noun = part.find(({ files }) => files.length > 0);
  const isSaid = part.some((one) => one !== noun && (one.cells.length > 0 || one.number !== undefined));
  const begins = first !== undefined && (first === noun || first.cells.length > 0 || has([first], ...SHOWN));
  return noun !== undefined && isSaid && begins;
}

/** "of the paid and of the open orders": what stands behind it belongs to what came before. */
export const LEADS_ON = /^(?:of|for|in|from|by|with|vo[nm]|der|des|f[uü]r|bei|de[ls]?|pour|para|dil?|per)$/iu;
const SHOWN = ['show', 'every', 'each'] as const;

/** "a report with total hours, hours per month and a chart of hours per employee": the same is measured again, by something else. */
function measuresAgain(before: readonly Mention[], mentions: readonly Mention[], at: number): boolean {
  const after = behindOf(mentions, at);
  const own = after.findIndex((one) => measureOf(one) !== undefined);
  const by = after.findIndex(({ meanings }) => meanings.has('per'));
  const name = own < 0 || by < own ? undefined : measureOf(after[own] as Mention);
  if (name === undefined || isInBracket(mentions, at) || !before.some((one) => measureOf(one) === name))
    return false;
  return has(before, 'per') || (has(mentions, 'report') && isFigure(before) && !isFigure(after));
}

/** "hours per month, and the ten latest visits": behind groups, so many of the rows. */
function ranksRows(before: readonly Mention[], mentions: readonly Mention[], at: number): boolean {
  const after = behindOf(mentions, at);
  return (
    has(before, 'per') &&
    !isInBracket(mentions, at) &&
    !has(after, 'per') &&
    (asksForRows(after) || ranksOthers(after, before))
  );
}

const measureOf = ({ columns: [best] }: Mention): string | undefined =>
  best?.column.kind === 'number' && best.fit >= 0.8 ? best.column.name : undefined;

/** "… and the top 2 rows by weight": rows themselves, so many by a column of theirs; what keeps some of what came before names none. */
export const asksForRows = (part: readonly Mention[]): boolean => {
  if (!isLimited(part) || has(part, 'only')) return false;
  const isMeasured = part.some(({ columns: [best] }) => best?.column.kind === 'number' && best.fit >= 0.8);
  // "the ten latest visits": by what they are called.
  const rank = part.findLastIndex(({ meanings }) => RANKS.some((one) => meanings.has(one)));
  const noun = part.slice(rank + 1).find(({ small }) => !small);
  const isCalled =
    noun !== undefined && (noun.files.length > 0 || isUnknown(noun)) && noun.number === undefined;
  return isCalled || (isMeasured && part.some(({ text }) => ROWS.test(text)));
};
const RANKS = ['top', 'most', 'least', 'newest', 'oldest'] as const;

const ROWS =
  /^(?:rows?|entries|records|lines?|zeilen?|eintr[aä]ge|datens[aä]tze|lignes?|filas?|righe|riga)$/iu;

/** What stands there up to the end of its sentence. */
function clauseOf(mentions: readonly Mention[], from: 0 | -1): readonly Mention[] {
  const isEnd = ({ mark }: Mention) => mark !== undefined && /[.;!?]/u.test(mark);
  if (from === -1) return mentions.slice(mentions.findLastIndex(isEnd) + 1);
  const end = mentions.findIndex(isEnd);
  return end < 0 ? mentions : mentions.slice(0, end);
}

/** "takings (cash and card)": what is explained there is no request. */
const isInBracket = (mentions: readonly Mention[], at: number): boolean =>
  mentions.slice(0, at).findLastIndex(({ mark }) => mark === '(') >
  mentions.slice(0, at).findLastIndex(({ mark }) => mark === ')');

const has = (part: readonly Mention[], ...meanings: readonly string[]): boolean =>
  part.some((mention) => meanings.some((one) => mention.meanings.has(one)));

const isFigure = (part: readonly Mention[]): boolean =>
  has(part, 'summarise', 'keywords') ||
  part.some(({ meanings }) => [...meanings].some((one) => one.startsWith('agg:')));

/** "the five best days by takings": so many of an order, told whole before the "and". */
const isLimited = (part: readonly Mention[]): boolean =>
  has(part, ...RANKS) && part.some(({ number, period }) => number !== undefined && period === undefined);
