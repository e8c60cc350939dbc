/** Figures: "total amount and average price", "how many orders", "running total", "with more than 5 orders". Knows no tool. */

import { isAmount } from './amounts.ts';
import { isIdentifier } from './known-tables.ts';
import { PREVIOUS } from './periods.ts';
import { countedBehind, countsOthers, TIMES } from './read-counted.ts';
import { inputPath } from './reference.ts';
import type { Action, Atom, Condition, Figure } from './request.ts';
import type { View } from './view.ts';
import type { Wish } from './wish.ts';

const AGGREGATES: readonly (readonly [string, string])[] = [
  ['agg:mean', 'mean'],
  ['agg:median', 'median'],
  ['agg:count', 'count'],
  ['agg:sum', 'sum'],
];
const COUNT_OPERATORS: readonly (readonly [string, string])[] = [
  ['cmp:gte', 'atLeast'],
  ['cmp:lte', 'atMost'],
  ['cmp:gt', 'greaterThan'],
  ['cmp:lt', 'lessThan'],
];

/** "total amount and average price", "number of orders". */
export function readFigures(wish: Wish): void {
  const view = wish.view;
  for (let at = 0; at < view.mentions.length; at++) {
    if (view.isUsed(at)) continue;
    const aggregate = aggregateAt(view, at);
    if (aggregate === undefined || isCompared(wish, at)) continue;
    figureAt(wish, at, aggregate);
  }
}

/** "total between 50 and 200": the column of that name, and no figure. */
function isCompared(wish: Wish, at: number): boolean {
  const view = wish.view;
  const named = (view.mentions[at]?.columns[0]?.fit ?? 0) >= 1 && view.column(at, 'number') !== undefined;
  const next = [at + 1, at + 2].find(
    (i) =>
      view.mentions[i]?.small !== true ||
      [...(view.mentions[i]?.meanings ?? [])].some((one) => one.startsWith('cmp:') || one === 'between'),
  );
  return named && next !== undefined && view.has(next, 'between', 'cmp:gt', 'cmp:gte', 'cmp:lt', 'cmp:lte');
}

function figureAt(wish: Wish, at: number, aggregate: string): void {
  const view = wish.view;
  const named = view.column(at, 'number');
  const own =
    named !== undefined &&
    (view.mentions[at]?.columns ?? []).some(({ fit, column }) => fit >= 0.95 && column.name === named.name);
  if (aggregate === 'count') {
    const counted = countedBehind(view, at);
    view.use(at);
    wish.figures.push(counted.figure);
    if (counted.at !== undefined) view.use(counted.at);
    return;
  }
  const columns: string[] = [];
  let also: string | undefined;
  for (let i = at + 1; i < Math.min(view.mentions.length, at + 9); i++) {
    if (view.isUsed(i)) continue;
    const column = view.column(i, 'number');
    const second = aggregateAt(view, i);
    if (
      second !== undefined &&
      columns.length === 0 &&
      second !== aggregate &&
      !(column !== undefined && (view.mentions[i]?.columns[0]?.fit ?? 0) >= 0.95)
    ) {
      // "the average number of nights" is the average of the nights.
      const isOfNumber = second === 'count' && i === at + 1 && numberBehind(view, i);
      if (!isOfNumber) also = second;
      view.use(i);
      continue;
    }
    if (column !== undefined && !isIdentifier(column)) {
      columns.push(column.name);
      view.use(i);
    } else if (
      view.mentions[i]?.small !== true &&
      !view.has(i, 'and') &&
      view.cells(i).length === 0 &&
      (view.mentions[i]?.files.length ?? 0) === 0
    )
      break;
    else if (columns.length > 0 && !view.has(i, 'and') && view.mentions[i]?.mark !== ',') break;
    else if (/[.;:]/u.test(view.mentions[i]?.mark ?? '')) break;
  }
  if (columns.length === 0 && own && named !== undefined) columns.push(named.name);
  if (columns.length === 0) {
    const before = view.previousSaid(at - 1);
    const column = before === undefined ? undefined : view.column(before, 'number');
    if (before !== undefined && column !== undefined && !isIdentifier(column)) {
      columns.push(column.name);
      view.use(before);
    }
  }
  // "Durchschnittsgehalt": the column stands in the very word that asks for the figure.
  if (columns.length === 0 && named !== undefined && (view.mentions[at]?.columns[0]?.fit ?? 0) >= 0.8)
    columns.push(named.name);
  view.use(at);
  const by = wish.ranking?.by?.name;
  const of = columns.length > 0 ? columns : by === undefined ? [] : [by];
  for (const column of of)
    for (const one of also === undefined ? [aggregate] : [aggregate, also])
      if (!wish.figures.some((known) => known.aggregate === one && known.column === column))
        wish.figures.push({ aggregate: one, column });
  if (of.length > 0) return;
  // "how many rehearsals they came to on average": what was asked for right before is averaged, and not added up.
  const last = wish.figures.at(-1);
  if (aggregate !== 'sum' && last?.aggregate === 'sum' && last.column !== undefined && isBehind(view, at))
    wish.figures[wish.figures.length - 1] = { aggregate, column: last.column };
  else wish.figures.push({ aggregate });
}

