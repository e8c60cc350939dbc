/** Closed lists that a contract names and its activity implements. */

/** The conditions of `filterRows` and `decide`. */
export const OPERATORS = [
  'equals',
  'notEquals',
  'greaterThan',
  'atLeast',
  'lessThan',
  'atMost',
  'between',
  'before',
  'onOrBefore',
  'after',
  'onOrAfter',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'oneOf',
  'notOneOf',
  'isEmpty',
  'isNotEmpty',
] as const;

/** One of `OPERATORS`. */
export type Operator = (typeof OPERATORS)[number];

/** What `groupRows` and `pivotRows` compute for each group; `share` is of 1 and `percent` of 100. */
export const AGGREGATES = [
  'count',
  'sum',
  'mean',
  'min',
  'max',
  'median',
  'distinct',
  'share',
  'percent',
  'first',
  'last',
] as const;
/** One of `AGGREGATES`. */
export type Aggregate = (typeof AGGREGATES)[number];

/** What `addFigure` sets beside each row. */
export const ROW_FIGURES = [
  'rank',
  'rowNumber',
  'runningTotal',
  'share',
  'percent',
  'difference',
  'percentChange',
  'total',
  'average',
] as const;
/** One of `ROW_FIGURES`. */
export type RowFigure = (typeof ROW_FIGURES)[number];

/** Parts of a date: 2026, 2026-Q1, 2026-03, 2026-W09, 2026-03-01, Sunday, March, 14. */
export const DATE_PARTS = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'weekday',
  'monthName',
  'hour',
] as const;
/** One of `DATE_PARTS`. */
export type DatePart = (typeof DATE_PARTS)[number];

/** The order a column's dates are written in, where the cells don't tell. */
export const DATE_ORDERS = ['dayFirst', 'monthFirst'] as const;

/** Which rows `joinRows` keeps: with a partner, every row of one table or of both, or those without a partner. */
export const JOINS = ['inner', 'left', 'right', 'full', 'onlyLeft', 'onlyRight'] as const;

/** What dates are reckoned in. */
export const DATE_UNITS = [
  'seconds',
  'minutes',
  'hours',
  'days',
  'businessDays',
  'weeks',
  'months',
  'years',
] as const;
/** One of `DATE_UNITS`. */
export type DateUnit = (typeof DATE_UNITS)[number];

/** How `makeChart` can draw. */
export const MARKS = ['bar', 'line', 'dot', 'area'] as const;
/** One of `MARKS`. */
export type Mark = (typeof MARKS)[number];
