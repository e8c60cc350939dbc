/** Formulas over days: "days between ordered and paid", "years until 1 May", "due - 2 weeks". Knows no tool. */

import { datesByLikeliness, type KnownColumn, unitOf } from './known-tables.ts';
import { measuring } from './measuring.ts';
import { inFormula } from './new-column.ts';
import { type Read, signAt } from './read-arithmetic.ts';
import { lateDays } from './read-overdue.ts';
import type { View } from './view.ts';

/** "days between ordered and paid", "how many days from a to b"; "10 days before due". */
export function datesAt(view: View, at: number): Read | undefined {
  const isColumn = (view.mentions[at]?.columns[0]?.fit ?? 0) >= 0.8;
  if (
    (view.has(at, 'daysbetween') && !isColumn) ||
    (view.has(at, 'unit:day') && DAYS.test(view.mentions[at]?.text ?? ''))
  ) {
    const two = twoDates(view, at) ?? onlyTwoDates(view, at) ?? daysLate(view, at);
    if (two !== undefined) return two;
  }
  const span = untilDayAt(view, at);
  if (span !== undefined) return span;
  const later = laterAt(view, at);
  if (later !== undefined) return later;
  const said = view.mentions[at];
  if (
    said?.number === undefined ||
    said.period !== undefined ||
    !view.has(at + 1, 'unit:day', 'unit:week', 'unit:month', 'unit:year')
  )
    return undefined;
  const how = view.mentions[at + 2];
  const back = how?.meanings.has('cmp:before') === true;
  if (!back && how?.meanings.has('cmp:after') !== true) return undefined;
  const next = view.nextSaid(at + 3);
  const column =
    next === undefined
      ? undefined
      : (view.column(next, 'date') ?? view.columns.find(({ kind }) => kind === 'date'));
  if (next === undefined || column === undefined) return undefined;
  return moved(view, column, said.number, at + 1, back, next + 1);
}

/** The date so many units on, or back. @param unit  where the unit stands */
function moved(
  view: View,
  column: KnownColumn,
  number: number,
  unit: number,
  back: boolean,
  to: number,
): Read {
  const name = view.has(unit, 'unit:month') ? 'Months' : view.has(unit, 'unit:year') ? 'Years' : 'Days';
  const amount = view.has(unit, 'unit:week') ? number * 7 : number;
  return {
    formula: `add${name}(${inFormula(column.name)}, ${back ? -amount : amount})`,
    to,
    name: `${column.name} ${back ? '-' : '+'} ${number}`,
  };
}

const NIGHTS = /^(?:nights?|nachte?|days?|tage?|nuits?|noches?|notti|jours?|dias?|giorni)$/u;

const SPANS: readonly (readonly [string, string])[] = [
  ['unit:day', 'days'],
  ['unit:week', 'weeks'],
  ['unit:month', 'months'],
  ['unit:year', 'years'],
];
const SPAN =
  /^(?:days?|tagen?|weeks?|wochen?|months?|monaten?|years?|jahren?|jours?|semaines?|mois|ans?|ann[eé]es?|d[ií]as?|semanas?|mes(?:es|i)?|a[nñ]os?|giorn[oi]|settiman[ae]|ann[oi])$/iu;

/** "years between hired and 31 December 2025", "how many full years … on 1 May": from a date of each row to one day, or back. */
function untilDayAt(view: View, at: number): Read | undefined {
  const isAsked = view.has(at, 'daysbetween');
  const said = isAsked ? 'days' : SPANS.find(([meaning]) => view.has(at, meaning))?.[1];
  const unit = isAsked || SPAN.test(view.mentions[at]?.text ?? '') ? said : undefined;
  // "total Nights on …" is of the column of that name.
  const isColumn = (view.mentions[at]?.columns[0]?.fit ?? 0) >= 0.8;
  if (unit === undefined || isColumn || isCounted(view, at)) return undefined;
  let column: { name: string; at: number } | undefined;
  let day: { iso: string; at: number } | undefined;
  for (let i = at + 1; i <= at + 12; i++) {
    const said = view.mentions[i];
    if (said === undefined || /[.;!?:]/u.test(said.mark ?? '')) break;
    const { period } = said;
    if (period !== undefined && period.from === period.to && !view.isUsed(i))
      day ??= { iso: period.from, at: i };
    else if ((said.columns[0]?.fit ?? 0) >= 0.8 && view.column(i, 'date') !== undefined)
      column ??= { name: view.column(i, 'date')?.name ?? '', at: i };
  }
  const asks =
    isAsked ||
    [at - 1, at - 2, at - 3].some((i) => view.has(i, 'agg:count', 'newcolumn')) ||
    view.has(at + 1, 'between');
  const dates = view.columns.filter(({ kind }) => kind === 'date');
  const [only] = dates;
  const name = column?.name ?? (dates.length === 1 ? only?.name : undefined);
  if (day === undefined || name === undefined || !(asks || column !== undefined)) return undefined;
  const isBack = column !== undefined && column.at > day.at;
  const both = [inFormula(name), JSON.stringify(day.iso)];
  const [from, to] = isBack ? both.toReversed() : both;
  for (const i of [at - 1, at - 2])
    if (view.has(i, 'agg:count') || WHOLE.test(view.mentions[i]?.text ?? '')) view.use(i);
  const end = Math.max(day.at, column?.at ?? at) + 1;
  for (let i = at; i < end; i++)
    if (view.mentions[i]?.small === true || view.has(i, 'between', 'and')) view.use(i);
  return { formula: `${unit}Between(${from}, ${to})`, to: end, name: unit, ofRow: true };
}