/** Whether a column of numbers is what the word for counting is about. */
function numberBehind(view: View, at: number): boolean {
  const next = view.nextSaid(at + 1);
  const column = next === undefined || next > at + 2 ? undefined : view.column(next, 'number');
  return column !== undefined && !isIdentifier(column);
}

/** Whether "how many", and nothing that parts sentences, stands before it. */
function isBehind(view: View, at: number): boolean {
  const before = view.mentions.slice(0, at);
  const count = before.findLastIndex(({ meanings }) => meanings.has('agg:count'));
  return count >= 0 && before.slice(count).every(({ mark }) => mark === undefined);
}

/** A figure whose column was not named is of what is measured. */
export function lateFigures(wish: Wish): void {
  const view = wish.view;
  wish.figures = wish.figures.flatMap((figure): Figure[] => {
    if (figure.column !== undefined || figure.aggregate === 'count') return [figure];
    const usual = wish.ranking?.by ?? wish.derived ?? view.defaultNumber(figure.aggregate);
    // "the fees of the visits that are open come to": before anybody is asked, the one that is named and stands free.
    const [free, other] = usual?.name.startsWith('†') === false ? [] : freeNumbers(wish);
    const column =
      free === undefined || other !== undefined ? usual : view.columns.find(({ name }) => name === free);
    return column === undefined
      ? figure.aggregate !== 'sum'
        ? []
        : [namesAmount(wish) ? { ...figure, column: inputPath('figure') } : { aggregate: 'count' }]
      : [{ ...figure, column: column.name }];
  });
}

/** "total the amount" whose cells are words: how many there are was not asked, and the person says what is added up. */
const namesAmount = ({ view }: Wish): boolean =>
  view.mentions.some((_, at) => {
    const column = view.column(at);
    return column?.kind === 'text' && !isIdentifier(column) && isAmount(column.words.at(-1) ?? '');
  });

