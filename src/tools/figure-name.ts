/** What a figure of a group is called while nobody gives it a name of its own. Knows no plan. */

const WORDS: Readonly<Record<string, string>> = {
  sum: 'total',
  mean: 'average',
  percent: 'percent of',
  share: 'share of',
};

/** With the figure before the column, unless that says it itself. */
export const figureNamed = (aggregate: string, column: string | undefined): string =>
  column?.startsWith('†')
    ? (WORDS[aggregate] ?? aggregate)
    : column === undefined
      ? aggregate === 'percent'
        ? 'percent'
        : 'count'
      : aggregate === 'sum' && /^(?:total|sum)/iu.test(column)
        ? `sum of ${column}`
        : aggregate === 'distinct'
          ? 'distinct'
          : `${WORDS[aggregate] ?? aggregate} ${column}`;
