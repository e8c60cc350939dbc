/** Conditions on what a cell holds: "status is open", "North or South", "Berlin", "mentions budget". Knows no day. */

import type { Json } from '../../lib/json.ts';
import type { KnownColumn } from './known-tables.ts';
import { hadAt } from './read-numbered.ts';
import {
  callsFileRows,
  inUnitOf,
  isNumeric,
  isOfOther,
  operatorOf,
  type Quantity,
  quantityAt,
} from './read-thresholds.ts';
import type { Atom, Condition } from './request.ts';
import type { View } from './view.ts';

const IS =
  /^(?:is|are|was|were|be|been|=|:|ist|sind|war|waren|est|sont|es|è|son|sono|has|have|equals|of|in|on|at)$/iu;

/** "status is open", "amount > 100", "city not Berlin", "stock below reorder_level". */
export function columnAt(
  view: View,
  at: number,
  turned: (condition: Condition) => Condition,
): Atom | undefined {
  const column = view.column(at);
  // "with 3 rooms under 1000": how many rooms is told, and of something else how much.
  if (column === undefined || (at > 0 && hadAt(view, at - 1) !== undefined)) return undefined;
  let next = at + 1;
  let negated = false;
  let operator: string | undefined;
  let bound = false;
  for (; next < Math.min(view.mentions.length, at + 7); next++) {
    const said = view.mentions[next];
    if (said === undefined || view.isUsed(next)) return undefined;
    const own = operatorOf(said);
    if (own !== undefined && operator === undefined && !(own === 'equals' && said.small)) operator = own;
    else if (said.meanings.has('not')) {
      negated = true;
      // "is not 5" binds as "is 5" does.
      bound ||= IS.test(said.text.split(' ')[0] ?? '');
    } else if (view.has(next, 'cmp:before', 'cmp:after', 'cmp:since', 'cmp:until')) return undefined;
    else if (IS.test(said.text)) bound = true;
    else if (!said.small || said.mark !== undefined) break;
  }
  const compared =
    operator !== undefined && isNumeric(operator) && column.kind !== 'number'
      ? view.column(at, 'number')
      : column;
  if (compared === undefined || (operator !== undefined && view.dimension(next - 1) !== undefined))
    return undefined;
  if (operator !== undefined && isNumeric(operator) && callsFileRows(view, at, next + 1, compared))
    return undefined;
  const atom = comparedAt(view, at, next, { column: compared, operator, bound });
  return atom === undefined || !negated ? atom : { ...atom, condition: turned(atom.condition) };
}

interface Compared {
  readonly column: KnownColumn;
  readonly operator: string | undefined;
  readonly bound: boolean;
}

function comparedAt(view: View, at: number, next: number, compared: Compared): Atom | undefined {
  const { column, operator } = compared;
  const value = valueAt(view, next, compared);
  if (value === undefined) return undefined;
  const plain =
    'valueColumn' in value.part
      ? operator === undefined
        ? undefined
        : { column: column.name, operator, ...value.part }
      : withValue(column.name, operator ?? 'equals', value.part.value);
  if (plain === undefined) return undefined;
  if (operator === 'contains' && typeof plain.value === 'string') {
    const found = containing(view, column, operator, { value: plain.value, to: value.to });
    return { condition: found.condition, from: at, to: found.to };
  }
  const open = operatorOf(view.mentions[value.to]);
  if (operator === undefined && typeof plain.value === 'number' && (open === 'atLeast' || open === 'atMost'))
    return { condition: { ...plain, operator: open }, from: at, to: value.to + 1 };
  return { condition: plain, from: at, to: value.to };
}

const withValue = (column: string, operator: string, value: Json): Condition => ({
  column,
  operator: Array.isArray(value) ? (operator === 'notEquals' ? 'notOneOf' : 'oneOf') : operator,
  value,
});

/** What a column is compared with: a number, cells of it, quoted text, another column. */
function valueAt(
  view: View,
  at: number,
  { column, operator, bound }: Compared,
): { part: { value: Json } | { valueColumn: string }; to: number } | undefined {
  const said = view.mentions[at];
  if (said === undefined) return undefined;
  const quantity = quantityAt(view, at);
  if (quantity !== undefined && isOfOther(view, column, quantity.unit)) return undefined;
  if (
    quantity !== undefined &&
    (operator !== undefined || (bound && said.period === undefined)) &&
    (column.kind === 'number' || column.cells.includes(String(quantity.number)))
  )
    return numbersFrom(view, quantity, column, operator);
  const cells = cellsFrom(view, at, column);
  if (cells !== undefined)
    return {
      part: { value: cells.values.length === 1 ? (cells.values[0] ?? '') : cells.values },
      to: cells.to,
    };
  if (said.quoted !== undefined) return { part: { value: said.quoted }, to: at + 1 };
  const other = operator === undefined ? undefined : view.column(at);
  if (other !== undefined && other !== column && other.kind === column.kind)
    return { part: { valueColumn: other.name }, to: at + 1 };
  if (operator === 'contains' || operator === 'startsWith' || operator === 'endsWith') {
    const words = view.wordsOr(at);
    if (words !== undefined) return { part: { value: words.value }, to: words.to };
  }
  return undefined;
}

