/** Ranks: "top 5", "the 3 cheapest", "highest amount", "newest". Knows no tool. */

import { callsRows, isIdentifier, isTimed, type KnownColumn } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { nameFit } from './name-fit.ts';
import {
  atopBehind,
  countedNoun,
  downAt,
  goodAt,
  isMany,
  isOwnName,
  measureAt,
  nthNear,
  numbersNear,
  ofMeasured,
  ofTotal,
  oftenBehind,
  ranksRows,
} from './rank-words.ts';
import { countedBehind } from './read-counted.ts';
import { aggregateAt, freeNumbers } from './read-figures.ts';
import type { View } from './view.ts';
import { PARTS, type Ranking, type Wish } from './wish.ts';

/** "top 5", "the 3 cheapest", "highest amount", "first 10". */
export function readRanking(wish: Wish): void {
  const view = wish.view;
  const at = view.mentions.findIndex(
    (_, i) =>
      !view.isUsed(i) &&
      view.has(i, 'top', 'most', 'least', 'newest', 'oldest', 'first', 'last', 'most_of') &&
      ranksAt(wish, i),
  );
  if (at < 0) return;
  const amounts = numbersNear(view, at);
  const [numberAt] = amounts;
  const limit = view.mentions[numberAt ?? -1]?.number;
  const measured = view.dimension(at);
  const ofDate =
    !(measured !== undefined && view.has(at, 'of:age')) &&
    view.has(at, 'newest', 'oldest') &&
    !view.has(at, 'most', 'least', 'top') &&
    view.columns.some(({ kind }) => kind === 'date');
  const lone = limit === undefined;
  const many = isMany(view, at);
  soldThings(wish, at);
  const ofRows = ranksRows(view, at);
  const often = oftenBehind(view, at);
  if (often !== undefined) view.use(often);
  const by = (often === undefined ? undefined : oftenOf(wish, at, numberAt)) ??
    countedRows(view, at) ?? { ...soldMost(wish, at), ...rankedBy(wish, at, numberAt) };
  view.use(at);
  if (numberAt !== undefined) view.use(numberAt);
  if (view.find('desc') === at + 1) view.use(at + 1);
  const nth = limit === undefined ? nthNear(view, at) : undefined;
  if (nth !== undefined) view.use(nth.at);
  const of = wish.keys.length > 0 ? undefined : lookedUpAt(view, at, numberAt);
  if (of !== undefined) wish.keys.push({ column: of.name });
  // "the driver with the most failed routes": whose rows are counted stands before.
  // "the three species with the most birds": so many of them, and not of their rows.
  const isOfThem =
    by.byCount === true
      ? wish.keys.length === 0
      : ofTotal(view, at) || (numberAt !== undefined && isBetween(view, numberAt, at));
  const whoseRows = isOfThem ? labelBefore(view, at) : undefined;
  if (whoseRows !== undefined) wish.keys.push({ column: whoseRows.name });
  const isOften = ofMeasured(view, at, measured?.column).byCount === true && by.by === undefined;
  if (isOften && wish.keys.length === 0) timeBehind(wish, at);
  const good = goodAt(view, at);
  const end = view.has(at, 'first') ? 'first' : view.has(at, 'last') ? 'last' : undefined;
  wish.ranking = {
    ...(end === undefined ? {} : { isEnd: end }),
    ...(nth === undefined ? {} : { nth: nth.n }),
    down: downAt(view, at, by.by ?? measured?.column),
    limit: Math.max(1, Math.round(limit ?? (many ? 10 : 1))),
    lone,
    ...(ofDate ? { ofDate } : ofMeasured(view, at, measured?.column)),
    ...(good === undefined ? {} : { good }),
    ...(ofRows ? { ofRows } : {}),
    ...(ofRows || isOwnName(view, at) ? { ofOne: true } : {}),
    ...(ofTotal(view, at) ? { isTotal: true } : {}),
    ...by,
    ...(of === undefined ? {} : { of }),
    ...(whoseRows === undefined || by.byCount === true ? {} : { of: whoseRows }),
  };
}

/** Whether one thing, and no more, is said between two places. */
const isBetween = (view: View, from: number, to: number): boolean =>
  view.mentions.slice(from + 1, to).filter(({ small }) => !small).length === 1;

