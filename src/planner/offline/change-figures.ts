/** A plan's figures as a sentence about it wants them: another one, or one more. Knows no other change. */

import { type Change, isMore, isOld } from './change.ts';
import { figureName } from './figure-names.ts';
import { figuresIn, type GroupFigure, type Loose } from './loose-call.ts';
import { figureParameters } from './plan-edit.ts';
import { countedBehind } from './read-counted.ts';
import { aggregateAt } from './read-figures.ts';
import { PARTS } from './wish.ts';

type Figure = Omit<GroupFigure, 'as'> & { readonly as?: string };

/** "take the average instead of the sum", "the number of orders as well", "in percent": wherever the plan reckons so. */
export function changeFigures(change: Change): void {
  const { view, edit } = change;
  const groups = edit.groups();
  if (groups.length === 0) return;
  // "sort by the total" names what is there, and asks for no other.
  const sorting = figureSaid(change)?.words ?? [];
  const found = view.mentions.flatMap((_, at) => {
    if (sorting.includes(at)) return [];
    const aggregate =
      aggregateAt(view, at) ??
      (!view.isUsed(at) && view.has(at, 'share') ? 'percent' : extremeAt(change, at));
    return aggregate === undefined ? [] : [{ aggregate, at }];
  });
  const wanted = found.filter(({ at }) => !isOld(change, at));
  if (wanted.length === 0) return;
  const old = found.filter(({ at }) => isOld(change, at)).map(({ aggregate }) => aggregate);
  const asked = having(groups, ({ aggregate }) => old.includes(aggregate)).map((group) => {
    const before = figuresIn(group);
    const figures = wanted.map(({ aggregate, at }) => figureAt(change, at, aggregate, before));
    return { group, before, figures };
  });
  // What one of them is read by is there for the next.
  for (const i of [
    ...found.map(({ at }) => at),
    ...asked.flatMap(({ figures }) => figures.flatMap(({ words }) => words)),
  ])
    view.use(i);
  const also =
    isMore(change) ||
    /\b(?:and|und|et|y|e) (?:the|den|die|das|der)?\s*$/iu.test(change.said.text.slice(0, 4));
  for (const { group, before, figures } of asked) {
    const fresh = figures
      .map(({ figure }) => figure)
      .filter((one, at, all) => all.findIndex((other) => figureName(other) === figureName(one)) === at)
      .map((one) => before.find((other) => isSame(one, other)) ?? { ...one, as: figureName(one) });
    const isThere = (one: Figure) => before.some((other) => isSame(one, other));
    const more = fresh.filter((one) => !isThere(one));
    if (also && more.length > 0) edit.set(group, figureParameters([...before, ...more]));
    if (!also && (fresh.length !== before.length || more.length > 0))
      edit.set(group, figureParameters(fresh));
  }
  if (!also) return;
  for (const [i, { text }] of view.mentions.entries()) if (/^(?:groups?|gruppen?)$/iu.test(text)) view.use(i);
  perOfThem(change);
}

/** "the highest instead of the total": beside a figure that goes it is one, too, and no rank. */
function extremeAt(change: Change, at: number): string | undefined {
  const { view } = change;
  const isFigure = view.mentions.some((_, i) => isOld(change, i) && aggregateAt(view, i) !== undefined);
  if (!isFigure || view.isUsed(at) || isOld(change, at)) return undefined;
  return view.has(at, 'most') ? 'max' : view.has(at, 'least') ? 'min' : undefined;
}

/** The groups with a figure of that kind; all where none has one, or nothing was said to go. */
export function having(
  groups: readonly Loose[],
  isMeant: (figure: GroupFigure) => boolean,
): readonly Loose[] {
  const some = groups.filter((group) => figuresIn(group).some(isMeant));
  return some.length > 0 ? some : groups;
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
