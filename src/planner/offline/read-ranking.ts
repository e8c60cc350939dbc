/** Ranks: "top 5", "the 3 cheapest", "highest amount", "newest". Knows no tool. */

import { isIdentifier, type KnownColumn } from './known-tables.ts';
import { aggregateAt, freeNumbers } from './read-figures.ts';
import type { Ranking, Wish } from './wish.ts';

/** "top 5", "the 3 cheapest", "highest amount", "first 10". */
export function readRanking(wish: Wish): void {
  const view = wish.view;
  const at = view.mentions.findIndex(
    (_, i) =>
      !view.isUsed(i) &&
      view.has(i, 'top', 'most', 'least', 'newest', 'oldest', 'first', 'last', 'most_of') &&
      ranksAt(wish, i),
  );
  if (at < 0) return;
  const noun = view.mentions.findIndex(
    (said, i) =>
      said.number !== undefined &&
      said.period === undefined &&
      !view.isUsed(i) &&
      (view.mentions[i + 1]?.files.length ?? 0) + (view.mentions[i + 1]?.columns.length ?? 0) > 0 &&
      !view.has(i - 1, 'cmp:gt', 'cmp:lt', 'cmp:gte', 'cmp:lte'),
  );
  const amounts = [at + 1, at - 1, at + 2, at - 2, noun].filter(
    (i) =>
      view.mentions[i]?.number !== undefined && !view.isUsed(i) && view.mentions[i]?.period === undefined,
  );
  const [numberAt] = amounts;
  const limit = view.mentions[numberAt ?? -1]?.number;
  const measured = view.dimension(at);
  const isOf = [...(view.mentions[at]?.meanings ?? [])].some((meaning) => meaning.startsWith('of:'));
  const isAge = measured !== undefined && view.has(at, 'of:age');
  const down = isAge
    ? view.has(at, 'oldest')
    : !view.has(at, 'least', 'oldest', 'first') || view.has(at, 'top', 'most');
  const ofDate =
    !isAge &&
    view.has(at, 'newest', 'oldest') &&
    !view.has(at, 'most', 'least', 'top') &&
    view.columns.some(({ kind }) => kind === 'date');
  const lone = limit === undefined;
  const by = rankedBy(wish, at, numberAt);
  view.use(at);
  if (numberAt !== undefined) view.use(numberAt);
  if (view.find('desc') === at + 1) view.use(at + 1);
  // The fastest of those whose times are known have the least.
  const isTurned = measured?.isTurned === true && (by.by === undefined || by.by === measured.column);
  wish.ranking = {
    down: isTurned ? !down : down,
    limit: Math.max(
      1,
      Math.round(
        limit ??
          (view.has(at, 'top') && !/best|beste|meilleur|mejor|miglior/iu.test(view.mentions[at]?.text ?? '')
            ? 10
            : 1),
      ),
    ),
    lone,
    ...(ofDate ? { ofDate } : {}),
    // "the heaviest" of a table without a weight: nobody can say by what, so the person is asked.
    ...(isOf && measured === undefined && !ofDate ? { unknown: true } : {}),
    ...(measured === undefined || ofDate ? {} : { by: measured.column }),
    ...by,
  };
}

/** Whether a word of more or less ranks: "maximum amount" is a figure, "largest first" an order. */
function ranksAt(wish: Wish, at: number): boolean {
  const view = wish.view;
  if (
    view.mentions[at + 1]?.text.toLowerCase() === 'first' ||
    /zuerst/iu.test(view.mentions[at + 1]?.text ?? '')
  )
    return false;
  if (view.has(at, 'first', 'last') && !view.has(at, 'newest', 'oldest'))
    return view.mentions[at + 1]?.number !== undefined;
  if (view.has(at, 'first') || view.has(at, 'last'))
    return (
      view.mentions.some((said, i) => Math.abs(i - at) <= 2 && said.number !== undefined) ||
      view.nextSaid(at + 1) !== undefined
    );
  return !(view.has(at, 'agg:max', 'agg:min') && wish.keys.length > 0);
}