/** "only those with more than 5 orders": how many rows a group has. */
export function countCondition(wish: Wish): Condition[] {
  const view = wish.view;
  const asked = wish.keys.length === 0 ? askedLabel(wish) : undefined;
  for (let at = 0; at < view.mentions.length; at++) {
    const operator = view.isUsed(at)
      ? undefined
      : COUNT_OPERATORS.find(([meaning]) => view.has(at, meaning))?.[1];
    const value = operator === undefined ? undefined : view.nextValue(at + 1, 1);
    const number = view.mentions[value ?? -1]?.number;
    if (operator === undefined || value === undefined || number === undefined) continue;
    if (countsOthers(view, at)) continue;
    const noun = view.mentions[value + 1];
    // "2 sales" of sales.csv are rows, whatever is called so besides.
    const column = (noun?.columns[0]?.fit ?? 0) >= 0.95 ? view.column(value + 1) : undefined;
    // "more than 3 orders" of a column Order that numbers the rows: how many there are, and none of the numbers.
    const areRows = column?.unique === true && isIdentifier(column);
    const named = column?.kind === 'number' && !areRows;
    const isOften = TIMES.test(noun?.text ?? '');
    const isOfCount = saysCount(wish, at, value);
    if (isOfCount) view.use(value);
    if (isOfCount && view.has(value + 1, 'agg:count')) view.use(value + 1);
    if (isOfCount) {
      view.use(at);
      return [{ column: 'count', operator, value: number }];
    }
    if (((noun?.files.length ?? 0) === 0 && !isOften && !areRows) || named) continue;
    if (wish.keys.length === 0 && asked === undefined && !keyBefore(wish, at)) continue;
    view.use(at, value + 2);
    if (asked !== undefined) {
      wish.keys.push({ column: asked.name });
      view.use(asked.at);
    }
    if (wish.figures.every(({ aggregate }) => aggregate !== 'count'))
      wish.figures.push({ aggregate: 'count' });
    return [{ column: 'count', operator, value: number }];
  }
  return [];
}

const HAVING =
  /^(?:with|having|where|whose|that|which|mit|deren|bei denen|wo|avec|ayant|dont|con|cuyo|donde|dove|cui)$/iu;

/**
 * "where count is over 1", "number of orders per customer, only those over 3": where rows were counted by groups, and no column
 * stands between, it is how many each has.
 */
function saysCount({ view, keys, figures }: Wish, at: number, value: number): boolean {
  const isCount =
    figures.length > 0 &&
    figures.every(({ aggregate, column }) => aggregate === 'count' && column === undefined);
  if (keys.length === 0 || !isCount) return false;
  const behind = view.mentions[value + 1];
  if (behind !== undefined && behind.mark === undefined && !behind.small) return false;
  for (let i = at - 1; i >= 0; i--) {
    const said = view.mentions[i];
    if (said === undefined) return false;
    if (view.has(i, 'agg:count', 'only') || said.mark !== undefined || HAVING.test(said.text)) return true;
    if (!said.small) return false;
  }
  return false;
}

/** "which guests booked more than 20 nights": all that each had, where they stand in many rows. */
export function totalsOfAsked(wish: Wish, atoms: readonly Atom[]): void {
  const { view } = wish;
  const all = atoms.find(({ condition }) => condition.ofAll === true)?.condition;
  if (all?.column === undefined || wish.keys.length + wish.figures.length > 0 || wish.ranking !== undefined)
    return;
  const asked = askedLabel(wish);
  if (asked === undefined) return;
  wish.keys.push({ column: asked.name });
  wish.figures.push({ aggregate: 'sum', column: all.column });
  view.use(asked.at);
}

/** "which customers have more than 5 orders": the label that stands behind the question. */
function askedLabel({ view }: Wish): { at: number; name: string } | undefined {
  const which = view.find('which');
  const at = which < 0 ? undefined : view.nextSaid(which + 1);
  const label = at === undefined || at - which > 2 ? undefined : view.column(at, 'label');
  if (at === undefined || label === undefined || label.unique || label.kind === 'date') return undefined;
  return (view.mentions[at]?.files.length ?? 0) > 0 ? undefined : { at, name: label.name };
}

/** "donors with at least 5 donations": the label that has so many rows is what they are counted by. */
function keyBefore(wish: Wish, before: number): boolean {
  const view = wish.view;
  const at = view.previousSaid(before - 1);
  const column =
    at === undefined || (view.mentions[at]?.columns[0]?.fit ?? 0) < 0.8
      ? undefined
      : view.column(at, 'label');
  if (at === undefined || column === undefined || column.unique || column.kind !== 'text') return false;
  wish.keys.push({ column: column.name });
  view.use(at);
  return true;
}

