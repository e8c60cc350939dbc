/** One limit for several columns: "under 50 in maths or english", "a and b above 10". Knows no other condition. */

import type { KnownColumn } from './known-tables.ts';
import { isNumeric } from './read-thresholds.ts';
import type { Atom, Condition } from './request.ts';
import type { View } from './view.ts';

interface Other {
  readonly column: KnownColumn;
  readonly at: number;
}

/** The same condition of the columns that are joined to its own, before it or behind it; itself where none is. */
export function overColumns(view: View, atom: Atom): Atom {
  const { condition, from, to } = atom;
  const { column, operator, value } = condition;
  const isLimit = operator === 'between' || isNumeric(operator ?? '');
  if (!isLimit || column === undefined || value === undefined) return atom;
  const [behind, before] = [joined(view, to, 1, column), joined(view, from - 1, -1, column)];
  const others = behind.others.length > 0 ? behind : before;
  if (others.others.length === 0) return atom;
  const conditions = [column, ...others.others.map((one) => one.column.name)].map(
    (name): Condition => ({ ...condition, column: name }),
  );
  const places = others.others.map(({ at }) => at);
  return {
    ...atom,
    condition: { conditions, match: others.isOr ? 'any' : 'all' },
    from: Math.min(from, ...places),
    to: Math.max(to, ...places.map((at) => at + 1)),
  };
}

/** Columns of numbers one after the other, each joined to the one before it, and none with a limit of its own. */
function joined(
  view: View,
  start: number,
  step: 1 | -1,
  own: string,
): { others: readonly Other[]; isOr: boolean } {
  const found: Other[] = [];
  let isOr = false;
  let at = start;
  for (;;) {
    let joins = false;
    for (; isBetween(view, at); at += step) {
      joins ||= view.joins(at);
      isOr ||= view.has(at, 'or');
    }
    const column = joins ? view.column(at, 'number') : undefined;
    const fit = view.mentions[at]?.columns.find((one) => one.column.name === column?.name)?.fit ?? 0;
    if (column === undefined || fit < 0.8 || column.name === own || hasOwn(view, at, step)) break;
    found.push({ column, at });
    at += step;
  }
  return { others: found, isOr };
}

const isBetween = (view: View, at: number): boolean =>
  !view.isUsed(at) &&
  (view.joins(at) || (view.mentions[at]?.small === true && view.mentions[at]?.mark === undefined));

/** Whether another comparison follows it: "over 50 in maths and english over 60". */
const hasOwn = (view: View, at: number, step: 1 | -1): boolean =>
  step > 0 &&
  [at + 1, at + 2].some((i) =>
    [...(view.mentions[i]?.meanings ?? [])].some((one) => one.startsWith('cmp:') || one === 'between'),
  );
