/** Conditions on days: "in March", "since 2026-01-05", "closed before May", "2020 or later". Knows no number and no cell. */

import { areYears, type KnownColumn } from './known-tables.ts';
import type { Mention } from './mention.ts';
import type { Atom, Condition } from './request.ts';
import type { View } from './view.ts';

const AT: Readonly<Record<string, (from: Day, to: Day) => readonly [string, Day]>> = {
  'cmp:before': (from) => ['lessThan', from],
  'cmp:after': (_, to) => ['greaterThan', to],
  'cmp:since': (from) => ['atLeast', from],
  'cmp:until': (_, to) => ['atMost', to],
};

/** How a day is compared by what stands before it, or by "or later" behind it. */
const howAt = (view: View, before: number, behind: number): { how: string | undefined; to: number } => {
  const after = ['cmp:since', 'cmp:until'].find((one) => view.has(behind, `late:${one.slice(4)}`));
  if (after !== undefined) return { how: after, to: behind + 1 };
  return { how: Object.keys(AT).find((one) => view.has(before, one)), to: behind };
};

/** The condition that a column's days lie as the period at `when` says. */
function whenOf(view: View, column: KnownColumn, at: number, how: number, when: number): Atom | undefined {
  const said = view.mentions[when];
  if (said?.period === undefined) return undefined;
  const { from, to } = daysIn(view, said, column);
  const way = howAt(view, how, when + 1);
  const [operator, day] = way.how === undefined ? [] : (AT[way.how]?.(from, to) ?? []);
  const condition: Condition =
    operator !== undefined && day !== undefined
      ? { column: column.name, operator, value: day }
      : from === to
        ? { column: column.name, operator: 'equals', value: from }
        : { column: column.name, operator: 'between', value: [from, to] };
  return { condition, from: at, to: way.to };
}

/** The period as the column writes it: two days, or two years. */
function daysIn(view: View, said: Mention, column: KnownColumn): { from: Day; to: Day } {
  const { from, to } = view.dated(said, column);
  return column.kind === 'number' ? { from: yearOf(from), to: yearOf(to) } : { from, to };
}

type Day = string | number;
const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Whether it names one year and no less: all that a column of years can be held against. */
const isWholeYear = ({ period }: Mention): boolean =>
  period !== undefined && period.from.slice(4) === '-01-01' && period.to.slice(4) === '-12-31';

/** The column that a period is about: one of years only where the days there are have nothing to do with it. */
function columnOf(view: View, at: number, period: Mention): KnownColumn | undefined {
  const years = view.columns.filter(areYears);
  const [year, other] = years;
  const dates = view.columns.filter(({ kind }) => kind === 'date');
  if (year === undefined || other !== undefined || !isWholeYear(period)) return view.dateColumn(at);
  if (dates.length === 0) return year;
  const holds = ({ from = '', to = '' }: KnownColumn) =>
    from.slice(0, 4) <= (period.period?.to ?? '').slice(0, 4) && (period.period?.from ?? '') <= to;
  const isOnlyThere = holds(year) && dates.every((one) => one.from !== undefined && !holds(one));
  return isOnlyThere ? year : view.dateColumn(at);
}

/** "ordered after March", "closed within August", "joined in 2020 or later": a column of dates, then when. */
export function dayOfAt(view: View, at: number): Atom | undefined {
  const named = view.column(at);
  const column = named !== undefined && areYears(named) ? named : view.column(at, 'date');
  if (column === undefined || (view.mentions[at]?.columns[0]?.fit ?? 0) < 0.55) return undefined;
  const when = periodFrom(view, at + 1, 4);
  const said = view.mentions[when ?? -1];
  if (when === undefined || said === undefined) return againstDay(view, column, at);
  if (column.kind === 'number' && !isWholeYear(said)) return undefined;
  const range = rangeAt(view, column, at, when);
  if (range !== undefined) return range;
  const how = [when - 1, when - 2].find(
    (place) => place > at && Object.keys(AT).some((one) => view.has(place, one)),
  );
  return whenOf(view, column, at, how ?? when, when);
}

