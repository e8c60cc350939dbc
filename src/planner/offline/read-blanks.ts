/** Conditions that need no value: empty cells, columns of yes and no, "unassigned", "nobody". Knows no number and no day. */

import { BOUND, isIdentifier, type KnownColumn, yesNoOf } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { statesOf } from './lexicon/states.ts';
import { isMeasure } from './measuring.ts';
import { nameFit } from './name-fit.ts';
import { operatorOf } from './read-thresholds.ts';
import type { Atom } from './request.ts';
import type { View } from './view.ts';

/** "without a phone", "phone is empty", "no assignee", "nobody is assigned", "unassigned". */
export function emptyAt(view: View, at: number): Atom | undefined {
  const first = view.mentions[at];
  if (first === undefined) return undefined;
  const nobody = view.has(at, 'nobody');
  const empty = view.has(at, 'empty') || nobody;
  if (empty || view.has(at, 'nopartner', 'not')) return lackAt(view, at, empty);
  const column = view.column(at);
  if (column === undefined) return undefined;
  const next = view.nextSaid(at + 1);
  if (next === undefined || next > at + 4) return undefined;
  if (
    view.mentions
      .slice(at + 1, next)
      .some(({ meanings, mark }) => meanings.has('and') || meanings.has('or') || mark === ',')
  )
    return undefined;
  if (view.has(next, 'filled'))
    return { condition: { column: column.name, operator: 'isNotEmpty' }, from: at, to: next + 1 };
  if (view.has(next, 'empty'))
    return { condition: { column: column.name, operator: 'isEmpty' }, from: at, to: next + 1 };
  return undefined;
}

/** A word of lack, and the column behind it. */
function lackAt(view: View, at: number, empty: boolean): Atom | undefined {
  const next = behindGiving(view, at);
  const column = next === undefined ? undefined : view.column(next);
  const said = next === undefined ? undefined : view.mentions[next];
  if (next === undefined || column === undefined || said === undefined || said.cells.length > 0)
    return undefined;
  // "trips without toll": of a number that every row has, none is nought.
  if (next - at <= 2 && column.kind === 'number' && !column.blanks && view.has(at, 'nopartner') && !empty)
    return { condition: { column: column.name, operator: 'equals', value: 0 }, from: at, to: next + 1 };
  if (next - at > 4 || yesNoOf(column) !== undefined || !(empty || column.blanks)) return undefined;
  const isCompared =
    operatorOf(view.mentions[view.nextSaid(next + 1) ?? -1]) !== undefined ||
    (column.kind === 'date' && [1, 2, 3].some((ahead) => view.mentions[next + ahead]?.period !== undefined));
  return isCompared
    ? undefined
    : { condition: { column: column.name, operator: 'isEmpty' }, from: at, to: next + 1 };
}

/** "has not given me an email address": the verb of giving says no more than the lack. */
function behindGiving(view: View, at: number): number | undefined {
  const next = view.nextSaid(at + 1);
  const isGiven = next !== undefined && next - at <= 2 && GIVING.test(view.mentions[next]?.text ?? '');
  const behind = isGiven ? view.nextSaid(next + 1) : undefined;
  const column = behind === undefined ? undefined : view.column(behind);
  if (next === undefined || behind === undefined || column?.blanks !== true || behind - at > 5) return next;
  view.use(next);
  return behind;
}

const GIVING =
  /^(?:given?|gave|give|left|leave|provided?|entered|enter|filled|supplied|supply|got|get|have|show|send|sent|hinterlassen|angegeben|eingetragen)(?: (?:me|us|in|you))?$/iu;

/** "out of stock": of the one column that says how many there are, none. */
export function outOfAt(view: View, at: number): Atom | undefined {
  if (!view.has(at, 'state') || !/(?:^| )out$/iu.test(view.mentions[at]?.text ?? '')) return undefined;
  const next = view.nextSaid(at + 2);
  const noun = fold(view.mentions[next ?? -1]?.text ?? '');
  if (next === undefined || next > at + 2 || !isMeasure(noun)) return undefined;
  const column = countOf(view, noun);
  return column === undefined
    ? undefined
    : { condition: { column: column.name, operator: 'equals', value: 0 }, from: at, to: next + 1 };
}

