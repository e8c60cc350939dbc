/** Values of a plan that a sentence changes: "10 instead of 5", "three is enough", "the threshold should be 60000", "say "A" instead of "B"". Knows no tool but by its parameters. */

import type { Json } from '../../lib/json.ts';
import { type Change, isOld, type Place, placesIn, put } from './change.ts';
import type { Loose } from './loose-call.ts';

/** Every value that is named as another's successor, as a limit, or as what is compared with. */
export function changeValues(change: Change): void {
  topOfEach(change);
  swapped(change);
  limit(change);
  threshold(change);
  turned(change);
}

interface Literal {
  readonly at: number;
  readonly value: Json;
  /** Cells of one column may take each other's place. */
  readonly column?: string;
}

function literals({ view }: Change): Literal[] {
  return view.mentions.flatMap(({ number, quoted, period }, at): Literal[] => {
    if (view.isUsed(at)) return [];
    if (quoted !== undefined) return [{ at, value: quoted }];
    if (number !== undefined && period === undefined) return [{ at, value: number }];
    const [cell] = view.isWish(at) ? [] : view.cells(at);
    return cell === undefined ? [] : [{ at, value: cell.value, column: cell.column }];
  });
}

/** A value that the plan has, and another one of its kind: the second takes the place of the first. */
function swapped(change: Change): void {
  const places = placesIn(change.edit);
  const known = (literal: Literal): Place[] =>
    places.filter(
      ({ value, within }) =>
        (literal.column === undefined || within.column === literal.column) &&
        (value === literal.value || (typeof value === 'string' && value === String(literal.value))),
    );
  const found = literals(change);
  const old = found.filter((one) => known(one).length > 0);
  const fresh = found.filter((one) => known(one).length === 0);
  const [before] = old;
  const alike = fresh.filter(
    (one) => typeof one.value === typeof before?.value && one.column === before?.column,
  );
  const [after] = alike;
  if (before === undefined || after === undefined || old.length !== 1 || alike.length !== 1) return;
  if (change.view.find('also') >= 0) return;
  const said = [before.at, after.at].toSorted((a, b) => a - b);
  const between = change.view.mentions.slice(said[0], (said[1] ?? 0) + 1);
  const instead = change.said.mentions.some(
    ({ meanings }) => meanings.has('instead') || meanings.has('replace') || meanings.has('not'),
  );
  if (!instead && !between.some(({ meanings }) => meanings.has('by'))) return;
  for (const place of known(before)) place.put(after.value);
  for (const at of said)
    for (const i of [at, at - 1]) if (i === at || isComparison(change, i)) change.view.use(i);
  for (const meaning of ['replace', 'not', 'note', 'top', 'most']) {
    const at = change.view.find(meaning);
    if (at >= 0) change.view.use(at);
  }
}

const isComparison = ({ view }: Change, at: number): boolean =>
  [...(view.mentions[at]?.meanings ?? [])].some((one) => one.startsWith('cmp:'));

/** Numbers that are neither a day nor compared with, nor what is to go. */
function plainNumbers(change: Change): { number: number; at: number }[] {
  return change.view.mentions.flatMap(({ number, period }, at) =>
    number === undefined || period !== undefined || change.view.isUsed(at) || isComparison(change, at - 1)
      ? []
      : [{ number, at }],
  );
}

/** "the top 2 of each ward": so many within each group. */
function topOfEach(change: Change): void {
  const { view, edit } = change;
  const sort = edit.last('sortRows');
  const [wanted] = plainNumbers(change).filter(({ at }) => !isOld(change, at));
  if (sort === undefined || wanted === undefined) return;
  const columns = edit.columnsAfter(sort);
  for (const [at] of view.mentions.entries()) {
    if (!view.has(at, 'per', 'each') && !EACH.test(view.mentions[at]?.text ?? '')) continue;
    const next = view.nextSaid(at + 1);
    const named = next === undefined ? undefined : view.column(next, 'label');
    const column = columns.find(({ name }) => name === named?.name);
    if (column === undefined || next === undefined || isOld(change, next)) continue;
    view.use(next);
    view.use(at);
    take(change);
    edit.set(sort, { limit: Math.round(wanted.number), per: column.name });
    return;
  }
}

const EACH = /^(?:each|every|per|je|pro|jede[rsnm]?|chaque|cada|ogni)$/iu;

/** Uses up the words and numbers of a rank, the old ones, too. */
function take(change: Change): void {
  const { view } = change;
  for (const { at } of plainNumbers(change)) view.use(at);
  for (const [at, { meanings }] of view.mentions.entries())
    if (
      ['top', 'most', 'least', 'first', 'enough'].some((one) => meanings.has(one)) ||
      (meanings.has('agg:sum') && isOld(change, at))
    )
      view.use(at);
  for (const [at, { text }] of view.mentions.entries())
    if (
      /^(?:enough|suffice|suffices|will|do|fine|reicht|reichen|genugen|suffit|basta|bastano|bastan)$/iu.test(
        text,
      )
    )
      view.use(at);
}