function rankedBy(wish: Wish, at: number, numberAt: number | undefined): Partial<Ranking> {
  const view = wish.view;
  const by = view.mentions.findIndex(
    (said, i) =>
      i > at && !view.isUsed(i) && said.meanings.has('per') && /^(?:by|nach|par|por|per)$/iu.test(said.text),
  );
  const from = Math.max(at, numberAt ?? at) + 1;
  const noun = view.nextSaid(from);
  const measured = by >= 0 ? view.nextSaid(by + 1) : undefined;
  let found: Partial<Ranking> = {};
  if (measured !== undefined && by >= 0) {
    const aggregate = aggregateAt(view, measured);
    const next = aggregate === undefined ? measured : view.nextSaid(measured + 1);
    const column =
      next === undefined ? undefined : (view.column(next, 'number') ?? view.column(next, 'date'));
    view.use(by);
    if (aggregate !== undefined) {
      view.use(measured);
      wish.figures.push(
        column === undefined || aggregate === 'count'
          ? { aggregate: 'count' }
          : { aggregate, column: column.name },
      );
    }
    if (next !== undefined && column !== undefined) view.use(next);
    if (column !== undefined) found = { by: column };
    else if (aggregate === 'count') found = { byCount: true };
  }
  if (noun === undefined || noun - from > 3) return found;
  return { ...found, ...rankedThing(wish, noun, found.by) };
}

/** What stands behind "top 5": a measure ("highest amount"), or what is ranked ("top 5 products"). */
function rankedThing(wish: Wish, noun: number, by: KnownColumn | undefined): Partial<Ranking> {
  const view = wish.view;
  const aggregate = aggregateAt(view, noun);
  if (aggregate !== undefined && aggregate !== 'count') return {};
  const number =
    by === undefined
      ? (view.column(noun, 'number') ?? (ofDates(wish) ? view.column(noun, 'date') : undefined))
      : undefined;
  const isRows = (view.mentions[noun]?.files.length ?? 0) > 0;
  if (number !== undefined && !isIdentifier(number) && !isRows) {
    view.use(noun);
    return { by: number };
  }
  const label = view.column(noun, 'label');
  if (label === undefined || (isRows && (label.unique || (view.mentions[noun]?.columns[0]?.fit ?? 0) < 0.8)))
    return whose(wish, noun, by);
  view.use(noun);
  if (label.unique || label.kind === 'date') return whose(wish, noun + 1, by);
  if (wish.keys.every(({ column }) => column !== label.name)) wish.keys.push({ column: label.name });
  return { of: label, ...whose(wish, noun + 1, by) };
}

function ofDates(wish: Wish): boolean {
  return wish.view.columns.every(({ kind }) => kind !== 'number');
}

/** "… with the highest total", "… with the most orders". */
function whose(wish: Wish, from: number, by: KnownColumn | undefined): Partial<Ranking> {
  if (by !== undefined) return {};
  const next = wish.view.nextSaid(from);
  if (next === undefined || next - from > 4 || aggregateAt(wish.view, next) !== undefined) return {};
  const column = wish.view.column(next, 'number');
  if (column === undefined || isIdentifier(column)) return {};
  wish.view.use(next);
  return { by: column };
}

/** "the 10 largest (amount)": a column of numbers that stands free is what is ranked by. */
export function freeRanking(wish: Wish): void {
  if (
    wish.ranking === undefined ||
    wish.ranking.by !== undefined ||
    wish.ranking.ofDate === true ||
    wish.figures.length > 0
  )
    return;
  const [name] = freeNumbers(wish);
  const by = wish.view.columns.find((column) => column.name === name);
  if (by !== undefined) wish.ranking = { ...wish.ranking, by };
}
