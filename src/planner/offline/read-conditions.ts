/** Which rows a goal means: comparisons, cells, periods, empty cells; with and, or, not. Knows no tool. */

import type { Json } from '../../lib/json.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Mention } from './mention.ts';
import type { Condition } from './request.ts';
import type { View } from './view.ts';

interface Atom {
  readonly condition: Condition;
  readonly from: number;
  readonly to: number;
}

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
const operatorOf = (mention: Mention | undefined): string | undefined =>
  COMPARE.find(([meaning]) => mention?.meanings.has(meaning))?.[1];

const isNumeric = (operator: string): boolean => /Than|at(?:Least|Most)/u.test(operator);

/** Every condition of the mentions that are still free, as a list that all rows must meet. */
export function conditionsIn(view: View): Condition[] {
  const atoms: Atom[] = [];
  for (let at = 0; at < view.mentions.length; at++) {
    if (view.isUsed(at)) continue;
    const atom = atomAt(view, at);
    if (atom === undefined) continue;
    atoms.push(atom);
    at = atom.to - 1;
  }
  return combined(view, atoms);
}

function atomAt(view: View, at: number): Atom | undefined {
  const found =
    emptyAt(view, at) ??
    betweenAt(view, at) ??
    columnAt(view, at) ??
    comparisonAt(view, at) ??
    periodAt(view, at) ??
    cellAt(view, at) ??
    textAt(view, at);
  if (found === undefined) return undefined;
  const negated = negationBefore(view, at);
  view.use(found.from, found.to);
  if (negated === undefined) return found;
  view.use(negated, negated + 1);
  return { ...found, condition: turned(found.condition), from: negated };
}

const OPPOSITE: Readonly<Record<string, string>> = {
  equals: 'notEquals',
  notEquals: 'equals',
  contains: 'notContains',
  isEmpty: 'isNotEmpty',
  isNotEmpty: 'isEmpty',
  oneOf: 'notOneOf',
};

/** The same condition the other way round. */
export function turned(condition: Condition): Condition {
  const other = condition.operator === undefined ? undefined : OPPOSITE[condition.operator];
  if (other !== undefined) return { ...condition, operator: other };
  const { not, ...rest } = condition;
  return not === true ? rest : { ...rest, not: true };
}

/** "not", "except", "without" right before, or before the list that this ends. */
function negationBefore(view: View, at: number): number | undefined {
  for (let back = at - 1; back >= 0 && back >= at - 4; back--) {
    const mention = view.mentions[back];
    if (mention === undefined) return undefined;
    if (
      (mention.meanings.has('not') || mention.meanings.has('nopartner')) &&
      !mention.meanings.has('cmp:ne') &&
      !view.isUsed(back)
    )
      return back;
    if (!mention.small && !mention.meanings.has('only') && mention.files.length === 0) return undefined;
    if (mention.mark !== undefined && /[.;,]/u.test(mention.mark)) return undefined;
  }
  return undefined;
}

/** "without a phone", "phone is empty", "no assignee", "paid_on is empty". */
function emptyAt(view: View, at: number): Atom | undefined {
  const first = view.mentions[at];
  if (first === undefined) return undefined;
  const empty = first.meanings.has('empty');
  const lacks = first.meanings.has('nopartner') || first.meanings.has('not');
  if (empty || lacks) {
    const next = view.nextSaid(at + 1);
    const column = next === undefined ? undefined : view.column(next);
    const said = next === undefined ? undefined : view.mentions[next];
    if (
      next !== undefined &&
      column !== undefined &&
      said?.cells.length === 0 &&
      (empty || column.blanks) &&
      operatorOf(view.mentions[view.nextSaid(next + 1) ?? -1]) === undefined
    )
      return { condition: { column: column.name, operator: 'isEmpty' }, from: at, to: next + 1 };
    return undefined;
  }
  const column = view.column(at);
  if (column === undefined) return undefined;
  const next = view.nextSaid(at + 1);
  const said = next === undefined ? undefined : view.mentions[next];
  if (next === undefined || said === undefined || next > at + 4) return undefined;
  if (
    view.mentions
      .slice(at + 1, next)
      .some(({ meanings, mark }) => meanings.has('and') || meanings.has('or') || mark === ',')
  )
    return undefined;
  if (said.meanings.has('filled'))
    return { condition: { column: column.name, operator: 'isNotEmpty' }, from: at, to: next + 1 };
  if (said.meanings.has('empty'))
    return { condition: { column: column.name, operator: 'isEmpty' }, from: at, to: next + 1 };
  return undefined;
}

