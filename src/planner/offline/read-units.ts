/** What an average is of where it is of no single row: "average value of an order" over its lines, "average number of tickets per day". Knows no tool. */

import { areYears, isIdentifier, type KnownColumn } from './known-tables.ts';
import { countedBehind } from './read-counted.ts';
import type { Figure, Key } from './request.ts';
import type { View } from './view.ts';
import { PARTS } from './wish.ts';

export interface Unit {
  readonly key: Key;
  /** What is counted of each; without it each is the total of what is averaged. */
  readonly counted?: Figure;
}

const RANKS = ['top', 'most', 'least', 'share', 'sort', 'running', 'change'] as const;

/** Used up: the unit, and where something is counted of it the words for that. */
export function unitIn(view: View): Unit | undefined {
  const at = view.find('agg:mean');
  if (at < 0 || view.find(...RANKS) >= 0) return undefined;
  const each = timely(view, at);
  if (each !== undefined) return each;
  const count = [at + 1, at + 2].find(
    (i) =>
      view.has(i, 'agg:count') && !(i > at + 1 && (view.has(i - 1, 'and') || view.mentions[i - 1]?.mark)),
  );
  const end = endOf(view, count ?? at);
  return count === undefined ? linesOf(view, at, end) : countedOf(view, at, count, end);
}

/** "average monthly revenue": of each month the total, and of those the average; a "monthly average" is one for each month. */
function timely(view: View, at: number): Unit | undefined {
  const part = PARTS.find((one) => view.has(at + 1, `unit:${one}`));
  if (part === undefined || !view.has(at + 1, 'adverb') || view.isUsed(at + 1)) return undefined;
  const date = view.dateColumn(at + 1);
  if (date === undefined) return undefined;
  const key = { column: date.name, part };
  view.use(at + 1);
  const count = at + 2;
  if (!view.has(count, 'agg:count')) return { key };
  const counted = countedBehind(view, count);
  for (const i of [at, count, counted.at]) if (i !== undefined) view.use(i);
  return { key, counted: counted.figure };
}

function endOf(view: View, from: number): number {
  let to = from + 1;
  const isFigure = (i: number) =>
    [...(view.mentions[i]?.meanings ?? [])].some((one) => one.startsWith('agg:'));
  while (to < view.mentions.length && !/[.;:,()]/u.test(view.mentions[to]?.mark ?? '') && !isFigure(to)) to++;
  return to;
}

/** What several rows are the lines of, and is called by a number. */
const hasLines = (column: KnownColumn): boolean =>
  isIdentifier(column) && !column.unique && !areYears(column);

function linesOf(view: View, at: number, end: number): Unit | undefined {
  for (let i = at + 1; i < end; i++) {
    const column = view.column(i);
    const isNamed = view.mentions[i]?.columns.some(
      ({ fit, column: its }) => fit >= 0.8 && its.name === column?.name,
    );
    if (column === undefined || isNamed !== true || !hasLines(column)) continue;
    const per = [i - 1, i - 2].find((one) => one > at && view.has(one, 'per', 'each'));
    // "average total per customer" is one for each, where their rows do not stand together as the lines of one thing.
    if (per !== undefined && column.isSerial !== true) continue;
    view.use(i);
    if (per !== undefined) view.use(per);
    return { key: { column: column.name } };
  }
  return undefined;
}

/** "average number of orders per customer": of each customer they are counted, and that is averaged. */
function countedOf(view: View, at: number, count: number, end: number): Unit | undefined {
  const per = [...Array(end).keys()].find((i) => i > count && !view.isUsed(i) && view.has(i, 'per', 'each'));
  const next = per === undefined ? undefined : view.nextSaid(per + 1);
  if (per === undefined || next === undefined || next >= end) return undefined;
  const part = PARTS.find((one) => view.has(next, `unit:${one}`));
  const label = view.column(next, 'label');
  const date = label === undefined || label.kind === 'date' ? view.dateColumn(next) : undefined;
  const key: Key | undefined =
    part !== undefined && date !== undefined
      ? { column: date.name, part }
      : label === undefined || label.unique
        ? undefined
        : { column: label.name };
  if (key === undefined) return undefined;
  const counted = countedBehind(view, count);
  for (const i of [at, count, per, next, counted.at]) if (i !== undefined) view.use(i);
  return { key, counted: counted.figure };
}
