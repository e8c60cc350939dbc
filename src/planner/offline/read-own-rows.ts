/** Figures of which one is of some rows only: "total amount and the number of paid orders". Knows no tool. */

import { figureName } from './figure-names.ts';
import { isIdentifier } from './known-tables.ts';
import { isUnknown } from './mention.ts';
import { atomsIn, combined } from './read-conditions.ts';
import { aggregateAt } from './read-figures.ts';
import type { Part } from './read-parts.ts';
import { isNumeric } from './read-thresholds.ts';
import { copyOf } from './readings/place.ts';
import type { Atom } from './request.ts';
import { LEADS_ON } from './sentences.ts';
import { cellWhere, countOf } from './shares.ts';
import type { View } from './view.ts';

/** From the word that asks for a figure to the next figure, group or mark. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly aggregate: string;
  /** What is said in it of the rows. */
  readonly atoms: readonly Atom[];
  /** As it is once they are read. */
  readonly view: View;
}

/**
 * The figures that have conditions of their own, used up; none where the conditions say which rows are meant at all. Else a filter of all rows would stand for what was said of one figure.
 */
export function figuresOfOwnRows(view: View): readonly Part[] {
  if (view.find('share') >= 0) return [];
  const spans = spansIn(view);
  const own = spans.filter(({ atoms }) => atoms.length > 0);
  if (own.length === 0 || !areApart(view, spans, own)) return [];
  const parts = own.map((span) => partOf(view, span, spans));
  if (parts.some((part) => part === undefined)) return [];
  for (const { from, to, view: read } of own)
    for (let at = from; at < to; at++) if (read.isUsed(at) || isNoun(view, at)) view.use(at);
  return parts.filter((part) => part !== undefined);
}

/** Whether each is of the rows that it names. What is in doubt is asked: of that figure alone, or of all of them. */
function areApart(view: View, spans: readonly Span[], own: readonly Span[]): boolean {
  const said = new Set(own.map(({ atoms }) => JSON.stringify(atoms.map(({ condition }) => condition))));
  if (own.length === spans.length && said.size === 1) return false;
  const [first] = own;
  if (first === undefined || said.size > 1) return true;
  // "… of the open orders and their total": those that were told of.
  const behind = spans.slice(spans.indexOf(first) + 1);
  if (behind.some(({ from, to }) => view.mentions.slice(from - 2, to).some(({ text }) => THEIR.test(text))))
    return false;
  const isLast = own.every((span) => spans.slice(spans.indexOf(span) + 1).every((one) => own.includes(one)));
  const isBefore = own.every(standsBefore);
  if (isLast && isBefore) return true;
  // "total and average in September": the last words are of all that was asked for.
  if (isLast && !own.every(({ atoms }) => atoms.every(isLimit))) return false;
  return isOfOne(view, first);
}

/**
 * "the average of paid orders and of open orders": what stands behind the same word again is told apart, and not added up.
 * The column by which it is; undefined where none is.
 */
export function saidApart(view: View, atoms: readonly Atom[]): string | undefined {
  const [first] = atoms;
  const column = first?.condition.column;
  const isOne = atoms.every(
    ({ condition, negated }) =>
      condition.column === column && condition.operator === 'equals' && negated === undefined,
  );
  const leads = atoms.map((atom, at) => leadBefore(view, atom, atoms[at - 1]?.to ?? 0));
  const isAgain = atoms.length > 1 && leads.every((lead) => lead !== undefined && lead === leads[0]);
  return isOne && isAgain ? column : undefined;
}

function leadBefore(view: View, { from }: Atom, least: number): string | undefined {
  const lead = view.mentions.slice(least, from).findLast(({ text }) => LEADS_ON.test(text));
  return lead?.text.toLowerCase();
}

const THEIR = /^(?:their|its|those|these|them|they|deren|dessen|ihr(?:e|en|er)?|davon|leurs?|sus?|loro)$/iu;

const isLimit = ({ condition: { operator = '', value } }: Atom): boolean =>
  isNumeric(operator) && typeof value === 'number';

/** "the number of paid orders": between the word for the figure and what is counted. */
function standsBefore({ atoms, view, to }: Span): boolean {
  const last = atoms.at(-1)?.to ?? to;
  return view.mentions.slice(last, to).some((_, i) => isNoun(view, last + i));
}

/** What rows are called. */
const isNoun = (view: View, at: number): boolean => {
  const said = view.mentions[at];
  return said !== undefined && said.mark === undefined && (said.files.length > 0 || isUnknown(said, 0.8));
};

