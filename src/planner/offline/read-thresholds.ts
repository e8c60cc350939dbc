/** Conditions on numbers: "over 100", "between 5 and 10 kg", "at least an hour", "older than 50", "20 or more". Knows no cell. */

import { callsRows, isIdentifier, isIntensive, isPerson, type KnownColumn, unitOf } from './known-tables.ts';
import { type Unit, unitNamed } from './lexicon/units.ts';
import { measuring } from './measuring.ts';
import type { Mention } from './mention.ts';
import { nameFit } from './name-fit.ts';
import { countsOthers } from './read-counted.ts';
import type { Atom } from './request.ts';
import type { View } from './view.ts';

const COMPARE: readonly (readonly [string, string])[] = [
  ['cmp:gte', 'atLeast'],
  ['cmp:lte', 'atMost'],
  ['cmp:gt', 'greaterThan'],
  ['cmp:lt', 'lessThan'],
  ['cmp:ne', 'notEquals'],
  ['cmp:contains', 'contains'],
  ['cmp:starts', 'startsWith'],
  ['cmp:ends', 'endsWith'],
  ['cmp:eq', 'equals'],
];

/** The operator that a mention says. */
export const operatorOf = (mention: Mention | undefined): string | undefined =>
  COMPARE.find(([meaning]) => mention?.meanings.has(meaning))?.[1];

/** Whether it puts numbers in order. */
export const isNumeric = (operator: string): boolean => /Than|at(?:Least|Most)/u.test(operator);

/** A number said, with its unit. */
export interface Quantity {
  readonly number: number;
  readonly unit?: Unit;
  readonly at: number;
  /** Where what comes behind begins. */
  readonly to: number;
}

const PAID = /^(?:€|\$|£|euros?|eur|usd|gbp|chf|dollars?|franken)$|^[A-Z]{3} ?\d/iu;
const MONEY = /^(?:€|\$|£|euros?|eur|usd|gbp|dollars?|pounds?|items?)$/iu;
const ONE = /^(?:an?|one|eine[nrsm]?|une?|una?)$/iu;

/** "80", "80 minutes", "an hour", "3 kg". */
export function quantityAt(view: View, at: number): Quantity | undefined {
  const said = view.mentions[at];
  if (said === undefined || view.isUsed(at)) return undefined;
  const next = view.mentions[at + 1];
  const unit = next === undefined || next.mark !== undefined ? undefined : unitNamed(next.taken ?? next.text);
  if (said.number === undefined || (said.small && ONE.test(said.text)))
    return unit !== undefined && ONE.test(said.text) ? { number: 1, unit, at, to: at + 2 } : undefined;
  if (unit !== undefined) return { number: said.number, unit, at, to: at + 2 };
  const isWord = next !== undefined && (next.meanings.has('percent') || MONEY.test(next.text));
  return { number: said.number, at, to: isWord ? at + 2 : at + 1 };
}

/** The next number, with nothing but so many small words before it. */
function quantityFrom(view: View, from: number, within: number): Quantity | undefined {
  for (let at = from; at <= Math.min(from + within, view.mentions.length - 1); at++) {
    const found = quantityAt(view, at);
    if (found !== undefined) return found;
    const said = view.mentions[at];
    if (said === undefined || view.isUsed(at) || said.mark !== undefined) return undefined;
    if (!said.small && said.columns.length === 0) return undefined;
  }
  return undefined;
}

/** The number in the unit that the column is written in; as it was said where either has none. */
export function inUnitOf(column: KnownColumn, { number, unit }: Pick<Quantity, 'number' | 'unit'>): number {
  const own = unitOf(column);
  if (unit === undefined || own === undefined || own.of !== unit.of) return number;
  return Math.round((((number - unit.nought) * unit.size) / own.size + own.nought) * 1e9) / 1e9;
}

