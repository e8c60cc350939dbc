/** New columns and their formulas: "price times quantity", "net plus 19 % VAT", "days between a and b". Knows no tool. */

import { datesByLikeliness, isIdentifier, type KnownColumn, unitOf } from './known-tables.ts';
import { measuring } from './measuring.ts';
import { inFormula } from './new-column.ts';
import { acrossAt } from './read-across.ts';
import { namedAs, type Operand, verbAt } from './read-arithmetic.ts';
import { casesIn } from './read-cases.ts';
import { labelsIn } from './read-labels.ts';
import type { Action } from './request.ts';
import type { View } from './view.ts';

export interface Derived {
  readonly action: Extract<Action, { do: 'derive' }>;
  /** The two columns of "hours per bed". */
  readonly ratio?: readonly [string, string];
}

const SIGNS: readonly (readonly [string, string, RegExp])[] = [
  ['times', '*', /^[*×x]$/u],
  ['plus', '+', /^\+$/u],
  ['minus', '-', /^[-–]$/u],
  ['over', '/', /^[/÷]$/u],
];

/** Every formula over columns, each with the name it is to have. */
export function formulasIn(view: View): Derived[] {
  const label = labelsIn(view) ?? casesIn(view);
  const found: Derived[] = label === undefined ? [] : [{ action: label }];
  for (let at = 0; at < view.mentions.length; at++) {
    if (view.isUsed(at)) continue;
    const read =
      acrossRow(view, at) ??
      reckonedAt(view, at) ??
      formulaAt(view, at) ??
      datesAt(view, at) ??
      ratioAt(view, at);
    if (read === undefined) continue;
    const name = freeName(
      view,
      namedAs(view, read.to) ?? (mayBeNamed(view, read) ? nameFor(view, at, read.to) : undefined),
      read.name,
    );
    // "how long do they take on average from a to b": the figure stands between.
    for (let i = at; i < read.to; i++) if (!view.has(i, 'agg:mean', 'agg:median')) view.use(i);
    // "revenue per item, revenue = …": the name said before is the new column; said behind, it names it like any other.
    for (const [i, { text }] of view.mentions.entries())
      if (i < at && text.toLowerCase() === name.toLowerCase()) view.use(i);
    found.push({
      action: { do: 'derive', name, formula: read.formula, numeric: true },
      ...(read.ratio === undefined ? {} : { ratio: read.ratio }),
    });
    at = read.to - 1;
  }
  const column = view.find('newcolumn');
  if (column >= 0 && found.length > 0) view.use(column);
  return found;
}

/** What is told of each row has a name of its own, where no column is asked for by one. */
const mayBeNamed = (view: View, { ratio, isNamed, ofRow }: Read): boolean =>
  ofRow === true ? view.find('newcolumn', 'called') >= 0 : ratio === undefined || isNamed === true;

/** What there is already keeps its name: a column is never written over by a slip of the tongue. */
function freeName(view: View, said: string | undefined, usual: string): string {
  const isThere = (name: string) => view.columns.some((one) => one.name.toLowerCase() === name.toLowerCase());
  const name = said ?? usual;
  return isThere(name) ? `new ${name}` : name;
}

/** "the mean of Test 1, Test 2 and Test 3" of each row. */
function acrossRow(view: View, at: number): Read | undefined {
  const found = acrossAt(view, at);
  if (found === undefined) return undefined;
  for (const i of found.takes) view.use(i);
  return { ...found, ofRow: true };
}

interface Read {
  readonly formula: string;
  readonly to: number;
  readonly name: string;
  readonly ratio?: readonly [string, string];
  /** It may be called otherwise by the goal. */
  readonly isNamed?: boolean;
  /** "the mean of three columns", "years until a day": its name says what it is. */
  readonly ofRow?: true;
}

/** "multiply a by b": the verb tells the sign. */
function reckonedAt(view: View, at: number): Read | undefined {
  const read = verbAt(view, at, (place) => operand(view, place));
  if (read === undefined) return undefined;
  const { formula, to, sign, columns } = read;
  const [first, second] = columns.map(({ name }) => name);
  if (first === undefined) return undefined;
  return {
    formula,
    to,
    name: second === undefined ? `new ${first}` : 'result',
    ...(sign === '/' && second !== undefined ? { ratio: [first, second], isNamed: true } : {}),
  };
}

