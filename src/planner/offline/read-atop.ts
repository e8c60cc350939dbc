/** Values whose rows are put on top: "urgent first, then by due", "by due, the urgent and high ones on top". Knows no tool. */

import { type KnownColumn, yesNoOf } from './known-tables.ts';
import type { View } from './view.ts';

/** Rows that come before the others, and what puts the others in order. */
export interface Atop {
  readonly at: number;
  readonly column: KnownColumn;
  /** As the cells have them, in this order. */
  readonly values: readonly string[];
  readonly thenBy: readonly { readonly column: KnownColumn; readonly down: boolean }[];
}

/** Not of what is grouped or ranked besides: which rows are on top there is another question. */
const OTHER = /^(?:agg:|cmp:|top$|most$|least$|each$|share$|distinct$|duplicates$)/u;

/** What parts into groups as often as it orders: of rows that have something on top it orders. */
const BY = /^(?:by|nach|par|por)$/iu;

/** The order that is said so; undefined where it is none, or of something else than the rows. */
export function atopIn(view: View): Atop | undefined {
  const at = view.mentions.findIndex((_, i) => !view.isUsed(i) && view.has(i, 'atop') && endsAt(view, i + 1));
  const places = at < 0 ? [] : valuesBefore(view, at);
  const [first = at] = places;
  // "not the urgent ones first": which then are on top is not said.
  if (places.length === 0 || isTurned(view, first)) return undefined;
  const all = places.map((i) => valuesAt(view, i));
  const [column, other] = view.columns.filter(({ name }) =>
    all.every((values) => values.some((one) => one.column === name)),
  );
  if (column === undefined || other !== undefined) return undefined;
  const isOwn = (i: number) => i === at || view.isUsed(i) || places.includes(i);
  if (!isOfGroups(view, column) && view.mentions.some((_, i) => !isOwn(i) && isOther(view, i)))
    return undefined;
  const by = [byBefore(view, first), byBehind(view, at)];
  view.use(first, at + 1);
  const thenBy = by.flatMap((one) => {
    if (one === undefined) return [];
    view.use(one.from, one.to);
    return [{ column: one.column, down: one.down }];
  });
  const values = all.flatMap((one) => one.find((value) => value.column === column.name)?.value ?? []);
  return { at, column, values, thenBy };
}

const NOT = ['not', 'nopartner', 'cmp:ne', 'except'] as const;

const isTurned = (view: View, at: number): boolean => [at - 1, at - 2].some((i) => view.has(i, ...NOT));

/** "count per priority, urgent first": the groups are of that column. */
const isOfGroups = (view: View, { name }: KnownColumn): boolean =>
  view.mentions.some((_, i) => view.has(i, 'per') && view.column(i + 1)?.name === name);

/** "first" is of what stands before it only where nothing is said that it could be the first of. */
const endsAt = (view: View, at: number): boolean => {
  const next = view.mentions[at];
  return (
    next === undefined || next.mark !== undefined || view.has(at, 'and', 'next', 'sort') || BY.test(next.text)
  );
};

const isOther = (view: View, at: number): boolean =>
  (view.has(at, 'per') && !BY.test(view.mentions[at]?.text ?? '')) ||
  [...(view.mentions[at]?.meanings ?? [])].some((one) => OTHER.test(one));

/** The values right before, what joins them and what the rows are called left aside. */
function valuesBefore(view: View, at: number): number[] {
  const found: number[] = [];
  for (let i = at - 1; i >= 0; i--) {
    const said = view.mentions[i];
    if (said === undefined || view.isUsed(i)) break;
    if (isValue(view, i)) {
      // "without Rent, urgent first": of other values than those on top.
      if (found.length > 0 && (isTurned(view, i) || !isOfOne(view, i, found[0] ?? i))) break;
      found.unshift(i);
    } else if (
      found.length === 0 ? !said.small && said.files.length === 0 : !view.joins(i) || !isValue(view, i - 1)
    )
      break;
  }
  return found;
}

/** Whether two are values of one column. */
const isOfOne = (view: View, one: number, other: number): boolean =>
  valuesAt(view, one).some(({ column }) => valuesAt(view, other).some((its) => its.column === column));

const isValue = (view: View, at: number): boolean => valuesAt(view, at).length > 0;

/** Cells, or what says yes in a column that is called so. */
function valuesAt(view: View, at: number): { column: string; value: string }[] {
  const said = view.mentions[at];
  if (said === undefined || said.mark !== undefined || said.isOpposite === true) return [];
  const cells = view.isWish(at) ? [] : view.cells(at);
  if (cells.length > 0) return cells;
  const column = view.column(at);
  const yes = column && yesNoOf(column)?.yes;
  return column && yes !== undefined ? [{ column: column.name, value: yes }] : [];
}

interface By {
  readonly from: number;
  readonly to: number;
  readonly column: KnownColumn;
  readonly down: boolean;
}

/** "…, then by due": behind it, with the way where one is said. */
function byBehind(view: View, at: number): By | undefined {
  for (let i = at + 1; i < view.mentions.length && i <= at + 4; i++) {
    const column = view.column(i);
    if (column !== undefined) {
      const isDown = view.has(i + 1, 'desc', 'newestfirst');
      return {
        from: at + 1,
        to: view.has(i + 1, 'asc', 'desc', 'newestfirst', 'oldestfirst') ? i + 2 : i + 1,
        column,
        down: isDown,
      };
    }
    const said = view.mentions[i];
    const goesOn = said?.mark === ',' || said?.small === true || view.has(i, 'and', 'next', 'sort', 'per');
    if (!goesOn) return undefined;
  }
  return undefined;
}

/** "by due, urgent on top": right before it. */
function byBefore(view: View, first: number): By | undefined {
  let i = first - 1;
  while (
    view.mentions[i] !== undefined &&
    (view.mentions[i]?.mark === ',' ||
      view.has(i, 'and') ||
      (view.mentions[i]?.small === true && !view.has(i, 'per')))
  )
    i -= 1;
  const column = view.column(i);
  const isBy = view.has(i - 1, 'sort') || BY.test(view.mentions[i - 1]?.text ?? '');
  const from = view.has(i - 2, 'sort') ? i - 2 : i - 1;
  return column !== undefined && isBy ? { from, to: first, column, down: false } : undefined;
}