/** What the person says of it, and that it is asked. */
function isOfOne(view: View, span: Span): boolean {
  const { from, to } = span;
  const words = wordsOf(view, span);
  const isGerman = view.tongue === 'de';
  let last = to;
  while (last > from + 1 && !isSaid(view, last - 1)) last--;
  const figure = text(view, from, last);
  const ways = isGerman ? [`nur „${figure}“`, 'alle Zahlen'] : [`"${figure}" alone`, 'all figures'];
  const pick = (view.picks.get(words) ?? 0) % ways.length;
  if (view.doubts.every((doubt) => doubt.words !== words))
    view.doubts.push({ words, took: ways[pick] ?? '', or: ways.filter((_, i) => i !== pick), ofRows: true });
  return pick === 0;
}

/** No comma, "and" or "the" that leads on to what comes. */
const isSaid = (view: View, at: number): boolean => !view.joins(at) && view.mentions[at]?.small === false;

/** What is said of its rows. */
const wordsOf = (view: View, { atoms }: Span): string =>
  text(view, Math.min(...atoms.map(({ from }) => from)), Math.max(...atoms.map(({ to }) => to)));

const text = (view: View, from: number, to: number): string =>
  view.mentions
    .slice(from, to)
    .filter(({ mark }) => mark === undefined)
    .map((said) => said.text)
    .join(' ');

function spansIn(view: View): Span[] {
  const figures = [...view.mentions.keys()].flatMap((from) => {
    const aggregate = figureAt(view, from);
    return aggregate === undefined ? [] : [{ from, aggregate }];
  });
  // Of one alone nothing is told apart, and its conditions need not be read twice.
  if (figures.length < 2) return [];
  return figures.map(({ from, aggregate }) => {
    let to = from + 1;
    while (to < view.mentions.length && !ends(view, to)) to++;
    const own = copyOf(view);
    for (const at of own.mentions.keys()) if (at <= from || at >= to) own.use(at);
    return { from, to, aggregate, atoms: atomsIn(own), view: own };
  });
}

function ends(view: View, at: number): boolean {
  const said = view.mentions[at];
  if (said === undefined || /[.;:()?!]/u.test(said.mark ?? '')) return true;
  return figureAt(view, at) !== undefined || view.has(at, 'per', 'each');
}

function figureAt(view: View, at: number): string | undefined {
  if (view.mentions[at]?.cells.length !== 0) return undefined;
  const found = aggregateAt(view, at);
  if (found !== undefined || view.isUsed(at) || view.mentions[at + 1]?.number !== undefined) return found;
  // "the largest amount": a figure, where a column of numbers stands behind it.
  if (view.column(at + 1, 'number') === undefined) return undefined;
  return view.has(at, 'agg:max', 'most') ? 'max' : view.has(at, 'agg:min', 'least') ? 'min' : undefined;
}

/** Undefined where nothing is measured, or no formula says its conditions. */
function partOf(view: View, span: Span, spans: readonly Span[]): Part | undefined {
  const { aggregate } = span;
  const conditions = combined(span.view, span.atoms);
  const said = wordsOf(view, span);
  const counted = aggregate === 'count' ? countOf(conditions) : undefined;
  if (counted !== undefined) return made(`count (${said})`, counted, 'sum');
  const column = aggregate === 'count' ? undefined : measureOf(view, span, spans);
  if (column === undefined) return undefined;
  // Of what does not hold there is nothing to be averaged: a nought would count.
  const formula = cellWhere(conditions, column, aggregate === 'sum' ? '0' : '""');
  return made(`${figureName({ aggregate, column })} (${said})`, formula, aggregate);
}

function made(name: string, formula: string | undefined, aggregate: string): Part | undefined {
  if (formula === undefined) return undefined;
  return {
    action: { do: 'derive', name, formula, numeric: true },
    figure: { aggregate, column: name, as: name },
  };
}

/** What it names itself, else what another figure is of, else what the table measures. */
function measureOf(view: View, span: Span, spans: readonly Span[]): string | undefined {
  const named = ({ from, to, view: read }: Span): string | undefined =>
    [...read.mentions.keys()]
      .filter((at) => at >= from && at < to)
      .flatMap((at) => {
        const column = at === from ? undefined : read.column(at, 'number');
        return column === undefined || isIdentifier(column) ? [] : [column.name];
      })[0];
  const usual = view.defaultNumber()?.name;
  return (
    named(span) ??
    spans.map(named).find((one) => one !== undefined) ??
    (usual?.startsWith('†') === true ? undefined : usual)
  );
}