/** The one column that says how many there are of what the noun names. */
function countOf(view: View, noun: string): KnownColumn | undefined {
  const rated = view.columns
    .filter(
      (one) => one.kind === 'number' && !isIdentifier(one) && !one.words.some((word) => BOUND.test(word)),
    )
    .map((column) => ({
      column,
      fit: Math.max(...[noun, 'quantity'].map((word) => nameFit([word], column.words))),
    }))
    .filter(({ fit }) => fit >= 0.6)
    .toSorted((a, b) => b.fit - a.fit);
  const [best, other] = rated;
  if (best === undefined || (other !== undefined && other.fit > best.fit - 0.06)) return undefined;
  return best.column;
}

const IN = /^(?:in|on|auf|am|en|a)$/iu;
const STOCK = thingsOf('stock');
const SHORT = /^(?:(?:running )?low|short|knapp|bas|faible|bajo|basso)$/iu;

/** "in stock", "auf Lager": of the one column that says how many there are, some. */
export function inStockAt(view: View, at: number): Atom | undefined {
  const named = calledInStock(view, at);
  if (named !== undefined)
    return { condition: { column: named, operator: 'greaterThan', value: 0 }, from: at, to: at + 1 };
  const said = view.mentions[at + 1];
  if (!IN.test(view.mentions[at]?.text ?? '') || said === undefined || view.isUsed(at + 1)) return undefined;
  // "low on stock" is short of it.
  if (view.has(at, 'state') || SHORT.test(view.mentions[at - 1]?.text ?? '')) return undefined;
  const noun = fold(said.text);
  if (![...thingsOf(noun)].some((thing) => STOCK.has(thing))) return undefined;
  const column = countOf(view, noun);
  return column === undefined
    ? undefined
    : { condition: { column: column.name, operator: 'greaterThan', value: 0 }, from: at, to: at + 2 };
}

/** "things in stock" of a column that is called so: behind what rows are called, and not listed as one to be shown. */
function calledInStock(view: View, at: number): string | undefined {
  const [first = '', ...more] = (view.mentions[at]?.text ?? '').split(/\s+/u);
  const before = view.mentions[at - 1];
  const isListed =
    before === undefined || before.mark !== undefined || view.joins(at - 1) || view.has(at - 1, 'show');
  if (isListed || !IN.test(first) || ![...thingsOf(fold(more.join(' ')))].some((thing) => STOCK.has(thing)))
    return undefined;
  return view.column(at, 'number')?.name;
}

export const HAS =
  /(?:^| )(?:with|have|has|had|having|mit|haben|hat|avec|ont|ayant|con|tienen?|tengan|hanno|ha)$/iu;
/** What is still there: "places left". Of a column it says nothing that it holds. */
export const LEFT = /^(?:left|free|remaining|over|[uü]brig|frei|libres?|restantes?|liber[ei])$/iu;
const ARTICLE = /^(?:an?|any|some|an|eine[nrm]?|ein|une?|una?|uno)$/iu;
const THOSE =
  /^(?:those|who|that|which|people|everyone|anyone|die|jene|diejenigen|der|ceux|celles|qui|que|quienes|quelli|quelle|che|chi)$/iu;

/** "those with an email", "who have a phone": of a column that is no yes and no, that something stands in it. */
export function presentAt(view: View, at: number): Atom | undefined {
  const column = view.column(at);
  if (column === undefined || !isNamed(view, at) || yesNoOf(column) !== undefined) return undefined;
  // "which still have places left" of a number that every row has: it keeps all of them, and says nothing.
  if (column.kind === 'number' && !column.blanks && !isIdentifier(column)) return undefined;
  // "have room left" is about what there is still place for, and no column of rooms.
  if (LEFT.test(view.mentions[at + 1]?.text ?? '')) return undefined;
  const hasArticle = ARTICLE.test(view.mentions[at - 1]?.text ?? '');
  const has = hasArticle ? at - 2 : at - 1;
  if (!HAS.test(view.mentions[has]?.text ?? '')) return undefined;
  const isOfThose = [1, 2, 3].some(
    (back) => view.has(has - back, 'only') || THOSE.test(view.mentions[has - back]?.text ?? ''),
  );
  if (!isOfThose && !(hasArticle && column.blanks)) return undefined;
  if (view.mentions[at]?.cells.length !== 0 || isHeld(view, at + 1)) return undefined;
  return { condition: { column: column.name, operator: 'isNotEmpty' }, from: at, to: at + 1 };
}