/** Units that are begun and not over are not counted. */
const WHOLE =
  /^(?:full|whole|complete|completed|volle[nr]?|ganze[nr]?|entiers?|enti[eè]res?|complet[eoa]s?|enter[oa]s?|inter[ie])$/iu;

/** "30 days" is so long, and "the day" is none that is reckoned. */
const isCounted = (view: View, at: number): boolean =>
  view.mentions[at - 1]?.number !== undefined && !view.has(at - 1, 'agg:count');

/** "order date plus 30 days", "due - 2 weeks". */
function laterAt(view: View, at: number): Read | undefined {
  const column = (view.mentions[at]?.columns[0]?.fit ?? 0) >= 0.8 ? view.column(at, 'date') : undefined;
  const sign = column === undefined ? undefined : signAt(view, at + 1);
  const said = sign === undefined ? undefined : view.mentions[sign.to];
  if (column === undefined || sign === undefined) return undefined;
  if (sign.sign !== '+' && sign.sign !== '-') return undefined;
  const many = said?.number === undefined ? view.column(sign.to, 'number') : undefined;
  const unit = many === undefined ? undefined : unitOf(many);
  // "check-in plus nights": as many days as stand in the row.
  if (many !== undefined && (unit?.of === 'duration' || many.words.some((word) => NIGHTS.test(word)))) {
    const amount = sign.sign === '-' ? `-${inFormula(many.name)}` : inFormula(many.name);
    const name = many.words.some((word) => /^(?:week|woche)/u.test(word))
      ? 'Weeks'
      : many.words.some((word) => /^(?:month|monat)/u.test(word))
        ? 'Months'
        : many.words.some((word) => /^(?:year|jahr)/u.test(word))
          ? 'Years'
          : 'Days';
    return {
      formula: `add${name}(${inFormula(column.name)}, ${amount})`,
      to: sign.to + 1,
      name: `${column.name} ${sign.sign} ${many.name}`,
    };
  }
  if (said?.number === undefined) return undefined;
  if (!view.has(sign.to + 1, 'unit:day', 'unit:week', 'unit:month', 'unit:year')) return undefined;
  return moved(view, column, said.number, sign.to + 1, sign.sign === '-', sign.to + 2);
}

const DAYS = /^(?:days|tagen?|jours|d[ií]as|giorni)$/iu;

/** The next two columns of dates, with nothing between them but how they are joined. */
function twoDates(view: View, at: number): Read | undefined {
  const found: { column: KnownColumn; at: number }[] = [];
  for (let i = at + 1; i < Math.min(view.mentions.length, at + 9) && found.length < 2; i++) {
    if (/[.;!?:]/u.test(view.mentions[i]?.mark ?? '')) break;
    const column = view.column(i, 'date');
    if (column !== undefined && column.name !== found[0]?.column.name) found.push({ column, at: i });
    else if (found.length > 0 && view.mentions[i]?.small !== true && !view.has(i, 'and', 'cmp:until', 'by'))
      return undefined;
  }
  const [from, to] = found;
  if (from === undefined || to === undefined) return undefined;
  return {
    formula: `daysBetween(${inFormula(from.column.name)}, ${inFormula(to.column.name)})`,
    to: to.at + 1,
    name: 'days',
  };
}

/** "how long did it take", "length of stay": from the one date of a row to its other, where it has two and nothing measures it. */
/** "late, and by how many days": from when it was due to when it was done. */
function daysLate(view: View, at: number): Read | undefined {
  const days = lateDays(view);
  if (days === undefined) return undefined;
  const { due, done } = days;
  return {
    formula: `daysBetween(${inFormula(due.name)}, ${inFormula(done.name)})`,
    to: at + 1,
    name: 'days late',
  };
}

export function onlyTwoDates(view: View, at: number): Read | undefined {
  const dates = datesByLikeliness(view.columns);
  // When somebody was born is neither end of a stay.
  const [from, to, ...others] = dates.filter(
    (one) => measuring('age', [{ ...one, kind: 'number' }]).length === 0,
  );
  if (from === undefined || to === undefined || others.length > 0) return undefined;
  if (measuring('length', view.columns).length > 0 || view.has(at, 'agg:count')) return undefined;
  return { formula: `daysBetween(${inFormula(from.name)}, ${inFormula(to.name)})`, to: at + 1, name: 'days' };
}
