/** What a word of more or less says where it stands: which end, how many, by what, of rows or of how often. Uses nothing up; knows no form. */

import { isIdentifier, type KnownColumn } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { GOOD_OR_BAD } from './lexicon/goodness.ts';
import { isMeasure } from './measuring.ts';
import type { Mention } from './mention.ts';
import type { View } from './view.ts';
import type { Ranking } from './wish.ts';

/** Which end a word of more or less means: those that are fastest take the least time. */
export function downAt(view: View, at: number, by: KnownColumn | undefined): boolean {
  const measured = view.dimension(at);
  if (measured !== undefined && view.has(at, 'of:age')) return view.has(at, 'oldest') !== measured.isTurned;
  const down = !view.has(at, 'least', 'oldest', 'first', 'asc', 'oldestfirst') || view.has(at, 'top', 'most');
  return measured?.isTurned === true && by === measured.column ? !down : down;
}

/** "best", "worst": the words, where the rank is of what is good and not of what is more. */
export const goodAt = (view: View, at: number): string | undefined => {
  const said = view.mentions[at];
  const words = said?.taken ?? said?.text ?? '';
  // "best attended" are those that were the most.
  const isDone = /ed$/iu.test(view.mentions[at + 1]?.text ?? '');
  return view.dimension(at) === undefined && !isDone && GOOD_OR_BAD.test(words) ? words : undefined;
};

/** "the most hours", "who sold the most": what was done in all. */
export const ofTotal = (view: View, at: number): boolean => view.has(at, 'many', 'most_of');

/** "the longest film" of a table of films: what is ranked are its rows, whatever is asked of them. */
export function ranksRows(view: View, at: number): boolean {
  // The file's word may be used up by then.
  const said = view.mentions.slice(at + 1, at + 3).find(({ small, mark }) => !small && mark === undefined);
  if (said === undefined || said.files.length === 0 || view.has(at, 'many', 'top')) return false;
  return said.columns.every(({ column, fit }) => column.kind !== 'number' || fit < 0.8);
}

/** "the most borrowed title": how often, where no column holds it; the place of the participle. */
export function oftenBehind(view: View, at: number): number | undefined {
  const [said, of] = [view.mentions[at + 1], view.nextSaid(at + 2)];
  if (said === undefined || of === undefined || of - at > 3) return undefined;
  if (!BARE.test(view.mentions[at]?.text ?? '') || !/(?:ed|en|te[nrs]?|t)$/iu.test(said.text))
    return undefined;
  const isPlain =
    said.meanings.size + said.cells.length + said.files.length === 0 &&
    said.columns.every(({ column }) => column.kind === 'date');
  const label = view.column(of, 'label');
  return isPlain && label !== undefined && !label.unique && label.kind !== 'date' ? at + 1 : undefined;
}

const BARE = /^(?:the )?(?:most|least)$|^am (?:meisten|wenigsten)$|^(?:meisten|wenigsten)$/iu;

/** The number that says how many, the nearest first. */
export function numbersNear(view: View, at: number): number[] {
  let back = at - 1;
  while (view.mentions[back]?.small === true && view.mentions[back]?.mark === undefined) back -= 1;
  const noun = view.mentions.findIndex(
    (said, i) =>
      said.number !== undefined &&
      (view.mentions[i + 1]?.files.length ?? 0) + (view.mentions[i + 1]?.columns.length ?? 0) > 0 &&
      !view.has(i - 1, 'cmp:gt', 'cmp:lt', 'cmp:gte', 'cmp:lte'),
  );
  return [at + 1, at - 1, at + 2, at - 2, noun, back].filter(
    (i) =>
      view.mentions[i]?.number !== undefined && !view.isUsed(i) && view.mentions[i]?.period === undefined,
  );
}

/** "the second highest", "zweitgrößte": which of them is meant. */
export function nthNear(view: View, at: number): { n: number; at: number } | undefined {
  for (const i of [at, at - 1, at - 2]) {
    const n = [2, 3, 4, 5].find((one) => view.has(i, `nth:${one}`));
    if (n !== undefined) return { n, at: i };
  }
  return undefined;
}

/** What is ranked by where a word of more says it itself: its column, how often ("most popular"), else what the person is asked. */
export function ofMeasured(view: View, at: number, column: KnownColumn | undefined): Partial<Ranking> {
  if (column !== undefined) return { by: column };
  if (view.has(at, 'of:votes', 'of:often')) return { byCount: true };
  // "the heaviest" of a table without a weight: nobody can say by what.
  return [...(view.mentions[at]?.meanings ?? [])].some((meaning) => meaning.startsWith('of:'))
    ? { unknown: view.mentions[at]?.text ?? '' }
    : {};
}