/** Whether what stands right behind a column says what its cells are to be. */
const isHeld = (view: View, from: number): boolean => {
  for (let at = from; at < from + 4; at++) {
    const said = view.mentions[at];
    if (said === undefined || said.mark !== undefined || view.has(at, 'and', 'or')) return false;
    if ([...said.meanings].some((one) => /^(?:cmp:|between|not|empty|filled)/u.test(one))) return true;
    if (said.cells.length > 0 || said.quoted !== undefined) return true;
    if (said.number !== undefined || said.period !== undefined) return true;
    if (!said.small) return false;
  }
  return false;
};

/** "insured", "with gift aid", "unfurnished": a column of yes and no that stands for itself. */
export function yesNoAt(view: View, at: number): Atom | undefined {
  const said = view.mentions[at];
  const column = said === undefined || said.cells.length > 0 ? undefined : view.column(at);
  if (said === undefined || column === undefined || !isNamed(view, at)) return undefined;
  if (isListed(view, at)) return undefined;
  const words = yesNoOf(column);
  if (words === undefined) return filledAt(view, at, column);
  const value = said.isOpposite === true ? words.no : words.yes;
  const other = said.isOpposite === true ? words.yes : words.no;
  // "open" of a column of yes, no and nothing: what nobody said yes to.
  if (value === undefined || (said.isOpposite === true && column.blanks && other !== undefined))
    return {
      condition: { column: column.name, operator: 'notEquals', value: other ?? '' },
      from: at,
      to: at + 1,
    };
  return { condition: { column: column.name, operator: 'equals', value }, from: at, to: at + 1 };
}

/** "unassigned", "shipped orders": of a column with gaps, that it is one of them, or none. */
function filledAt(view: View, at: number, column: KnownColumn): Atom | undefined {
  const said = view.mentions[at];
  const word = said?.taken ?? fold(said?.text ?? '');
  if (!column.blanks || (said?.isOpposite !== true && statesOf(word).length === 0)) return undefined;
  const operator = said?.isOpposite === true ? 'isEmpty' : 'isNotEmpty';
  return { condition: { column: column.name, operator }, from: at, to: at + 1 };
}

const isNamed = (view: View, at: number): boolean => (view.mentions[at]?.columns[0]?.fit ?? 0) >= 0.8;

/** "name, city and paid" names columns to see; one of yes and no among them is no condition. */
function isListed(view: View, at: number): boolean {
  const isOther = (place: number): boolean => {
    const column = view.column(place);
    if (column === undefined || !isNamed(view, place) || yesNoOf(column) !== undefined) return false;
    if ((view.mentions[place]?.cells.length ?? 0) > 0) return false;
    // "insured and cost over 100", "paid and due before today" compare the other.
    return ![1, 2].some((ahead) => {
      const next = view.mentions[place + ahead];
      return operatorOf(next) !== undefined || (column.kind === 'date' && next?.period !== undefined);
    });
  };
  const joins = (from: number, to: number) =>
    from < to &&
    view.mentions
      .slice(from, to)
      .every(({ mark, meanings, small }) => small && (mark === ',' || meanings.has('and')));
  const [before, after] = [view.previousNamed(at - 1), view.nextSaid(at + 1)];
  return (
    (before !== undefined && joins(before + 1, at) && isOther(before)) ||
    (after !== undefined && joins(at + 1, after) && isOther(after))
  );
}