function operand(view: View, at: number): Operand | undefined {
  for (let i = at; i < Math.min(view.mentions.length, at + 3); i++) {
    const said = view.mentions[i];
    if (said === undefined || view.isUsed(i)) return undefined;
    const days = view.has(i, 'daysbetween') ? onlyTwoDates(view, i) : undefined;
    if (days !== undefined && (said.columns[0]?.fit ?? 0) < 0.8) return { text: days.formula, to: i + 1 };
    const column = view.column(i, 'number');
    if (column !== undefined && !(said.small && said.columns.length === 0))
      return { text: inFormula(column.name), to: i + 1, column };
    if (said.number !== undefined) return { text: String(said.number), to: i + 1 };
    if (!said.small || said.mark !== undefined) return undefined;
  }
  return undefined;
}

function signAt(view: View, at: number): { sign: string; to: number } | undefined {
  for (let i = at; i < Math.min(view.mentions.length, at + 2); i++) {
    const said = view.mentions[i];
    const sign = SIGNS.find(
      ([meaning, , mark]) => said?.meanings.has(meaning) === true || mark.test(said?.text ?? ''),
    )?.[1];
    // "sales over 100" compares.
    if (sign === '/' && said?.meanings.has('cmp:gt') === true && !/divid|geteilt/iu.test(said.text))
      return undefined;
    if (sign === '/' && said?.meanings.has('per') === true) return undefined;
    if (sign !== undefined) return { sign, to: i + 1 };
    if (said?.small !== true) return undefined;
  }
  return undefined;
}

/** column (sign operand)+, where "plus 19 %" is of what stands before it. */
function formulaAt(view: View, at: number): Read | undefined {
  const first = operand(view, at);
  if (
    first === undefined ||
    view.isUsed(at) ||
    (view.mentions[at]?.small === true && view.mentions[at]?.columns.length === 0)
  )
    return undefined;
  let formula = first.text;
  let to = first.to;
  const names = [first.column?.name];
  let count = 0;
  let over: string | undefined;
  for (;;) {
    const sign = signAt(view, to);
    const next = sign === undefined ? undefined : operand(view, sign.to);
    if (sign === undefined || next === undefined) break;
    const percent = percentAt(view, next.to);
    if (percent !== undefined && (sign.sign === '+' || sign.sign === '-')) {
      formula = `${count > 0 ? `(${formula})` : formula} * (1 ${sign.sign} ${next.text} / 100)`;
      to = percent;
    } else {
      formula = `${formula} ${sign.sign} ${next.text}`;
      to = next.to;
    }
    // A column by itself is nothing that anybody asks for: "price times price" was read of something else.
    if (next.column !== undefined && names.includes(next.column.name)) return undefined;
    names.push(next.column?.name);
    if (sign.sign === '/') over = next.column?.name;
    count += 1;
  }
  const columns = names.filter((name) => name !== undefined);
  if (count === 0 || columns.length === 0) return undefined;
  return {
    formula,
    to,
    name: columns.length > 1 || columns[0] === undefined ? 'result' : `new ${columns[0]}`,
    // Of groups the quotient of two columns is that of their totals.
    ...(count === 1 && over !== undefined && first.column !== undefined
      ? { ratio: [first.column.name, over], isNamed: true }
      : {}),
  };
}

/** "percent", "% VAT" behind a number or a column of percentages. */
function percentAt(view: View, at: number): number | undefined {
  if (!view.has(at, 'percent', 'share')) return view.has(at, 'tax') ? at + 1 : undefined;
  return view.has(at + 1, 'tax', 'off') ? at + 2 : at + 1;
}

