/** What is reckoned of each group where words say more than a figure: totals of those in it, its last day, what was paid. Knows no mention. */

import { figureName, keyName } from '../figure-names.ts';
import { isIdentifier, isIntensive, type KnownColumn, onlyMeasure } from '../known-tables.ts';
import type { Action, End, Figure, Key } from '../request.ts';
import type { Ranking } from '../wish.ts';
import type { Form } from './form.ts';
import type { Given } from './given.ts';
import { ranks } from './row-actions.ts';

/** "for each region the rep who sold the most": the totals of the reps of each, and no single sale. */
export function totalsOfEach(
  { askedKeys, shown }: Form,
  ranking: Ranking,
  per: readonly Key[],
  { columns, listed }: Given,
): readonly Action[] | undefined {
  const { by } = ranking;
  const measure = by ?? onlyMeasure(columns);
  if (ranking.isTotal !== true || measure?.kind !== 'number' || isIntensive(measure)) return undefined;
  const named = [...askedKeys, ...shown.map(({ name }) => name), ...listed()];
  const of = columns.find(({ name, kind, unique }) => named.includes(name) && kind === 'text' && !unique);
  if (of === undefined) return undefined;
  const figure = asPaid({ aggregate: 'sum', column: measure.name }, columns);
  const within = per.filter(({ column }) => column !== of.name);
  return [
    { do: 'group', by: [...within, { column: of.name }], figures: [figure] },
    ...ranks(ranking, figureName(figure), { per: within.map(keyName) }),
  ];
}

/** "… total, number and the latest one" of each: its last day, and no rank of the groups. */
export function lastOfEach(
  ranking: Ranking | undefined,
  figures: readonly Figure[],
  columns: readonly KnownColumn[],
): Figure | undefined {
  const date = columns.find(({ kind }) => kind === 'date');
  if (ranking?.ofDate !== true || figures.length === 0 || date === undefined) return undefined;
  return { aggregate: ranking.down ? 'max' : 'min', column: date.name };
}

/** The column of a share that nobody adds up: of marks and temperatures there is none. */
export const sharedMark = (figures: readonly Figure[], columns: readonly KnownColumn[]): string | undefined =>
  figures.find(
    ({ aggregate, column }) =>
      aggregate === 'percent' && columns.some((one) => one.name === column && isIntensive(one)),
  )?.column;

/** Prices are not added up where it is known how many each was paid for, nor rates where it is known of what. */
export function asPaid(figure: Figure, columns: readonly KnownColumn[]): Figure {
  const paid = columns.find(({ reckoned }) => reckoned?.insteadOf === figure.column);
  return paid === undefined || figure.aggregate !== 'sum' ? figure : { ...figure, column: paid.name };
}

/** "average value of an order" over its lines: the totals of the orders, and the average of those. */
export function ofUnits(
  keys: readonly Key[],
  figures: readonly Figure[],
  { unit, columns }: Given,
): { actions: Action[]; end: End } | undefined {
  if (unit === undefined) return undefined;
  const { key, counted } = unit;
  if (figures.some(({ aggregate }) => aggregate !== 'mean' && counted === undefined)) return undefined;
  const sums = figures.map((figure) => asPaid({ ...figure, aggregate: 'sum' }, columns));
  const inner = counted === undefined ? sums : [counted, ...figures];
  if (inner.length === 0) return undefined;
  const outer = inner.map((figure): Figure => ({ aggregate: 'mean', column: figureName(figure) }));
  const actions: Action[] = [
    { do: 'group', by: [...keys, key], figures: inner },
    { do: 'group', by: keys.map((one) => ({ column: keyName(one) })), figures: outer },
  ];
  const [only] = outer;
  if (keys.length > 0) return { actions, end: { kind: 'rows' } };
  return outer.length === 1 && only !== undefined
    ? { actions, end: { kind: 'number', column: figureName(only) } }
    : { actions, end: { kind: 'figures' } };
}
/** "top 3 customers per region": the best of each of the other groups. */
export function perOf({ of }: Ranking, { keys, askedKeys }: Form): { per?: string[] } {
  const [asked, other] = askedKeys;
  // "which customer has the highest total per town": the first of each town.
  const own = of?.name ?? (other === undefined ? asked : undefined);
  if (own === undefined || keys.length < 2) return {};
  const per = keys.filter((key) => key.column !== own).map(keyName);
  return per.length === 0 ? {} : { per };
}

/** "the 10 largest payments with day and fee": the one that is measured of what is seen. */
export function shownMeasure(listing: readonly KnownColumn[], { ofDate }: Ranking): string | undefined {
  const [seen, other] = listing.filter((one) => one.kind === 'number' && !isIdentifier(one));
  return other === undefined && ofDate !== true ? seen?.name : undefined;
}