/** Columns of numbers that are named and not yet used: "amount per region". */
export function freeNumbers(wish: Wish): string[] {
  const view = wish.view;
  const names: string[] = [];
  for (let at = 0; at < view.mentions.length; at++) {
    const column = view.isUsed(at) || view.has(at, 'show', 'which') ? undefined : view.column(at, 'number');
    if (column === undefined || isIdentifier(column) || names.includes(column.name)) continue;
    names.push(column.name);
    view.use(at);
  }
  return names;
}

export function rowFigureIn(wish: Wish): Action | undefined {
  const view = wish.view;
  const at = view.find('running', 'rankfig', 'change');
  // A column of that very name is meant before a figure.
  if (at < 0 || (view.mentions[at]?.columns[0]?.fit ?? 0) >= 1) return undefined;
  const figure = view.has(at, 'running')
    ? 'runningTotal'
    : view.has(at, 'rankfig')
      ? 'rank'
      : 'percentChange';
  if (figure === 'percentChange' && view.columns.every(({ kind }) => kind !== 'date')) return undefined;
  view.use(at);
  if (figure === 'percentChange') takePrevious(view, at);
  const next = view.nextSaid(at + 1);
  const column =
    (next === undefined ? undefined : view.column(next, 'number')) ??
    view.onlyNamed() ??
    view.defaultNumber();
  if (next !== undefined && view.column(next, 'number') !== undefined) view.use(next);
  const orderBy = figure === 'rank' ? undefined : view.columns.find(({ kind }) => kind === 'date');
  return column === undefined
    ? undefined
    : {
        do: 'figure',
        figure,
        column: column.name,
        ...(orderBy === undefined ? {} : { orderBy: orderBy.name }),
      };
}

const BEFORE = /^(?:before|earlier|davor|zuvor|avant|anterior|prima)$/iu;
const PREVIOUS_ONE = /^(?:vor(?:tag|woche|monat|quartal|jahr)s?|one before|before)$/iu;

/** "from the previous quarter", "gegenüber dem Vormonat": what each is held against, and no time of its own. */
function takePrevious(view: View, at: number): void {
  for (let i = at + 1; i <= at + 6; i++) {
    const said = view.mentions[i];
    if (said === undefined || (said.mark !== undefined && said.mark !== ',')) return;
    // "the quarter before": the unit of time stands before the word.
    const isBefore =
      BEFORE.test(said.text) &&
      ['month', 'quarter', 'year', 'week', 'day'].some((one) => view.has(i - 1, `unit:${one}`));
    if (isBefore) view.use(i - 1);
    if (isBefore || (said.period !== undefined && PREVIOUS.test(said.text)) || PREVIOUS_ONE.test(said.text)) {
      for (let j = at + 1; j <= i; j++) if (j === i || view.has(j, 'cmp:since', 'compare')) view.use(j);
      return;
    }
  }
}

/** A figure that is said in so many words, used up or not. */
const figureBefore = ({ mentions }: View, at: number): boolean =>
  [...(mentions[at]?.meanings ?? [])].some((one) => one.startsWith('agg:') && one !== 'agg:sum');

export function aggregateAt(view: View, at: number): string | undefined {
  if (view.isUsed(at)) return undefined;
  // "wie viel habe ich ausgegeben": what was spent, and not how often.
  const isBoth = view.has(at, 'agg:count') && view.has(at, 'agg:sum');
  if (isBoth && view.mentions.some(({ meanings }) => meanings.has('measured'))) return 'sum';
  // "the average fee overall" is one figure.
  if (view.has(at, 'grand') && [at - 1, at - 2, at - 3].some((i) => figureBefore(view, i))) return undefined;
  const found = AGGREGATES.find(([meaning]) => view.has(at, meaning))?.[1];
  if (found !== undefined) return found;
  if (view.has(at, 'agg:max') && !view.has(at, 'most')) return 'max';
  return view.has(at, 'agg:min') && !view.has(at, 'least') ? 'min' : undefined;
}