/** "days between ordered and paid", "how many days from a to b"; "10 days before due". */
function datesAt(view: View, at: number): Read | undefined {
  const isColumn = (view.mentions[at]?.columns[0]?.fit ?? 0) >= 0.8;
  if (
    (view.has(at, 'daysbetween') && !isColumn) ||
    (view.has(at, 'unit:day') && DAYS.test(view.mentions[at]?.text ?? ''))
  ) {
    const two = twoDates(view, at) ?? onlyTwoDates(view, at);
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
  if (unit === undefined || isCounted(view, at)) return undefined;
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

/** "rent per square metre": a column of numbers for each unit of another. */
function ratioAt(view: View, at: number): Read | undefined {
  const above = measuredAt(view, at);
  if (above === undefined || !view.has(at + 1, 'per', 'over') || view.isUsed(at + 1)) return undefined;
  const next = [at + 2, at + 3].find((i) => measuredAt(view, i) !== undefined);
  const below = next === undefined ? undefined : measuredAt(view, next);
  if (next === undefined || below === undefined || below.name === above.name) return undefined;
  if (next === at + 3 && view.mentions[at + 2]?.small !== true) return undefined;
  return {
    formula: `${inFormula(above.name)} / ${inFormula(below.name)}`,
    to: next + 1,
    name: `${above.name} per ${below.name}`,
    ratio: [above.name, below.name],
  };
}

/** A column that is measured, by its own name; a part of a date is none. */
function measuredAt(view: View, at: number): KnownColumn | undefined {
  const column = view.column(at, 'number');
  const fit = view.mentions[at]?.columns.find((one) => one.column.name === column?.name)?.fit ?? 0;
  return column === undefined || isIdentifier(column) || fit < 0.7 ? undefined : column;
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
function onlyTwoDates(view: View, at: number): Read | undefined {
  const [from, to, ...others] = datesByLikeliness(view.columns);
  if (from === undefined || to === undefined || others.length > 0) return undefined;
  if (measuring('length', view.columns).length > 0 || view.has(at, 'agg:count')) return undefined;
  return { formula: `daysBetween(${inFormula(from.name)}, ${inFormula(to.name)})`, to: at + 1, name: 'days' };
}

const TELLS = /^(?:with|that|which|as|for|equal to|=|:|\(|mit|die|der|das|avec|qui|con|que|che)(?: |$)/iu;

/** "add a column best day that is …": what stands between them is its name, whatever it means elsewhere. */
function nameOfNew(view: View, at: number): string | undefined {
  const from = view.find('newcolumn') + 1;
  const to = view.mentions.findIndex(
    ({ text, mark }, i) => i > from && i <= at && (mark ?? text) !== ',' && TELLS.test(text),
  );
  const words =
    from < 1 || to < 0 ? [] : view.mentions.slice(from, to).filter(({ text }) => !ARTICLE.test(text));
  if (words.length === 0 || words.length > 4 || words.some(({ mark }) => mark !== undefined))
    return undefined;
  view.use(from, to);
  return words.map(({ text }) => text).join(' ');
}

const ARTICLE = /^(?:an?|the|called|named|eine?|der|die|das|namens|un|une|una|uno|le|la)$/iu;

/** "margin = …", "a column margin that is …", "the gross amount (net plus …)". */
function nameFor(view: View, at: number, to: number): string | undefined {
  const called = view.mentions.findIndex((said, i) => i >= to && i < to + 4 && said.meanings.has('called'));
  const quoted = view.mentions.findIndex(
    (said, i) => said.quoted !== undefined && (Math.abs(i - at) < 6 || i === called + 1),
  );
  if (quoted >= 0) {
    view.use(quoted);
    if (called >= 0) view.use(called);
    return view.mentions[quoted]?.quoted;
  }
  const behind = nameOfNew(view, at);
  if (behind !== undefined) return behind;
  // What stands before "=" is a name, whatever it means elsewhere.
  const given = view.mentions[at - 1]?.text === '=' ? view.mentions[at - 2] : undefined;
  if (given !== undefined && given.mark === undefined) {
    view.use(at - 2, at);
    return given.text;
  }
  const words: string[] = [];
  for (let i = at - 1; i >= 0 && i > at - 8; i--) {
    const said = view.mentions[i];
    if (said === undefined || view.has(i, 'newcolumn') || /[.;!?]/u.test(said.mark ?? '')) break;
    if (said.mark === '(' || said.mark === '=' || said.mark === ':' || (said.small && words.length === 0))
      continue;
    const plain = said.meanings.size === 0 || said.columns.length > 0;
    if (
      !plain ||
      said.small ||
      said.files.length > 0 ||
      said.number !== undefined ||
      said.period !== undefined ||
      said.cells.length > 0
    )
      break;
    words.unshift(said.text);
    view.use(i);
  }
  if (called >= 0 && words.length === 0) {
    const next = view.nextSaid(called + 1);
    if (next !== undefined) {
      view.use(called);
      view.use(next);
      return view.mentions[next]?.text;
    }
  }
  return words.length === 0 ? undefined : words.join(' ');
}