/** "between 100 and 400", with the column before or behind. */
export function betweenAt(view: View, at: number): Atom | undefined {
  const isRange = OF.test(view.mentions[at]?.text ?? '') && isTo(view, quantityAt(view, at + 1));
  if (!view.has(at, 'between') && !isRange) return undefined;
  const low = quantityFrom(view, at + 1, 3);
  const joint =
    low === undefined
      ? undefined
      : view.nextBit(low.to, ['and', 'cmp:until', 'by', 'cmp:lte'], /^(?:to|bis|a|à|au|y|et|e|und)$/iu);
  const high = joint === undefined ? undefined : quantityFrom(view, joint + 1, 3);
  if (low === undefined || high === undefined) return undefined;
  const { column, from, to } = columnOf(view, at, high);
  const unit = high.unit === undefined ? {} : { unit: high.unit };
  return column === undefined
    ? undefined
    : {
        condition: {
          column: column.name,
          operator: 'between',
          value: [inUnitOf(column, { ...unit, ...low }), inUnitOf(column, high)],
        },
        from,
        to,
      };
}

/** "payments of 500 to 1000 euros": two numbers, the second of them more. */
function isTo(view: View, low: Quantity | undefined): boolean {
  if (low === undefined || view.mentions[low.at]?.period !== undefined) return false;
  const high = TO.test(view.mentions[low.to]?.text ?? '') ? quantityAt(view, low.to + 1) : undefined;
  return high !== undefined && high.number > low.number && view.mentions[high.at]?.period === undefined;
}
const OF = /^(?:of|from|for|von|de|di|da|desde|entre)$/iu;
const TO = /^(?:to|bis|a|à|hasta|[-–])$/iu;

/** "over 100", "more than 3 items", "at least 5 hours", "20 or more": a number whose column is told by what stands around. */
export function comparisonAt(view: View, at: number): Atom | undefined {
  const operator = operatorOf(view.mentions[at]);
  if (operator === undefined || !isNumeric(operator)) return undefined;
  const value = quantityFrom(view, at + 1, 2);
  if (value !== undefined && (countsRows(view, at, value) || countsOthers(view, at))) return undefined;
  if (value !== undefined && isSpan(view, value)) return undefined;
  // "since 2020" is a time, "from 2000 euros" is none.
  const isBare = value?.unit === undefined && value?.to === (value?.at ?? 0) + 1;
  if (value !== undefined && isBare && view.mentions[value.at]?.period !== undefined) {
    const { column, from, to } = columnOf(view, at, value);
    return column === undefined || view.has(at, 'cmp:since', 'cmp:until')
      ? undefined
      : { condition: { column: column.name, operator, value: value.number }, from, to };
  }
  if (value === undefined) return behindAt(view, at, operator) ?? columnsAt(view, at, operator);
  return heldAgainst(view, at, operator, value, columnOf(view, at, value));
}

/** "more than 5 days from coming in …": between which days it is, and no column's number. */
const isSpan = (view: View, { unit, to }: Quantity): boolean => {
  const [word = '', ...more] = (view.mentions[to]?.text ?? '').split(/\s+/u);
  // "more than 5 days absent" of a column that is called so.
  if ((view.mentions[to]?.columns[0]?.fit ?? 0) >= 0.95) return false;
  return unit === undefined && more.length > 0 && unitNamed(word) !== undefined;
};

