/** Single things done to rows: the first so many, shares beside figures, a filter. Knows no form. */

import type { KnownColumn } from '../known-tables.ts';
import type { Action, Condition, Figure, Key } from '../request.ts';
import type { Ranking } from '../wish.ts';
import type { Form } from './form.ts';

/** The first so many; of "the second highest" the last of the first two. */
export function ranks({ down, limit, nth }: Ranking, column: string, per: { per?: string[] } = {}): Action[] {
  if (nth === undefined) return [{ do: 'sort', column, down, limit, ...per }];
  return [
    { do: 'sort', column, down, limit: nth, ...per },
    { do: 'sort', column, down: !down, limit: 1, ...per },
  ];
}

/** "share of each channel in the number of orders": each total and count that is named with the share it makes. */
export function withShares(figures: readonly Figure[]): Figure[] {
  const shares = figures.flatMap(({ aggregate, column }): Figure[] => {
    if (aggregate !== 'sum' && aggregate !== 'count') return [];
    return [{ aggregate: 'percent', ...(column === undefined ? {} : { column }) }];
  });
  return [...figures, ...shares];
}

/** "how much altogether" asks for one total, in two words. */
export const eachOnce = (figures: readonly Figure[]): Figure[] => [
  ...new Map(figures.map((one) => [JSON.stringify(one), one])).values(),
];

export const filterOf = (all: readonly Condition[]): Action => {
  // "days until paid, unpaid ones left out": said twice, it is one condition.
  const conditions = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  const [only] = conditions;
  if (
    conditions.length === 1 &&
    only?.conditions !== undefined &&
    only.match !== undefined &&
    only.not !== true
  )
    return { do: 'filter', conditions: only.conditions, match: only.match };
  return { do: 'filter', conditions, match: 'all' };
};

/** "temperature by date" of a table with one row for each date: there is nothing to add up. */
export function oneRowOfEach(
  [key, ...others]: readonly Key[],
  figures: readonly Figure[],
  columns: readonly KnownColumn[],
): Action | undefined {
  const column = columns.find(({ name }) => name === key?.column);
  const measured = figures.flatMap((figure) => figure.column ?? []);
  if (key === undefined || others.length > 0 || column?.unique !== true || column.cells.length < 2)
    return undefined;
  if ((key.part !== undefined && key.part !== 'day') || measured.length === 0) return undefined;
  return { do: 'select', columns: [key.column, ...measured] };
}

/** "sort by last name and show the first 3": so many of that order, and of no other. */
export function firstOfOrder(
  { order, keys }: Form,
  ranked: Ranking,
): { limit: number; down?: boolean } | undefined {
  if (order?.column === undefined || ranked.isEnd === undefined || ranked.by !== undefined || ranked.lone)
    return undefined;
  if (keys.length > 0 && ranked.of !== undefined) return undefined;
  return { limit: ranked.limit, ...(ranked.isEnd === 'last' ? { down: !order.down } : {}) };
}

/** "on which days was it above 30": that there are such rows is what makes them. */
export const isAsked = ({ askedKeys, perKeys, conditions }: Form): boolean =>
  askedKeys.length > 0 && !perKeys && conditions.length > 0;
