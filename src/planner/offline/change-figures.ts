/** A plan's figures as a sentence about it wants them: another one, or one more. Knows no other change. */

import { type Change, isOld } from './change.ts';
import { figureName } from './figure-names.ts';
import { figuresIn, type GroupFigure } from './loose-call.ts';
import { figureParameters } from './plan-edit.ts';
import { countedBehind } from './read-counted.ts';
import { aggregateAt } from './read-figures.ts';
import { PARTS } from './wish.ts';

type Figure = Omit<GroupFigure, 'as'> & { readonly as?: string };

/** "take the average instead of the sum", "the number of orders as well", "in percent". */
export function changeFigures(change: Change): void {
  const { view, edit } = change;
  const group = edit.last('groupRows');
  if (group === undefined) return;
  const before = figuresIn(group);
  // "sort by the total" names what is there, and asks for no other.
  const sorting = figureSaid(change)?.words ?? [];
  const found = view.mentions.flatMap((_, at) => {
    if (sorting.includes(at)) return [];
    const aggregate =
      aggregateAt(view, at) ?? (!view.isUsed(at) && view.has(at, 'share') ? 'percent' : undefined);
    return aggregate === undefined ? [] : [{ aggregate, at }];
  });
  const wanted = found.filter(({ at }) => !isOld(change, at));
  if (wanted.length === 0) return;
  const asked = wanted.map(({ aggregate, at }) => {
    const { words, figure } = figureAt(change, at, aggregate, before);
    for (const i of words) view.use(i);
    return figure;
  });
  const fresh = asked.filter(
    (one, at) => asked.findIndex((other) => figureName(other) === figureName(one)) === at,
  );
  for (const { at } of found) view.use(at);
  const also =
    view.find('also') >= 0 ||
    /\b(?:and|und|et|y|e) (?:the|den|die|das|der)?\s*$/iu.test(change.said.text.slice(0, 4));
  const isThere = (one: Figure) => before.some((other) => isSame(one, other));
  if (also) {
    const more = fresh.filter((one) => !isThere(one)).map((one) => ({ ...one, as: figureName(one) }));
    if (more.length > 0) edit.set(group, figureParameters([...before, ...more]));
    for (const [i, { text }] of view.mentions.entries())
      if (/^(?:groups?|gruppen?)$/iu.test(text)) view.use(i);
    perOfThem(change);
    return;
  }
  if (fresh.length !== before.length || !fresh.every(isThere))
    edit.set(group, figureParameters(fresh.map((one) => before.find((other) => isSame(one, other)) ?? one)));
}

const isSame = (one: Figure, other: Figure): boolean =>
  one.aggregate === other.aggregate && one.column === other.column;

/** The figure that is asked for at a place, and the words that say it. */
function figureAt(
  { view }: Change,
  at: number,
  aggregate: string,
  before: readonly GroupFigure[],
): { readonly figure: Figure; readonly words: readonly number[] } {
  if (aggregate === 'count') {
    const counted = countedBehind(view, at);
    if (counted.at !== undefined) return { figure: counted.figure, words: [at, counted.at] };
    const next = view.nextSaid(at + 1);
    // "the number of receipts": the rows themselves.
    const isRows =
      next !== undefined && next - at <= 3 && view.cells(next).length === 0 && !view.has(next, 'per', 'each');
    return { figure: { aggregate }, words: isRows ? [at, next] : [at] };
  }
  const near = [view.nextSaid(at + 1), view.previousSaid(at - 1)].find(
    (i) => i !== undefined && Math.abs(i - at) <= 3 && view.column(i, 'number') !== undefined,
  );
  const named = near === undefined ? undefined : view.column(near, 'number');
  const column =
    named?.name ?? before.find((one) => one.column !== undefined)?.column ?? view.defaultNumber()?.name;
  return {
    figure: { aggregate, ...(column === undefined ? {} : { column }) },
    words: near === undefined ? [at] : [at, near],
  };
}

/** "sorted by the total": a figure of the group, by the name its column has, and the words that say it. */
export function figureSaid(
  change: Change,
): { readonly as: string; readonly words: readonly number[] } | undefined {
  const { view, edit } = change;
  const group = edit.group();
  const sort = view.find('sort');
  if (group === undefined || sort < 0) return undefined;
  const figures = figuresIn(group);
  for (let at = sort + 1; at < view.mentions.length; at++) {
    const aggregate = aggregateAt(view, at);
    if (aggregate === undefined || isOld(change, at)) continue;
    const { figure, words } = figureAt(change, at, aggregate, figures);
    const as = figures.find((one) => isSame(one, figure))?.as;
    if (as !== undefined) return { as, words };
  }
  return undefined;
}

/** "in each group": the groups there are. */
function perOfThem({ view }: Change): void {
  const at = view.find('per', 'each');
  const next = at < 0 ? undefined : view.nextSaid(at + 1);
  if (
    at >= 0 &&
    (next === undefined ||
      (view.column(next) === undefined && !PARTS.some((one) => view.has(next, `unit:${one}`))))
  )
    view.use(at);
}
