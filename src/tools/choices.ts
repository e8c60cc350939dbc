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
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'oneOf',
  'isEmpty',
  'isNotEmpty',
] as const;

export type Operator = (typeof OPERATORS)[number];

/** What `groupRows` computes for each group. */
export const AGGREGATES = ['count', 'sum', 'mean', 'min', 'max', 'median'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

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
export type DateUnit = (typeof DATE_UNITS)[number];

/** How `makeChart` can draw. */
export const MARKS = ['bar', 'line', 'dot', 'area'] as const;
export type Mark = (typeof MARKS)[number];