const OF_THEM =
  /^(?:of (?:them|those|these)|davon|von (?:ihnen|denen)|d['’ ]entre (?:eux|elles)|de (?:ellos|ellas)|di (?:loro|essi))(?: |$)/iu;

/** "unless there are fewer than 10 items", "more than 3 of them": how many rows there are, and no column's number. */
function countsRows(view: View, at: number, { to, unit }: Quantity): boolean {
  const behind = view.mentions
    .slice(to, to + 3)
    .map(({ text }) => text)
    .join(' ');
  const isThere = [at - 1, at - 2].some(
    (i) => view.has(i, 'exists') && view.mentions.slice(i + 1, at).every(({ small }) => small),
  );
  const noun = view.mentions[to];
  const isColumn = view.column(to, 'number') !== undefined || view.column(to + 1, 'number') !== undefined;
  return OF_THEM.test(behind) || (isThere && unit === undefined && !isColumn && noun?.mark === undefined);
}

/** @param told the column that the number is held against, and how far what tells of it reaches */
function heldAgainst(
  view: View,
  at: number,
  operator: string,
  value: Quantity,
  { column, from, to, isBehind }: Placed,
): Atom | undefined {
  if (column === undefined) return undefined;
  const turned = turnedFor(view, at, column, operator);
  const ofAll = isBehind === true && !isIntensive(column) ? { ofAll: true as const } : {};
  const condition = { column: column.name, operator: turned, value: inUnitOf(column, value), ...ofAll };
  return { condition, from, to };
}

const TURNED: Readonly<Record<string, string>> = {
  greaterThan: 'lessThan',
  lessThan: 'greaterThan',
  atLeast: 'atMost',
  atMost: 'atLeast',
};

/** "slower than 30 minutes": of times, who is slow takes more. */
function turnedFor(view: View, at: number, column: KnownColumn, operator: string): string {
  const measured = view.dimension(at);
  return measured?.isTurned === true && measured.column === column
    ? (TURNED[operator] ?? operator)
    : operator;
}

/** "20 or more" has its number before it. */
function behindAt(view: View, at: number, operator: string): Atom | undefined {
  if (!/^at/u.test(operator)) return undefined;
  const value = [at - 1, at - 2]
    .map((place) => quantityAt(view, place))
    .find((one) => one?.to === at || (one?.to === at - 1 && view.column(one.to, 'number') !== undefined));
  if (value === undefined) return undefined;
  const own = view.column(value.to, 'number');
  // "3 rooms or more": what it is a number of stands between.
  const told =
    value.to < at && own !== undefined
      ? { column: own, from: value.at, to: at + 1 }
      : columnOf(view, value.at, { ...value, to: at + 1 });
  return heldAgainst(view, at, operator, value, told);
}

/** "articles below their threshold": the number that is held against another column is the one of how many there are. */
function columnsAt(view: View, at: number, operator: string): Atom | undefined {
  const next = view.nextSaid(at + 1);
  const other = next === undefined || next > at + 3 ? undefined : view.column(next, 'number');
  if (next === undefined || other === undefined) return undefined;
  const column = ['stock', 'quantity', 'amount']
    .flatMap((noun) => view.columns.filter((one) => one !== other && nameFit([noun], one.words) >= 0.6))
    .find(({ kind }) => kind === 'number');
  return column === undefined
    ? undefined
    : { condition: { column: column.name, operator, valueColumn: other.name }, from: at, to: next + 1 };
}

/** "unter 1200 Euro", "over $50": a number of money. */
const isMoney = (view: View, to: number): boolean =>
  [to - 1, to].some((at) => PAID.test(view.mentions[at]?.text ?? ''));

const isMoneyColumn = (view: View, column: KnownColumn): boolean =>
  !['surface', 'weight', 'duration', 'distance', 'age', 'quantity', 'room'].some(
    (noun) => nameFit([noun], column.words) >= 0.6,
  ) && view.columns.includes(column);

interface Placed {
  readonly column: KnownColumn | undefined;
  readonly from: number;
  readonly to: number;
  /** It stands behind the number, as what it is a number of. */
  readonly isBehind?: true;
}

/**
 * The column of numbers that a bare comparison is about: the one before it, what "older" measures, the one behind it,
 * the one in the unit said, else what is measured.
 */
function columnOf(view: View, from: number, { to, unit }: Pick<Quantity, 'to' | 'unit'>): Placed {
  const before = view.previousSaid(from - 1);
  // "with 3 rooms under 1000": of those rooms it was told how many.
  const beside = before === undefined ? undefined : view.column(before, 'number');
  const told = before === undefined ? undefined : view.mentions[before - 1]?.number;
  const isTold = told !== undefined && beside?.cells.includes(String(told)) === true;
  const isRows = before !== undefined && beside !== undefined && callsFileRows(view, before, to, beside);
  const called = isTold || isRows ? undefined : beside;
  // "bookings over 100 euros": what rows are called by is no sum of money.
  const named = called !== undefined && isIdentifier(called) && isMoney(view, to) ? undefined : called;
  const measured = view.dimension(from)?.column;
  // "for under 1000" is what is paid.
  const noun = view.mentions[to]?.mark === undefined ? view.column(to, 'number') : undefined;
  const priced =
    noun === undefined && /^(?:for|für|pour|por|per)$/iu.test(view.mentions[from - 1]?.text ?? '')
      ? measuring('price', view.columns)
      : [];
  const paid = priced.length === 0 && isMoney(view, to) ? measuring('price', view.columns) : priced;
  if (paid.length === 1 && unit === undefined && !(named !== undefined && isMoneyColumn(view, named)))
    return { column: paid[0]?.column, from, to: saidAgain(view, to, paid[0]?.column) };
  const same = inThatUnit(view, unit);
  if (same !== undefined && named !== undefined && isOfOther(view, named, unit))
    return { column: same, from, to };
  if (before !== undefined && named !== undefined && from - before <= 3 && measured === undefined)
    return { column: named, from: view.isUsed(before) ? from : before, to };
  if (measured !== undefined) return { column: measured, from, to };
  const after = view.nextSaid(to);
  const near = after === undefined || after >= to + 3 || parts(view, to, after);
  const behind = near ? undefined : view.column(after, 'number');
  if (after !== undefined && behind !== undefined)
    return { column: behind, from, to: after + 1, isBehind: true };
  // "3 hours" of a column called hours: the unit names it.
  const word = unit === undefined ? undefined : view.column(to - 1, 'number');
  if (word !== undefined) return { column: word, from, to };
  if (same !== undefined) return { column: same, from, to };
  const figured = isTold ? undefined : measuredBefore(view, from);
  if (figured !== undefined) return { column: figured, from, to };
  for (let place = to + 1; place <= to + 5; place++) {
    const column = view.mentions[place - 1]?.mark === '(' ? view.column(place, 'number') : undefined;
    if (column !== undefined) {
      view.use(place);
      return { column, from, to };
    }
  }
  // What was said to be in hours is no amount of money.
  return { column: unit === undefined ? (agesOf(view) ?? view.defaultNumber()) : undefined, from, to };
}

/** "orders over 15" of orders.csv, whose numbers begin at 1001: what is measured of them, and none of the numbers. */
export function callsFileRows(view: View, at: number, to: number, column: KnownColumn): boolean {
  const said = view.mentions.slice(at, to).findLast(({ number }) => number !== undefined)?.number;
  const isOfFile = (view.mentions[at]?.files.length ?? 0) > 0 && callsRows(column) && isIdentifier(column);
  return isOfFile && said !== undefined && column.cells.every((cell) => Number(cell) > said);
}

/** "runners under 18 or over 60": of people it is how old they are, where several things are measured of them. */
function agesOf(view: View): KnownColumn | undefined {
  if (view.defaultNumber()?.name.startsWith('†') !== true) return undefined;
  const [age, other] = measuring('age', view.columns).filter(({ isTurned }) => !isTurned);
  const arePeople = view.columns.some((column) => isPerson(column));
  return arePeople && other === undefined ? age?.column : undefined;
}

/** "over 40 years" of a column age, "over 3 kg" of a column weight: the only one that is measured so. */
function inThatUnit(view: View, unit: Unit | undefined): KnownColumn | undefined {
  const same = view.columns.filter(
    (one) =>
      unit !== undefined &&
      one.kind === 'number' &&
      !isIdentifier(one) &&
      (unitOf(one)?.of === unit.of || nameFit([unit.of], one.words) >= 0.6),
  );
  return same.length === 1 ? same[0] : undefined;
}

/** "members of at least 18 years": no fee of theirs, where a column of years is there. */
export function isOfOther(view: View, column: KnownColumn, unit: Unit | undefined): boolean {
  const same = inThatUnit(view, unit);
  return same !== undefined && same !== column && unitOf(column)?.of !== unit?.of;
}

/** "mehr als 20 Euro kosten": behind the number stands the column that it is held against. */
function saidAgain(view: View, to: number, column: KnownColumn | undefined): number {
  const next = view.nextSaid(to);
  const isIt = next !== undefined && next <= to + 1 && view.column(next, 'number') === column;
  return isIt && !parts(view, to, next) ? next + 1 : to;
}

/** Whether a mark or an "and" stands between. */
const parts = (view: View, from: number, to: number): boolean =>
  view.mentions
    .slice(from, to)
    .some(({ mark, meanings }) => mark !== undefined || meanings.has('and') || meanings.has('or'));

/** "whose average fee is over 200": what a figure already took is what its number is compared with. */
function measuredBefore(view: View, from: number): KnownColumn | undefined {
  for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
    const said = view.mentions[at];
    if (said === undefined || said.mark !== undefined || said.meanings.has('and')) return undefined;
    const [named] = said.columns;
    if (view.isUsed(at) && named !== undefined && named.fit >= 0.8) {
      const column = view.columns.find(({ name, kind }) => kind === 'number' && name === named.column.name);
      return column === undefined || isIdentifier(column) ? undefined : column;
    }
    if (!said.small) return undefined;
  }
  return undefined;
}