/** "three is enough", "top 10", "the lowest 5": how many rows are kept, and from which end. */
function limit(change: Change): void {
  const { view, edit } = change;
  const sort = edit.last('sortRows');
  const numbers = plainNumbers(change);
  const [wanted] = numbers.filter(({ at }) => !isOld(change, at));
  if (wanted === undefined || numbers.length > 2 || GATE.test(change.said.text)) return;
  const rank = view.find('top', 'most', 'least');
  if (sort?.limit === undefined && rank < 0 && (sort === undefined || view.find('first', 'only') < 0)) return;
  // "the top 3 per region" of what the plan does not tell apart is another plan.
  if (view.find('per', 'each') >= 0) return;
  const turns = rank >= 0 && !view.has(rank, 'top');
  const direction = view.has(rank, 'least') ? 'ascending' : 'descending';
  const top = Math.round(wanted.number);
  if (sort !== undefined) {
    take(change);
    edit.set(sort, { limit: top, ...(turns ? { direction } : {}) });
    return;
  }
  const end = edit.end();
  const column = edit.columnsAfter(end).findLast(({ kind }) => kind === 'number')?.name;
  if (end === undefined || column === undefined || edit.last('groupRows') === undefined) return;
  take(change);
  const down = direction === 'descending';
  const parameters = { column, ...(down ? { direction } : {}), limit: top };
  put(change, end, 'sortRows', parameters, { do: 'sort', column, down, limit: top });
}

const GATE = /thresh|cut-?off|schwelle|grenz|seuil|umbral|soglia/iu;

const UP = ['greaterThan', 'atLeast', 'after', 'onOrAfter'];
const DOWN = ['lessThan', 'atMost', 'before', 'onOrBefore'];
const OPERATORS: readonly (readonly [string, string])[] = [
  ['cmp:gte', 'atLeast'],
  ['cmp:lte', 'atMost'],
  ['cmp:gt', 'greaterThan'],
  ['cmp:lt', 'lessThan'],
];

/** "above 250", "the threshold should be 60000": what a filter or a decision compares with, where there is one of that direction. */
function threshold(change: Change): void {
  const { view, edit } = change;
  const at = view.mentions.findIndex(
    ({ number, period }, i) =>
      number !== undefined && period === undefined && !view.isUsed(i) && !isOld(change, i),
  );
  const number = view.mentions[at]?.number;
  if (number === undefined) return;
  const near = [at - 1, at - 2, at + 1].find((i) => isComparison(change, i)) ?? -1;
  const operator = OPERATORS.find(([meaning]) => view.has(near, meaning))?.[1];
  const gate = view.mentions.findIndex(({ text }) => GATE.test(text) || /^limit$/iu.test(text));
  const instead = view.mentions.findIndex(
    ({ meanings }, i) => meanings.has('instead') && Math.abs(i - at) <= 2 && !isOld(change, i),
  );
  if (operator === undefined && gate < 0 && instead < 0) return;
  const direction = operator === undefined ? undefined : UP.includes(operator) ? UP : DOWN;
  const named = view.mentions
    .map((_, i) => (view.isUsed(i) ? undefined : view.column(i, 'number')?.name))
    .find(Boolean);
  const limits = placesIn(edit).filter(
    ({ value, key, within }) =>
      typeof value === 'number' &&
      (key === 'value' || key === 'compareTo') &&
      [...UP, ...DOWN].includes(String(within.operator)) &&
      (direction?.includes(String(within.operator)) ?? true) &&
      (named === undefined || within.column === undefined || within.column === named),
  );
  // Whether there are any rows is decided by nought, and that is no limit anybody set.
  const isAny = ({ key, value }: Place) => key === 'compareTo' && value === 0;
  const targets = limits.length > 1 ? limits.filter((one) => !isAny(one)) : limits;
  const [only] = targets;
  if (only === undefined || targets.length !== 1) return;
  only.put(number);
  const holder = only.call as Loose;
  if (operator !== undefined && holder.operator !== undefined && holder.operator !== operator)
    edit.set(holder, { operator });
  for (const i of [at, near, gate, instead]) if (i >= 0) view.use(i);
  for (const [i] of view.mentions.entries())
    if (!view.isUsed(i) && view.column(i)?.name === only.within.column) view.use(i);
}

/** "the other way round", "umgekehrt". */
function turned({ said, edit, view }: Change): void {
  const match = ROUND.exec(said.text);
  const sort = edit.last('sortRows');
  if (match === null || sort === undefined) return;
  if (view.find('asc', 'desc') < 0)
    edit.set(sort, { direction: sort.direction === 'descending' ? 'ascending' : 'descending' });
  for (const [i, { start, end }] of view.mentions.entries())
    if (start >= match.index && end <= match.index + match[0].length) view.use(i);
}

const ROUND =
  /(?:the\s+)?(?:other|opposite|wrong) (?:way|order|direction)(?: a?round)?|reverse(?:d)?(?: (?:the )?order)?|upside down|umgekehrt(?:e[rn]?)?(?: reihenfolge| herum)?|andersh?e?rum|à l'envers|l'inverse|al rev[eé]s|al contrario/iu;