/** "the busiest day": the time that has the most rows. */
function timeBehind({ view, keys }: Wish, at: number): void {
  const next = [at + 1, at + 2].find((i) => PARTS.some((one) => view.has(i, `unit:${one}`)));
  const part = PARTS.find((one) => view.has(next ?? -1, `unit:${one}`));
  const date = next === undefined ? undefined : (view.column(next, 'date') ?? view.dateColumn(next));
  if (next === undefined || part === undefined || date === undefined) return;
  view.use(next);
  keys.push({ column: date.name, part });
}

function labelBefore(view: View, at: number): KnownColumn | undefined {
  const before = view.previousSaid(at - 1);
  const label = before === undefined || at - before > 3 ? undefined : view.column(before, 'label');
  if (before === undefined || label === undefined || callsRows(label) || label.kind === 'date')
    return undefined;
  if (!view.mentions.slice(before + 1, at).some(({ text }) => WITH.test(text))) return undefined;
  view.use(before);
  return label;
}

/** "the 5 customers with the highest total" of their orders: each is one, however often it stands beside an order. */
function lookedUpAt(view: View, at: number, numberAt: number | undefined): KnownColumn | undefined {
  const isSaid = ({ small }: Mention) => !small;
  const noun =
    numberAt === undefined
      ? view.mentions.slice(0, at).findLast(isSaid)
      : view.mentions.slice(numberAt + 1).find(isSaid);
  const own = (noun?.files ?? []).flatMap(({ tables }) => tables.flatMap(({ columns }) => columns));
  const isOwn = (column: KnownColumn | undefined) =>
    column !== undefined && !column.unique && own.some(({ name }) => name === column.name);
  const key = view.columns.find(
    (one) => isOwn(one) && own.some(({ name, unique }) => unique && name === one.name),
  );
  if (key === undefined) return undefined;
  const named = [...view.mentions.keys()].find((i) => isOwn(view.column(i, 'label')));
  const label = named === undefined ? undefined : view.column(named, 'label');
  if (named !== undefined) view.use(named);
  return label ?? key;
}

/** "best sellers": of the products, where rows are sales of them. */
function soldThings({ view, keys }: Wish, at: number): void {
  if (!view.has(at, 'of:sales') || keys.length > 0) return;
  const [product, ...others] = view.columns.filter(
    (column) => column.kind === 'text' && nameFit(['product'], column.words) >= 0.8,
  );
  if (product !== undefined && others.length === 0 && !product.unique) keys.push({ column: product.name });
}

const oftenOf = (wish: Wish, at: number, numberAt: number | undefined): Partial<Ranking> => ({
  ...rankedBy(wish, at, numberAt),
  byCount: true,
});

const countedRows = (view: View, at: number): Partial<Ranking> | undefined => {
  const next = countedNoun(view, at);
  if (next === undefined) return undefined;
  view.use(next);
  return { byCount: true };
};

/** "el producto más vendido": what is ranked stands right before the word of more. */
function soldMost(wish: Wish, at: number): Partial<Ranking> {
  const { view } = wish;
  if (!ROMANCE.test(view.mentions[at]?.text ?? '') || view.dimension(at) !== undefined) return {};
  const before = view.mentions[at - 1]?.small === true && !view.column(at - 1) ? at - 2 : at - 1;
  const label = view.column(before, 'label');
  if (label === undefined || callsRows(label) || label.kind === 'date') return {};
  view.use(before);
  if (wish.keys.every(({ column }) => column !== label.name)) wish.keys.push({ column: label.name });
  return { of: label };
}

const ROMANCE = /^(?:(?:les?|la|el|los|las|il|i|gli) )?(?:plus|moins|m[aá]s|menos|pi[uù]|meno)(?: |$)/iu;

const WITH = /^(?:with|having|whose|by|mit|nach|avec|con)$/iu;