/** "between 100 and 400", "from January to March", with the column before or behind. */
function betweenAt(view: View, at: number): Atom | undefined {
  const first = view.mentions[at];
  if (
    first === undefined ||
    !(first.meanings.has('between') || first.meanings.has('cmp:since') || first.meanings.has('cmp:after'))
  )
    return undefined;
  const low = view.nextValue(at + 1, 3);
  const joint =
    low === undefined
      ? undefined
      : view.nextBit(low + 1, ['and', 'cmp:until', 'by', 'cmp:lte'], /^(?:to|bis|a|à|au|y|et|e|und)$/iu);
  const high = joint === undefined ? undefined : view.nextValue(joint + 1, 3);
  const [one, two] = [view.mentions[low ?? -1], view.mentions[high ?? -1]];
  if (low === undefined || high === undefined || one === undefined || two === undefined) return undefined;
  if (one.period !== undefined && two.period !== undefined && one.number === undefined) {
    const column = view.dateColumn(at);
    const [from, to] = [view.dated(one, column), view.dated(two, column)];
    if (column === undefined) return undefined;
    return {
      condition: { column: column.name, operator: 'between', value: [from.from, to.to] },
      from: at,
      to: high + 1,
    };
  }
  if (one.number === undefined || two.number === undefined || !first.meanings.has('between'))
    return undefined;
  const { column, from, to } = numberColumn(view, at, high);
  if (column === undefined) return undefined;
  return {
    condition: { column: column.name, operator: 'between', value: [one.number, two.number] },
    from,
    to,
  };
}

/** The column of numbers that a bare comparison is about: the one before it, the one behind it, else what is measured. */
function numberColumn(
  view: View,
  from: number,
  to: number,
): { column: KnownColumn | undefined; from: number; to: number } {
  const before = view.previousSaid(from - 1);
  const named = before === undefined ? undefined : view.column(before, 'number');
  if (before !== undefined && named !== undefined && from - before <= 3)
    return { column: named, from: view.isUsed(before) ? from : before, to: to + 1 };
  const after = view.nextSaid(to + 1);
  const behind = after === undefined || after - to > 3 ? undefined : view.column(after, 'number');
  if (after !== undefined && behind !== undefined) return { column: behind, from, to: after + 1 };
  const measured = measuredBefore(view, from);
  if (measured !== undefined) return { column: measured, from, to: to + 1 };
  for (let near = to + 2; near <= to + 6; near++) {
    const column = view.mentions[near - 1]?.mark === '(' ? view.column(near, 'number') : undefined;
    if (column !== undefined) {
      view.use(near);
      return { column, from, to: to + 1 };
    }
  }
  const unit = view.mentions[to + 1];
  return {
    column: view.defaultNumber(),
    from,
    to:
      unit?.small === true && /^(?:€|\$|£|euros?|eur|usd|dollars?|items?)$/iu.test(unit.text)
        ? to + 2
        : to + 1,
  };
}

/** "whose average fee is over 200": what a figure already took is what its number is compared with. */
function measuredBefore(view: View, from: number): KnownColumn | undefined {
  for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
    const said = view.mentions[at];
    if (said === undefined || said.mark !== undefined || said.meanings.has('and')) return undefined;
    const [named] = said.columns;
    if (view.isUsed(at) && named !== undefined && named.fit >= 0.8)
      return view.columns.find(({ name, kind }) => kind === 'number' && name === named.column.name);
    if (!said.small) return undefined;
  }
  return undefined;
}

