/** Ranks and orders as tiles: "top 5", "the 3 cheapest", "newest", "sorted by price". What they are by is told by other tiles. Knows no form. */

import type { KnownColumn } from '../known-tables.ts';
import { fold } from '../lexicon/forms.ts';
import { orderIn } from '../read-order.ts';
import { atopBehind, downAt, goodAt, oftenBehind, ranksRows, readFirstDays } from '../read-ranking.ts';
import type { View } from '../view.ts';
import { type Ranking, Wish } from '../wish.ts';
import { behind, copyOf, takenBy } from './place.ts';
import type { Tile } from './tile.ts';
import type { Feature } from './weights.ts';

const RANKS = ['top', 'most', 'least', 'newest', 'oldest', 'first', 'last', 'most_of'] as const;

export function orderTiles(view: View): Tile[] {
  const ranks = [...view.mentions.keys()].flatMap((at) => (view.isUsed(at) ? [] : rankTiles(view, at)));
  return [...ranks, ...sortTiles(view), ...dayTiles(view)];
}

function rankTiles(view: View, at: number): Tile[] {
  if (!view.has(at, ...RANKS) || atopBehind(view, at)) return [];
  const isEnd = view.has(at, 'first', 'last') && !view.has(at, 'newest', 'oldest');
  const numbers = numbersNear(view, at);
  const limit = view.mentions[numbers[0] ?? -1]?.number;
  const nth = nthNear(view, at);
  const measured = view.dimension(at);
  const isAge = measured !== undefined && view.has(at, 'of:age');
  const ofDate =
    !isAge &&
    view.has(at, 'newest', 'oldest') &&
    !view.has(at, 'most', 'least', 'top') &&
    view.columns.some(({ kind }) => kind === 'date');
  const good = goodAt(view, at);
  const often = oftenBehind(view, at);
  const end = view.has(at, 'first') ? 'first' : view.has(at, 'last') ? 'last' : undefined;
  const ranking: Ranking = {
    ...(end === undefined ? {} : { isEnd: end }),
    ...(nth === undefined || limit !== undefined ? {} : { nth: nth.n }),
    down: downAt(view, at, measured?.column),
    limit: Math.max(1, Math.round(limit ?? (isMany(view, at) ? 10 : 1))),
    lone: limit === undefined,
    ...(ofDate ? { ofDate } : ofMeasured(view, at, measured?.column)),
    ...(good === undefined ? {} : { good }),
    ...(ranksRows(view, at) ? { ofRows: true } : {}),
    ...(often === undefined ? {} : { byCount: true }),
  };
  const noun = often ?? countedNoun(view, at);
  const takes = (more: readonly number[]) =>
    [at, ...(limit === undefined ? [] : numbers.slice(0, 1)), ...(nth === undefined ? [] : [nth.at]), ...more]
      .filter((one, i, all) => all.indexOf(one) === i)
      .toSorted((a, b) => a - b);
  const features: Feature[] = [
    'plainRank',
    ...(isEnd && limit === undefined ? (['loneEnd'] as const) : []),
    ...(view.mentions[at]?.small === true && limit === undefined ? (['smallWord'] as const) : []),
  ];
  const plain: Tile = { put: { is: 'rank', ranking }, at, takes: takes([]), features, doubts: [] };
  if (noun === undefined) return [plain];
  return [{ ...plain, put: { is: 'rank', ranking: { ...ranking, byCount: true } }, takes: takes([noun]) }];
}

/** The number that says how many, the nearest first. */
function numbersNear(view: View, at: number): number[] {
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

function nthNear(view: View, at: number): { n: number; at: number } | undefined {
  for (const i of [at, at - 1, at - 2]) {
    const n = [2, 3, 4, 5].find((one) => view.has(i, `nth:${one}`));
    if (n !== undefined) return { n, at: i };
  }
  return undefined;
}

/** What is ranked by where a word of more says it itself: its column, how often ("most popular"), else what the person is asked. */
function ofMeasured(view: View, at: number, column: KnownColumn | undefined): Partial<Ranking> {
  if (column !== undefined) return { by: column };
  if (view.has(at, 'of:votes', 'of:often')) return { byCount: true };
  return [...(view.mentions[at]?.meanings ?? [])].some((meaning) => meaning.startsWith('of:'))
    ? { unknown: true }
    : {};
}

/** "the most orders": how many rows there are, and nothing that is in them. */
function countedNoun(view: View, at: number): number | undefined {
  const next = view.has(at, 'many') ? behind(view, at, 2) : undefined;
  const said = next === undefined ? undefined : view.mentions[next];
  if (said === undefined || said.files.length === 0) return undefined;
  return said.columns.some(({ column }) => column.kind === 'number') ? undefined : next;
}

/** "the top customers" are several, "the top customer" and "the best one" are one. */
function isMany(view: View, at: number): boolean {
  // "which customer has the most orders": as many as are asked for, and not as what they have.
  const asked = view.mentions.findIndex((_, i) => i < at && view.has(i, 'which'));
  const subject = asked < 0 ? undefined : view.nextSaid(asked + 1);
  const isHad = subject !== undefined && subject < at && view.column(subject) !== undefined;
  const next = isHad ? subject : view.nextSaid(at + 1);
  const said = next === undefined || next - at > 3 ? undefined : view.mentions[next];
  if (next === undefined || said === undefined || view.has(next, 'per'))
    return view.has(at, 'top') && view.find('which') < 0;
  if (view.has(at, 'many') || view.column(next)?.kind === 'number') return false;
  const word = fold(said.text);
  if (said.columns.length + said.files.length === 0) return false;
  return (
    /[^siu]s$/u.test(word) ||
    said.columns.some(({ column }) =>
      column.words.some((one) => word.length > one.length && word.startsWith(one)),
    ) ||
    (/(?:e|n|er|i)$/u.test(word) && said.files.some(({ words }) => words.includes(word)))
  );
}

function sortTiles(view: View): Tile[] {
  const own = copyOf(view);
  const order = orderIn(new Wish(own));
  const takes = takenBy(view, own);
  const [at] = takes;
  if (order === undefined || at === undefined) return [];
  return [{ put: { is: 'order', order }, at, takes, features: [], doubts: own.doubts }];
}

/** "when did … for the first time": the first or the last day. */
function dayTiles(view: View): Tile[] {
  const own = copyOf(view);
  const wish = new Wish(own);
  readFirstDays(wish);
  const [figure] = wish.figures;
  const takes = takenBy(view, own);
  const [at] = takes;
  if (figure === undefined || at === undefined) return [];
  return [{ put: { is: 'made', figure }, at, takes, features: [], doubts: own.doubts }];
}