/** "the lowest and highest price", and per group "the largest amount": figures, and no rows. */
export function readExtremes(wish: Wish): void {
  const view = wish.view;
  const figured = view.mentions.some((_, i) => aggregateAt(view, i) !== undefined);
  for (let at = 0; at < view.mentions.length; at++) {
    const run = extremesFrom(wish, at);
    const [first] = run;
    if (first === undefined) continue;
    const last = run.at(-1) ?? first;
    const next = view.nextSaid(last + 1);
    const named = next === undefined || next - last > 3 ? undefined : measureAt(view, next);
    const ranks =
      WITH.test(view.mentions[first - 1]?.text ?? '') || WITH.test(view.mentions[first - 2]?.text ?? '');
    const beside = figured && (isJoined(wish, first - 1) || isJoined(wish, (next ?? 0) + 1));
    // "average gift and biggest gift": of what is averaged.
    const isThing = beside && view.mentions[next ?? -1]?.cells.length === 0 && view.find('per', 'each') >= 0;
    const column = named ?? (isThing ? view.defaultNumber() : undefined);
    if (next === undefined || column === undefined || isIdentifier(column) || ranks) continue;
    // "the fastest finisher" is one of those who finish, and no time of theirs.
    if (view.dimension(first)?.isTurned === true) continue;
    if (run.length === 1 && !beside && !(wish.perKeys && view.find('which') < 0)) continue;
    // "average, highest and lowest": the figures before them are of the same column.
    for (let i = first - 1; i >= 0; i--) {
      const aggregate = aggregateAt(view, i);
      if (aggregate !== undefined && aggregate !== 'count') {
        view.use(i);
        wish.figures.push({ aggregate, column: column.name });
      } else if (!isJoined(wish, i)) break;
    }
    for (const i of run) {
      view.use(i);
      wish.figures.push({ aggregate: view.has(i, 'least', 'agg:min') ? 'min' : 'max', column: column.name });
    }
    view.use(next);
    at = next;
  }
}

/** Superlatives that are joined to one another and have no number. */
function extremesFrom(wish: Wish, at: number): number[] {
  const view = wish.view;
  const run: number[] = [];
  for (let i = at; i < view.mentions.length; i++) {
    if (!view.isUsed(i) && view.has(i, 'most', 'least') && !atopBehind(view, i)) run.push(i);
    else if (run.length === 0 || !isJoined(wish, i)) break;
  }
  const counted = [at - 1, at - 2, (run.at(-1) ?? at) + 1].some(
    (i) => view.mentions[i]?.number !== undefined && !view.isUsed(i),
  );
  return counted ? [] : run;
}

const isJoined = ({ view }: Wish, at: number): boolean =>
  view.has(at, 'and') ||
  view.mentions[at]?.mark === ',' ||
  (view.mentions[at]?.small === true && view.has(at - 1, 'and'));

/** "when did … for the first time", "date of the latest order": the first or the last day. */
export function readFirstDays(wish: Wish): void {
  const view = wish.view;
  const asked = view.mentions.findIndex(
    ({ text, meanings }, i) =>
      !view.isUsed(i) &&
      (view.mentions[i]?.columns[0]?.fit ?? 0) < 1 &&
      (WHEN.test(text) || (meanings.has('unit:day') && view.has(i, 'unit:day'))),
  );
  const at = view.mentions.findIndex(
    (_, i) =>
      !view.isUsed(i) &&
      view.has(i, 'newest', 'oldest', 'first', 'last') &&
      !view.has(i, 'most', 'least', 'top'),
  );
  const dates = view.columns.filter(({ kind }) => kind === 'date');
  if (
    asked < 0 ||
    at < 0 ||
    dates.length === 0 ||
    (asked > 0 && !WHEN.test(view.mentions[asked]?.text ?? ''))
  )
    return;
  if (view.mentions.some(({ number, period }) => number !== undefined && period === undefined)) return;
  const column = view.dateColumn(at);
  if (column === undefined) return;
  view.use(at);
  view.use(asked);
  for (const i of [at + 1, at + 2]) if (TIME.test(view.mentions[i]?.text ?? '')) view.use(i);
  wish.figures.push({ aggregate: view.has(at, 'oldest', 'first') ? 'min' : 'max', column: column.name });
}

const WHEN = /^(?:when|wann|quand|cu[aá]ndo|quando)$/iu;
const TIME = /^(?:times?|mal|fois|vez|volta)$/iu;

/** Whether a word of more or less ranks: "maximum amount" is a figure, "largest first" an order. */
function ranksAt(wish: Wish, at: number): boolean {
  const view = wish.view;
  if (atopBehind(view, at)) return false;
  if (view.has(at, 'first', 'last') && !view.has(at, 'newest', 'oldest'))
    return view.mentions[at + 1]?.number !== undefined;
  if (view.has(at, 'first') || view.has(at, 'last'))
    return (
      view.mentions.some((said, i) => Math.abs(i - at) <= 2 && said.number !== undefined) ||
      view.nextSaid(at + 1) !== undefined
    );
  return !(view.has(at, 'agg:max', 'agg:min') && wish.keys.length > 0);
}