/** "the most orders": how many rows there are, and nothing that is in them. */
export function countedNoun(view: View, at: number): number | undefined {
  if (!view.has(at, 'many')) return undefined;
  // The file's word may be used up by then.
  // "the most failed routes": a cell that tells which of them stands between.
  const tells = (i: number) => (view.mentions[i]?.cells.length ?? 0) > 0 && isRows(view.mentions[i + 1]);
  const next = [at + 1, at + 2, at + 3].find((i) => view.mentions[i]?.small === false && !tells(i));
  const said = view.mentions[next ?? -1];
  if (said === undefined) return undefined;
  // "the most accidents": whatever the rows are called.
  if (isPlural(said) && !view.columns.some(({ words }) => words.some((word) => QUANTITY.test(word))))
    return next;
  // "the most trips" of a column that has a name for each: the rows, whatever the file is called.
  const [best] = said.columns;
  if (best !== undefined && best.fit >= 0.8 && best.column.unique && best.column.kind === 'text') return next;
  if (said.files.length === 0) return undefined;
  return said.columns.some(({ column }) => column.kind === 'number' && !isIdentifier(column))
    ? undefined
    : next;
}

const isRows = (said: Mention | undefined): boolean =>
  (said?.files.length ?? 0) > 0 &&
  said?.columns.every(({ column, fit }) => column.kind !== 'number' || fit < 0.8) === true;

const isPlural = ({ text, columns, cells, files, meanings, number }: Mention): boolean =>
  columns.length + cells.length + files.length + meanings.size === 0 &&
  number === undefined &&
  /(?:s|en|er|i|e)$/u.test(text) &&
  !isMeasure(fold(text));
const QUANTITY =
  /^(?:quantity|qty|units?|count|pieces|number|menge|anzahl|stuck|quantite|nombre|cantidad|quantita)$/u;

const HAS = /^(?:has|had|is|was|does|hat|hatte|ist|war|a|est|tiene|es|ha|è)$/iu;

/** "the top customers" are several, "the top customer" and "the best one" are one. */
export function isMany(view: View, at: number): boolean {
  // "which customer has the most orders": as many as are asked for, and not as what they have.
  const asked = view.mentions.findIndex((_, i) => i < at && view.has(i, 'which'));
  const subject = asked < 0 ? undefined : view.nextSaid(asked + 1);
  const isHad = subject !== undefined && subject < at && view.column(subject) !== undefined;
  const next = isHad ? subject : view.nextSaid(at + 1);
  const said = next === undefined || next - at > 3 ? undefined : view.mentions[next];
  // "which species has …": one, however its word ends.
  if (subject !== undefined && HAS.test(view.mentions[subject + 1]?.text ?? '')) return false;
  if (next === undefined || said === undefined || view.has(next, 'per'))
    return view.has(at, 'top') && view.find('which') < 0;
  if (view.has(at, 'many')) return false;
  if (measureAt(view, next) !== undefined) return false;
  const word = fold(said.text);
  if (said.columns.length + said.files.length === 0) return false;
  // As the languages say several: with an s, or longer than what one is called, or as the file of them is.
  return (
    /[^siu]s$/u.test(word) ||
    said.columns.some(({ column }) =>
      column.words.some((one) => word.length > one.length && word.startsWith(one)),
    ) ||
    (/(?:e|n|er|i)$/u.test(word) && said.files.some(({ words }) => words.includes(word)))
  );
}

/** The column of numbers that a word names before anything else: a finisher is a runner, and no finish. */
export function measureAt(view: View, at: number): KnownColumn | undefined {
  const best = view.column(at);
  return best?.kind === 'number' ? best : undefined;
}

/** "quickest on top", "best subject first": the word of more or less that an order begins with. */
export function atopBehind(view: View, at: number): boolean {
  for (let i = at + 1; i <= at + 3; i++) {
    const said = view.mentions[i];
    if (said === undefined || (said.mark !== undefined && said.mark !== '-')) return false;
    if (view.has(i, 'atop')) return true;
    if (!said.small && said.columns.length + said.files.length === 0) return false;
  }
  return false;
}

/** What stands behind the rank is the column that tells the rows apart, whoever took it. */
export function isOwnName({ mentions }: View, at: number): boolean {
  const said = mentions.slice(at + 1, at + 3).find(({ small, mark }) => !small && mark === undefined);
  return (
    said?.columns.some(({ column, fit }) => fit >= 0.8 && column.unique && column.kind === 'text') === true
  );
}
