/** Ranks and orders as tiles: "top 5", "the 3 cheapest", "newest", "sorted by price". What they are by is told by other tiles. Knows no form. */

import {
  atopBehind,
  countedNoun,
  downAt,
  goodAt,
  isMany,
  isOwnName,
  nthNear,
  numbersNear,
  ofMeasured,
  ofTotal,
  oftenBehind,
  ranksRows,
} from '../rank-words.ts';
import { orderIn } from '../read-order.ts';
import { readFirstDays } from '../read-ranking.ts';
import type { View } from '../view.ts';
import { type Ranking, Wish } from '../wish.ts';
import { copyOf, takenBy } from './place.ts';
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
    ...(ranksRows(view, at) || isOwnName(view, at) ? { ofOne: true } : {}),
    ...(ofTotal(view, at) ? { isTotal: true } : {}),
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
