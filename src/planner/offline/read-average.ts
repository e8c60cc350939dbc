/** What is held against the average of all: "routes with above average parcels", "more km than on average". Knows no tool. */

import { isIdentifier, type KnownColumn } from './known-tables.ts';
import { isNumeric, operatorOf } from './read-thresholds.ts';
import type { Condition } from './request.ts';
import type { View } from './view.ts';

const THAN = /^(?:than|als|wie|que|di|de)$/iu;
const AVERAGES = [
  ['agg:mean', 'mean'],
  ['agg:median', 'median'],
] as const;

/** Used up where it is read. Who of many is above it by all their rows is another question, and none of these. */
export function averageConditions(view: View): Condition[] {
  if (view.find('per', 'each', 'share') >= 0 || asksForLabel(view)) return [];
  const found: Condition[] = [];
  for (const at of view.mentions.keys()) {
    const figure = AVERAGES.find(([meaning]) => !view.isUsed(at) && view.has(at, meaning))?.[1];
    const held = figure === undefined ? undefined : comparisonBefore(view, at);
    if (figure === undefined || held === undefined) continue;
    const behind = [at + 1, at + 2].find((i) => measureAt(view, i) !== undefined && between(view, at, i));
    const near =
      held.column ?? (behind === undefined ? columnBefore(view, held.from) : measureAt(view, behind));
    const column = near ?? view.dimension(held.from)?.column ?? view.defaultNumber();
    if (column === undefined || column.name.startsWith('†')) continue;
    for (let i = held.from; i <= (behind ?? at); i++) view.use(i);
    const named = view.previousSaid(held.from - 1);
    if (named !== undefined && measureAt(view, named) === column) view.use(named);
    found.push({ column: column.name, operator: held.operator, than: figure });
  }
  return found;
}

interface Held {
  readonly operator: string;
  readonly from: number;
  /** It stands between "more" and "than". */
  readonly column?: KnownColumn;
}

function comparisonBefore(view: View, at: number): Held | undefined {
  let column: KnownColumn | undefined;
  for (let from = at - 1; from >= Math.max(0, at - 5); from--) {
    const said = view.mentions[from];
    if (said === undefined || view.isUsed(from) || (said.mark !== undefined && said.mark !== '-'))
      return undefined;
    const operator = operatorOf(said);
    const with_ = column === undefined ? {} : { column };
    if (operator !== undefined && isNumeric(operator)) return { operator, from, ...with_ };
    const isMore = view.has(from, 'than:more');
    const isThan = view.mentions.slice(from + 1, at).some(({ text }) => THAN.test(text));
    if ((isMore || view.has(from, 'than:less')) && isThan)
      return { operator: isMore ? 'greaterThan' : 'lessThan', from, ...with_ };
    column ??= measureAt(view, from);
    if (!said.small && measureAt(view, from) === undefined) return undefined;
  }
  return undefined;
}

const measureAt = (view: View, at: number): KnownColumn | undefined => {
  const column = view.column(at, 'number');
  return column === undefined || isIdentifier(column) ? undefined : column;
};

const between = (view: View, from: number, to: number): boolean =>
  view.mentions.slice(from + 1, to).every(({ small, mark }) => small && mark === undefined);

const columnBefore = (view: View, from: number): KnownColumn | undefined => {
  const at = view.previousSaid(from - 1);
  return at === undefined || from - at > 3 ? undefined : measureAt(view, at);
};

/** "which drivers", where each stands in many rows. */
function asksForLabel(view: View): boolean {
  const first = view.mentions.findIndex(({ small }, at) => !small && !view.has(at, 'show', 'which', 'who'));
  const label = first < 0 ? undefined : view.column(first, 'label');
  return (
    label !== undefined && !label.unique && label.kind === 'text' && view.mentions[first]?.cells.length === 0
  );
}