function rankedBy(wish: Wish, at: number, numberAt: number | undefined): Partial<Ranking> {
  const view = wish.view;
  const by = view.mentions.findIndex(
    (said, i) =>
      i > at && !view.isUsed(i) && said.meanings.has('per') && /^(?:by|nach|par|por|per)$/iu.test(said.text),
  );
  const from = Math.max(at, numberAt ?? at) + 1;
  const noun = view.nextSaid(from);
  const measured = by >= 0 ? view.nextSaid(by + 1) : undefined;
  let found: Partial<Ranking> = {};
  if (measured !== undefined && by >= 0) {
    const aggregate = aggregateAt(view, measured);
    const next = aggregate === undefined ? measured : view.nextSaid(measured + 1);
    const column =
      next === undefined ? undefined : (view.column(next, 'number') ?? view.column(next, 'date'));
    view.use(by);
    if (aggregate !== undefined) {
      view.use(measured);
      const counted = aggregate === 'count' ? countedBehind(view, measured).figure : undefined;
      wish.figures.push(
        counted ?? (column === undefined ? { aggregate: 'count' } : { aggregate, column: column.name }),
      );
    }
    if (next !== undefined && column !== undefined) view.use(next);
    if (aggregate !== undefined) wish.isRankedByFigure = true;
    if (column !== undefined) found = { by: column };
    else if (aggregate === 'count') found = { byCount: true };
  }
  // "the five dearest repairs with trade and cost": they are called so already, and what is behind them is theirs.
  const first = view.mentions.findIndex(({ small, mark }, i) => i >= from && (!small || mark !== undefined));
  if (first >= 0 && view.isUsed(first) && (view.mentions[first]?.files.length ?? 0) > 0)
    return { ...found, ...whose(wish, first + 1, found.by) };
  if (noun === undefined || noun - from > 3) return found;
  return { ...found, ...rankedThing(wish, noun, found.by) };
}

/** What stands behind "top 5": a measure ("highest amount"), or what is ranked ("top 5 products"). */
function rankedThing(wish: Wish, noun: number, by: KnownColumn | undefined): Partial<Ranking> {
  const view = wish.view;
  const aggregate = aggregateAt(view, noun);
  if (aggregate !== undefined && aggregate !== 'count') return {};
  const number =
    by === undefined
      ? (measureAt(view, noun) ?? (ofDates(wish) ? view.column(noun, 'date') : undefined))
      : undefined;
  const isRows = (view.mentions[noun]?.files.length ?? 0) > 0;
  if (number !== undefined && !isIdentifier(number) && !isRows) {
    view.use(noun);
    return { by: number };
  }
  const label = view.column(noun, 'label');
  if (
    label === undefined ||
    (isRows && (callsRows(label) || wish.perKeys || (view.mentions[noun]?.columns[0]?.fit ?? 0) < 0.8))
  )
    return whose(wish, noun, by);
  // "the dearest of the warehouse Lyon": a column with its cell behind it tells which rows.
  const behind = view.nextSaid(noun + 1);
  if (behind !== undefined && view.cells(behind).some(({ column }) => column === label.name)) return {};
  view.use(noun);
  if (callsRows(label) || label.kind === 'date') return whose(wish, noun + 1, by);
  // "the busiest hour" of times of day: of the hours, and of no single minute.
  const part = view.has(noun, 'unit:hour') && isTimed(label) ? { part: 'hour' } : {};
  if (wish.keys.every(({ column }) => column !== label.name)) wish.keys.push({ column: label.name, ...part });
  return { of: label, ...whose(wish, noun + 1, by) };
}

function ofDates(wish: Wish): boolean {
  return wish.view.columns.every(({ kind }) => kind !== 'number');
}

/** "… with the highest total", "… with the most orders". */
function whose(wish: Wish, from: number, by: KnownColumn | undefined): Partial<Ranking> {
  if (by !== undefined) return {};
  const next = wish.view.nextSaid(from);
  if (next === undefined || next - from > 4 || aggregateAt(wish.view, next) !== undefined) return {};
  const column = wish.view.column(next, 'number');
  if (column === undefined || isIdentifier(column)) return {};
  wish.view.use(next);
  return { by: column };
}

/** "the 10 largest (amount)": a column of numbers that stands free is what is ranked by. */
export function freeRanking(wish: Wish): void {
  if (
    wish.ranking === undefined ||
    wish.ranking.by !== undefined ||
    wish.ranking.ofDate === true ||
    wish.figures.length > 0
  )
    return;
  const [name] = freeNumbers(wish);
  const by = wish.view.columns.find((column) => column.name === name);
  if (by !== undefined) wish.ranking = { ...wish.ranking, by };
}