/** "4", and where nothing compares it, "4 or 5". */
function numbersFrom(
  view: View,
  first: Quantity,
  column: KnownColumn,
  operator: string | undefined,
): { part: { value: Json }; to: number } {
  const values = [inUnitOf(column, first)];
  let { to } = first;
  for (let next = quantityAt(view, to + 1); next !== undefined; next = quantityAt(view, to + 1)) {
    const isOther =
      next.to < view.mentions.length &&
      view.column(next.to)?.name !== column.name &&
      view.column(next.to)?.kind === 'number';
    if (operator !== undefined || !view.joins(to) || isOther) break;
    view.use(to);
    values.push(inUnitOf(column, next));
    to = next.to;
  }
  return { part: { value: values.length === 1 ? (values[0] ?? 0) : values }, to };
}

/** One cell of a column, or several in a row: "North, South or East", "weder bezahlt noch storniert". */
function cellsFrom(
  view: View,
  at: number,
  column: KnownColumn,
): { values: string[]; isOpposite: boolean; to: number } | undefined {
  const values: string[] = [];
  let to = at;
  const isOpposite = view.mentions[at]?.isOpposite === true;
  for (let next = at; next < view.mentions.length; next++) {
    const said = view.mentions[next];
    if (said === undefined || view.isUsed(next)) break;
    const cell = view.cells(next).find((one) => one.column === column.name);
    if (cell !== undefined && (said.isOpposite === true) === isOpposite) {
      values.push(
        ...view
          .cells(next)
          .filter((one) => one.column === column.name)
          .map(({ value }) => value),
      );
      to = next + 1;
    } else if (!view.joins(next) || values.length === 0) break;
  }
  return values.length === 0 ? undefined : { values: [...new Set(values)], isOpposite, to };
}

/** "from Berlin", "open tickets", "North or South", "unpaid" where there are paid ones. */
export function cellAt(
  view: View,
  at: number,
  turned: (condition: Condition) => Condition,
): Atom | undefined {
  const said = view.mentions[at];
  const [first] = view.cells(at);
  if (said === undefined || first === undefined || view.isWish(at)) return undefined;
  const column = view.columns.find(({ name }) => name === first.column);
  if (column === undefined) return undefined;
  const list = cellsFrom(view, at, column);
  if (list === undefined) return undefined;
  const after = view.mentions[list.to];
  const to = after !== undefined && view.column(list.to)?.name === column.name ? list.to + 1 : list.to;
  const [only = ''] = list.values;
  const condition = withValue(column.name, 'equals', list.values.length === 1 ? only : list.values);
  return { condition: list.isOpposite ? turned(condition) : condition, from: at, to };
}

/** "mentions budget", "containing "late"": looked for in the column of long texts. */
export function textAt(view: View, at: number): Atom | undefined {
  const operator = operatorOf(view.mentions[at]);
  if (operator !== 'contains' && operator !== 'startsWith' && operator !== 'endsWith') return undefined;
  const words = view.wordsOr(at + 1);
  const column = view.textColumn(at);
  if (words === undefined || column === undefined) return undefined;
  const found = containing(view, column, operator, words);
  return { condition: found.condition, from: at, to: found.to };
}

/** "meetings or remote" after "mention": each word in its singular, any of them. */
function containing(
  view: View,
  column: KnownColumn,
  operator: string,
  first: { value: string; to: number },
): { condition: Condition; to: number } {
  const plain = ({ value, to }: { value: string; to: number }) =>
    view.mentions[to - 1]?.quoted === undefined && value.length > 4 ? value.replace(/s$/u, '') : value;
  const values = [plain(first)];
  let { to } = first;
  for (;;) {
    const more = view.has(to, 'or') || view.mentions[to]?.mark === ',' ? view.wordsOr(to + 1) : undefined;
    if (more === undefined || (view.column(more.to - 1)?.kind ?? 'text') !== 'text') break;
    values.push(plain(more));
    to = more.to;
  }
  const each = values.map((value): Condition => ({ column: column.name, operator, value }));
  const [only] = each;
  return {
    condition: each.length === 1 && only !== undefined ? only : { conditions: each, match: 'any' },
    to,
  };
}