/** "status is open", "amount > 100", "city not Berlin", "stock below reorder_level". */
function columnAt(view: View, at: number): Atom | undefined {
  const column = view.column(at);
  if (column === undefined) return undefined;
  let next = at + 1;
  let negated = false;
  let operator: string | undefined;
  let bound = false;
  for (; next < Math.min(view.mentions.length, at + 7); next++) {
    const said = view.mentions[next];
    if (said === undefined || view.isUsed(next)) return undefined;
    const own = operatorOf(said);
    if (own !== undefined && operator === undefined && !(own === 'equals' && said.small)) operator = own;
    else if (said.meanings.has('not')) negated = true;
    else if (
      said.meanings.has('cmp:before') ||
      said.meanings.has('cmp:after') ||
      said.meanings.has('cmp:since') ||
      said.meanings.has('cmp:until')
    )
      return column.kind === 'date' ? dayCompared(view, column, at, next) : undefined;
    else if (
      /^(?:is|are|was|were|=|:|ist|sind|war|est|es|è|sont|son|sono|has|equals|of|in)$/iu.test(said.text)
    )
      bound = true;
    else if (!said.small || said.mark !== undefined) break;
  }
  const value = valueAt(view, next, column, operator, bound);
  if (value === undefined) return undefined;
  const plain =
    'valueColumn' in value.part
      ? operator === undefined
        ? undefined
        : { column: column.name, operator, ...value.part }
      : withValue(column.name, operator ?? 'equals', value.part.value);
  if (plain === undefined) return undefined;
  if (operator === 'contains' && typeof plain.value === 'string' && !negated) {
    const found = containing(view, column, operator, { value: plain.value, to: value.to });
    return { condition: found.condition, from: at, to: found.to };
  }
  const open = operatorOf(view.mentions[value.to]);
  if (operator === undefined && typeof plain.value === 'number' && (open === 'atLeast' || open === 'atMost'))
    return { condition: { ...plain, operator: open }, from: at, to: value.to + 1 };
  return { condition: negated ? turned(plain) : plain, from: at, to: value.to };
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
  column: KnownColumn,
  operator: string | undefined,
  bound: boolean,
): { part: { value: Json } | { valueColumn: string }; to: number } | undefined {
  const said = view.mentions[at];
  if (said === undefined) return undefined;
  if (
    said.number !== undefined &&
    (operator !== undefined || (bound && said.period === undefined)) &&
    column.kind !== 'date'
  ) {
    const unit = view.mentions[at + 1];
    return {
      part: { value: said.number },
      to: unit?.meanings.has('percent') || /^(?:€|\$|euros?)$/iu.test(unit?.text ?? '') ? at + 2 : at + 1,
    };
  }
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

/** One cell of a column, or several in a row: "North, South or East". */
function cellsFrom(
  view: View,
  at: number,
  column: KnownColumn,
): { values: string[]; to: number } | undefined {
  const values: string[] = [];
  let to = at;
  for (let next = at; next < view.mentions.length; next++) {
    const said = view.mentions[next];
    if (said === undefined || view.isUsed(next)) break;
    const cell = view.cells(next).find((one) => one.column === column.name);
    if (cell !== undefined) {
      values.push(cell.value);
      to = next + 1;
    } else if (
      !(said.meanings.has('or') || said.meanings.has('and') || said.mark === ',' || said.mark === '/') ||
      values.length === 0
    )
      break;
  }
  return values.length === 0 ? undefined : { values, to };
}

/** "over 100", "more than 3 items", "at least 5 hours": a number whose column is told by what stands around. */
function comparisonAt(view: View, at: number): Atom | undefined {
  const said = view.mentions[at];
  const operator = operatorOf(said);
  if (operator === undefined || !isNumeric(operator)) return undefined;
  const value = view.nextValue(at + 1, 2);
  const number = view.mentions[value ?? -1]?.number;
  if (value === undefined || number === undefined) {
    // "20 or more" has its number before it.
    const before = view.mentions[at - 1]?.number;
    if (before === undefined || view.isUsed(at - 1) || !/^at/u.test(operator)) return undefined;
    const { column, from, to } = numberColumn(view, at - 1, at);
    return column === undefined
      ? undefined
      : { condition: { column: column.name, operator, value: before }, from, to };
  }
  const { column, from, to } = numberColumn(view, at, value);
  return column === undefined
    ? undefined
    : { condition: { column: column.name, operator, value: number }, from, to };
}

const AT: Readonly<Record<string, (from: string, to: string) => readonly [string, string]>> = {
  'cmp:before': (from) => ['lessThan', from],
  'cmp:after': (_, to) => ['greaterThan', to],
  'cmp:since': (from) => ['atLeast', from],
  'cmp:until': (_, to) => ['atMost', to],
};

/** "ordered after March": the column, then how, then when. */
function dayCompared(view: View, column: KnownColumn, at: number, how: number): Atom | undefined {
  const value = view.nextValue(how + 1, 2);
  const said = view.mentions[value ?? -1];
  const meaning = Object.keys(AT).find((one) => view.mentions[how]?.meanings.has(one));
  if (value === undefined || said?.period === undefined || meaning === undefined) return undefined;
  const { from, to } = view.dated(said, column);
  const [operator, day] = AT[meaning]?.(from, to) ?? ['equals', from];
  return { condition: { column: column.name, operator, value: day }, from: at, to: value + 1 };
}

/** "in March", "since 2026-01-05", "before May", "2026". */
function periodAt(view: View, at: number): Atom | undefined {
  const said = view.mentions[at];
  const meaning = Object.keys(AT).find((one) => said?.meanings.has(one));
  const when = said?.period === undefined ? view.nextValue(at + 1, 2) : at;
  const period = view.mentions[when ?? -1];
  if (
    when === undefined ||
    period?.period === undefined ||
    (said?.period === undefined && meaning === undefined)
  )
    return undefined;
  const column = view.dateColumn(at);
  if (column === undefined) {
    const year =
      period.number === undefined
        ? undefined
        : view.columns.find(
            (one) => one.kind === 'number' && /^(?:year|jahr|annee|ano|anno)$/u.test(one.words.at(-1) ?? ''),
          );
    return year === undefined
      ? undefined
      : {
          condition: { column: year.name, operator: 'equals', value: period.number ?? null },
          from: at,
          to: when + 1,
        };
  }
  const { from, to } = view.dated(period, column);
  if (meaning !== undefined) {
    const [operator, day] = AT[meaning]?.(from, to) ?? ['equals', from];
    return { condition: { column: column.name, operator, value: day }, from: at, to: when + 1 };
  }
  const condition: Condition =
    from === to
      ? { column: column.name, operator: 'equals', value: from }
      : { column: column.name, operator: 'between', value: [from, to] };
  return { condition, from: at, to: when + 1 };
}

/** "from Berlin", "open tickets", "North or South". */
function cellAt(view: View, at: number): Atom | undefined {
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
  return {
    condition: withValue(column.name, 'equals', list.values.length === 1 ? only : list.values),
    from: at,
    to,
  };
}

/** "mentions budget", "containing "late"": looked for in the column of long texts. */
function textAt(view: View, at: number): Atom | undefined {
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

/** Conditions beside each other must all hold; those with an "or" between them are a bracket. */
function combined(view: View, atoms: readonly Atom[]): Condition[] {
  const groups: Condition[][] = [];
  atoms.forEach((atom, at) => {
    const before = atoms[at - 1];
    const last = groups.at(-1);
    if (before !== undefined && last !== undefined && orBetween(view, before.to, atom.from))
      last.push(atom.condition);
    else groups.push([atom.condition]);
  });
  return groups.map((group) =>
    group.length === 1 && group[0] !== undefined ? group[0] : { conditions: group, match: 'any' as const },
  );
}

function orBetween(view: View, from: number, to: number): boolean {
  let found = false;
  for (let at = from; at < to; at++) {
    const said = view.mentions[at];
    if (said?.meanings.has('or')) {
      found = true;
      view.use(at, at + 1);
    } else if (said === undefined || (!said.small && said.files.length === 0 && !said.meanings.has('only')))
      return found;
  }
  return found;
}