const AGAINST: readonly (readonly [meaning: string, operator: string])[] = [
  ['cmp:before', 'lessThan'],
  ['cmp:after', 'greaterThan'],
  ['cmp:gt', 'greaterThan'],
  ['cmp:lt', 'lessThan'],
];

/** "handed in after due", "left before the start date": one day of a row held against another of it. */
function againstDay(view: View, column: KnownColumn, at: number): Atom | undefined {
  const how = [at + 1, at + 2, at + 3].find((i) => AGAINST.some(([meaning]) => view.has(i, meaning)));
  if (how === undefined || column.kind !== 'date') return undefined;
  const next = [how + 1, how + 2].find((i) => view.mentions[i]?.small !== true);
  const other = next === undefined ? undefined : view.column(next, 'date');
  const isBeside = view.mentions.slice(at + 1, how).every(({ small, mark }) => small && mark === undefined);
  if (next === undefined || other === undefined || other === column || !isBeside) return undefined;
  if ((view.mentions[next]?.columns[0]?.fit ?? 0) < 0.55) return undefined;
  const operator = AGAINST.find(([meaning]) => view.has(how, meaning))?.[1] ?? 'equals';
  return { condition: { column: column.name, operator, valueColumn: other.name }, from: at, to: next + 1 };
}

/** "between March and June", "from 2026-01-01 to 2026-03-31" from where its first period stands. */
function rangeAt(view: View, column: KnownColumn, at: number, low: number): Atom | undefined {
  const isOpened = [low - 1, low - 2].some((place) => view.has(place, 'between', 'cmp:since', 'cmp:after'));
  // "2018 bis 2020" and "2018 to 2020" say as much without a word before them.
  const joint = isOpened
    ? view.nextBit(low + 1, ['and', 'cmp:until', 'by', 'cmp:lte'], /^(?:to|bis|a|à|au|y|et|e|und)$/iu)
    : TO.test(view.mentions[low + 1]?.text ?? '')
      ? low + 1
      : undefined;
  const high = joint === undefined ? undefined : periodFrom(view, joint + 1, isOpened ? 2 : 1);
  const [one, two] = [view.mentions[low], view.mentions[high ?? -1]];
  if (high === undefined || one?.period === undefined || two?.period === undefined) return undefined;
  const last = view.dated(two, column);
  // "between March and June 2026": the year behind the last holds for the first, too.
  const year = two.period.yearless === true ? undefined : last.to.slice(0, 4);
  const first = view.dated(one, column).from;
  const from = one.period.yearless === true && year !== undefined ? `${year}${first.slice(4)}` : first;
  const days = column.kind === 'number' ? [yearOf(from), yearOf(last.to)] : [from, last.to];
  return {
    condition: { column: column.name, operator: 'between', value: days },
    from: at,
    to: high + 1,
  };
}

const TO = /^(?:to|bis|until|till|through|à|au|hasta|al|fino|-|–)$/iu;

/** The next free period, with nothing but small words and words of time before it. */
function periodFrom(view: View, from: number, within: number): number | undefined {
  for (let at = from; at < Math.min(from + within, view.mentions.length); at++) {
    const said = view.mentions[at];
    if (said === undefined || view.isUsed(at) || said.mark !== undefined) return undefined;
    if (said.period !== undefined) return said.isPoint === true ? undefined : at;
    if (said.meanings.has('and') || said.meanings.has('or')) return undefined;
    if (
      !said.small &&
      !Object.keys(AT).some((one) => said.meanings.has(one)) &&
      !said.meanings.has('between')
    )
      return undefined;
  }
  return undefined;
}

/** "in March", "since 2026-01-05", "before May", "between March and June", "2026". */
export function periodAt(view: View, at: number): Atom | undefined {
  const said = view.mentions[at];
  const hows = Object.keys(AT).some((one) => view.has(at, one)) || view.has(at, 'between');
  const when = said?.period === undefined ? (hows ? view.nextValue(at + 1, 2) : undefined) : at;
  const period = view.mentions[when ?? -1];
  if (when === undefined || period?.period === undefined || period.isPoint === true) return undefined;
  const column = columnOf(view, at, period);
  if (column === undefined) return undefined;
  return (
    rangeAt(view, column, at, when) ??
    (view.has(at, 'between') ? undefined : whenOf(view, column, at, at, when))
  );
}
