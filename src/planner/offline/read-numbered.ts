/** Rows told by a number right beside its column: "week 35", "room 12", "with 3 rooms", "3-room flats". Knows no comparison. */

import { isHyphen } from './read-arithmetic.ts';
import { operatorOf } from './read-thresholds.ts';
import type { Atom } from './request.ts';
import type { View } from './view.ts';

/** Only where the column has that very number: "top hours 5" asks for five of them. */
export function numberedAt(view: View, at: number): Atom | undefined {
  const column = view.column(at);
  const [named, said, behind] = view.mentions.slice(at, at + 3);
  if (column === undefined || named === undefined || said?.number === undefined || view.isUsed(at + 1))
    return undefined;
  const fit = named.columns.find((one) => one.column.name === column.name)?.fit ?? 0;
  if (fit < 0.8 || column.kind === 'date' || !Number.isInteger(said.number)) return undefined;
  // "hours 5 times", "week 35 to 37" say more than one number.
  if (behind !== undefined && behind.mark === undefined && !behind.small) return undefined;
  const cell = column.cells.find((one) => one.trim() === String(said.number));
  if (cell === undefined) return undefined;
  const value = column.kind === 'number' ? said.number : cell;
  return { condition: { column: column.name, operator: 'equals', value }, from: at, to: at + 2 };
}

const HAVING =
  /(?:^|\s)(?:with|having|have|has|had|mit|haben|hat|hatten?|avec|ayant|ont|con|tienen?|hanno)(?:$|\s)/iu;
const ONE = /^(?:one|single|eine[mnrs]?|ein|une?|un[ao]?)$/iu;

/** "with 3 rooms", "that have one room", "with 2 or 3 rooms", "3-room flats": so many of what the column counts, where it has those very numbers. */
export function hadAt(view: View, at: number): Atom | undefined {
  const numbers: number[] = [];
  let to = at;
  for (let number = wholeAt(view, to); number !== undefined; number = wholeAt(view, to)) {
    numbers.push(number);
    to += isHyphen(view, to + 1) || isListed(view, to + 1) ? 2 : 1;
  }
  const column = view.column(to, 'number');
  const fit = view.mentions[to]?.columns.find((one) => one.column.name === column?.name)?.fit ?? 0;
  // Of more different cells than are known, any whole number may be one.
  const isCell = (number: number) =>
    column?.cells.includes(String(number)) === true ||
    (column !== undefined && column.cells.length > 4 && column.cells.every((cell) => /^\d+$/u.test(cell)));
  if (column === undefined || numbers.length === 0 || fit < 0.8 || !numbers.every(isCell)) return undefined;
  if (saysMore(view, to + 1) || !(isHad(view, at) || isHyphen(view, at + 1))) return undefined;
  const [value = 0, ...others] = numbers;
  const condition =
    others.length === 0
      ? { column: column.name, operator: 'equals', value }
      : { column: column.name, operator: 'oneOf', value: numbers };
  return { condition, from: at, to: to + 1 };
}

/** A whole number that says nothing else; "one" and "a" only right before what is counted. */
function wholeAt(view: View, at: number): number | undefined {
  const said = view.mentions[at];
  if (said === undefined || view.isUsed(at) || said.period !== undefined) return undefined;
  if (said.number === undefined)
    return ONE.test(said.text) && view.column(at + 1, 'number') !== undefined ? 1 : undefined;
  return Number.isInteger(said.number) ? said.number : undefined;
}

const isListed = (view: View, at: number): boolean =>
  (view.has(at, 'or', 'and') || view.mentions[at]?.mark === ',') &&
  view.mentions[at + 1]?.number !== undefined;

/** "3 rooms or more": more than this number is meant; "3 rooms under 1000" goes on with another. */
const saysMore = (view: View, from: number): boolean =>
  [from, from + 1].some(
    (at) => operatorOf(view.mentions[at]) !== undefined && view.nextValue(at + 1, 1) === undefined,
  );

/** Whether having is said before it in its sentence, and no rank and no comparison right before. */
function isHad({ mentions }: View, at: number): boolean {
  const from = mentions.findLastIndex(({ mark }, i) => i < at && /[.;:!?]/u.test(mark ?? '')) + 1;
  const having = mentions.findLastIndex(({ text }, i) => i >= from && i < at && HAVING.test(text));
  const lead = mentions[at - 1];
  const isJoint = lead?.meanings.has('and') === true || lead?.mark === ',';
  return (
    having >= 0 &&
    (having === at - 1 || isJoint || mentions.slice(having + 1, at).every(({ small }) => small))
  );
}
