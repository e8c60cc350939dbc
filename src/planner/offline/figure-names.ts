/** What computed columns and groups are called. Knows no goal. */

import type { Figure, Key } from './request.ts';

/** What a group's result is called: the column itself for a sum, else with the figure before it. */
export const figureName = ({ aggregate, column, as }: Figure): string => as ?? nameOf(aggregate, column);

const nameOf = (aggregate: string, column: string | undefined): string =>
  column?.startsWith('†')
    ? (NAMES[aggregate] ?? aggregate)
    : column === undefined
      ? aggregate === 'percent'
        ? 'percent'
        : 'count'
      : aggregate === 'sum' && /^(?:total|sum)/iu.test(column)
        ? `sum of ${column}`
        : aggregate === 'distinct'
          ? 'distinct'
          : `${NAMES[aggregate] ?? aggregate} ${column}`;

const NAMES: Readonly<Record<string, string>> = {
  sum: 'total',
  mean: 'average',
  percent: 'percent of',
  share: 'share of',
};

export const keyName = ({ column, part }: Key): string => part ?? column;
