/** What a sentence about a plan wants done to its rows: other groups and figures, a narrower or wider filter, an order, columns. */

import { type Json, jsonEquals } from '../../lib/json.ts';
import { type Change, isMore, isOld, put } from './change.ts';
import { changeFigures, figureSaid, having } from './change-figures.ts';
import { changeFilter } from './change-filter.ts';
import { figureName } from './figure-names.ts';
import { figuresIn, keysIn, type Loose, namesOfKeys } from './loose-call.ts';
import { pathOf } from './plan-edit.ts';
import { aggregateAt } from './read-figures.ts';
import { formulasIn } from './read-formulas.ts';
import type { Action } from './request.ts';
import { PARTS } from './wish.ts';

/** Every change to rows that the sentence asks for, the groups first. */
export function changeRows(change: Change): void {
  derived(change);
  // "count each e-mail only once" asks for no other figure than there is.
  if (change.view.find('once') >= 0) duplicates(change);
  changeFigures(change);
  keys(change);
  measure(change);
  partners(change);
  changeFilter(change);
  duplicates(change);
  columns(change);
  order(change);
}

/** "add a column total = price * quantity": before the rows are grouped. */
function derived(change: Change): void {
  const { view, edit } = change;
  const [first] = view.find('newcolumn') < 0 && !/=/u.test(change.said.text) ? [] : formulasIn(view);
  const group = edit.last('groupRows');
  const call = group === undefined ? edit.end() : edit.calls.find((one) => pathOf(one) === group.rows);
  if (first === undefined || call === undefined) return;
  const { action } = first;
  put(change, call, 'addColumn', { name: action.name, expression: action.formula }, action);
}

type Found = { readonly at: number; readonly column: string; readonly part?: string };

/** "per month as well", "by product instead", "without the region". */
function keys(change: Change): void {
  const { view, edit } = change;
  const found = view.mentions.flatMap((mention, at): Found[] => {
    // "without the month" asks for none.
    if (view.isUsed(at) || [at - 1, at - 2].some((i) => view.has(i, 'not', 'unwanted'))) return [];
    const near = [at - 1, at - 2].some((i) => view.has(i, 'per', 'each') && !view.has(i, 'sort'));
    // "of the year 2026": that year, and no key.
    const next = view.mentions[at + 1];
    if (!near && (next?.number !== undefined || next?.period !== undefined)) return [];
    const exact = (mention.columns[0]?.fit ?? 0) >= 1;
    const part = exact && !near ? undefined : PARTS.find((one) => mention.meanings.has(`unit:${one}`));
    const date = part === undefined ? undefined : view.columns.find(({ kind }) => kind === 'date');
    const column = date ?? (near ? view.column(at, 'label') : undefined);
    return column === undefined || !(near || part !== undefined)
      ? []
      : [{ at, column: column.name, ...(date === undefined || part === undefined ? {} : { part }) }];
  });
  const wanted = found.filter(({ at }) => !isOld(change, at));
  const groups = edit.returned();
  if (wanted.length === 0) {
    keyGone(change, groups);
    return;
  }
  for (const { at } of found)
    for (const i of [at, at - 1, at - 2]) if (i === at || view.has(i, 'per', 'each')) view.use(i);
  const fresh = wanted
    .map(({ column, part }): Json => (part === undefined ? column : { column, part }))
    .filter((key, at, all) => all.findIndex((one) => jsonEquals(one, key)) === at);
  if (groups.length === 0) {
    grouped(change, fresh);
    return;
  }
  const also = isMore(change) || wanted.every(({ at }) => isDivided(change, at));
  const were = groups.flatMap((group) => namesOfKeys(keysIn(group)));
  for (const group of groups) groupedBy(change, group, fresh, also);
  // "not per worker but per service": what it was before, and is no more.
  for (const at of view.mentions.keys()) {
    const not = [at - 1, at - 2].find((i) => view.has(i, 'not', 'unwanted'));
    const column = not === undefined || also ? undefined : view.column(at)?.name;
    if (column !== undefined && were.includes(column)) view.use(not ?? at, at + 1);
  }
}

/** A group by other keys, or by more of them. */
function groupedBy(change: Change, group: Loose, fresh: readonly Json[], also: boolean): void {
  const { edit } = change;
  const before = keysIn(group);
  const isThere = (key: Json) => before.some((one) => jsonEquals(one, key));
  // A key that is there stands once: twice it would be a column of the same name.
  if (also ? fresh.every(isThere) : fresh.length === before.length && fresh.every(isThere)) {
    edit.so(group);
    return;
  }
  const more = fresh.filter((key) => !isThere(key));
  const by = also ? [...before, ...more] : [...fresh];
  const [only] = by;
  const was = namesOfKeys(before);
  edit.set(group, { by: by.length === 1 && typeof only === 'string' ? only : by, part: undefined });
  if (also) drawnBy(change, group, was, more);
}

const DIVIDES =
  /(?:\bsplit|\bbr(?:ea|o)k|\bdivide|\bsubdivide|aufteil|aufgeteilt|aufschl[uü]ssel|aufgeschl[uü]sselt|unterteil|\bventil|\br[eé]parti|\bdesglos|\bsuddivi)[^,;.]*$/iu;

/** "split by service": each row that there is comes apart further, and none goes. */
function isDivided({ said, view }: Change, at: number): boolean {
  const before = said.text.slice(0, said.mentions[at]?.start ?? 0);
  return view.find('instead') < 0 && DIVIDES.test(before);
}

/** What a chart of the groups is drawn by once they have one key more: a time goes across, and what went across is told by colour. */
function drawnBy({ edit }: Change, group: Loose, was: readonly string[], fresh: readonly Json[]): void {
  const chart = edit.last('makeChart');
  const [first] = fresh;
  if (chart === undefined || first === undefined || !edit.keepsRows(chart, group)) return;
  const x = String(chart.x);
  if (chart.color !== undefined || !was.includes(x)) return;
  const [name = ''] = namesOfKeys([first]);
  const isTime = typeof first !== 'string';
  edit.set(chart, isTime ? { x: name, color: x } : { color: name });
}

/** "without the month": one of several keys goes. */
function keyGone({ view, edit }: Change, groups: readonly Loose[]): void {
  const gone = view.find('not', 'unwanted');
  const next = gone < 0 ? undefined : view.nextSaid(gone + 1);
  if (next === undefined) return;
  const named = view.column(next)?.name;
  for (const group of groups) {
    const before = keysIn(group);
    const kept = before.filter((key) => {
      const { column, part } =
        typeof key === 'string' ? { column: key } : (key as { column: string; part?: string });
      return !(part === undefined ? column === named : view.has(next, `unit:${part}`));
    });
    if (kept.length === before.length || kept.length === 0) continue;
    view.use(gone);
    view.use(next);
    const [only] = kept;
    edit.set(group, { by: kept.length === 1 && typeof only === 'string' ? only : kept, part: undefined });
  }
}

/** A plan without groups gets them: of the figure that is named, else of what is measured, else how many. */
function grouped(change: Change, by: readonly Json[]): void {
  const { view, edit } = change;
  const end = edit.end();
  if (end === undefined) return;
  const at = view.mentions.findIndex((_, i) => aggregateAt(view, i) !== undefined);
  const aggregate = at < 0 ? undefined : aggregateAt(view, at);
  const place = view.mentions.findIndex(
    (_, i) => i !== at && !view.isUsed(i) && view.column(i, 'number') !== undefined,
  );
  const column = aggregate === 'count' ? undefined : (view.column(place, 'number') ?? view.defaultNumber());
  if (column?.name.startsWith('†')) return;
  for (const i of [at, place]) if (i >= 0) view.use(i);
  const figure = {
    aggregate: aggregate ?? (column === undefined ? 'count' : 'sum'),
    ...(column === undefined ? {} : { column: column.name }),
  };
  const as = figureName(figure);
  const action: Action = {
    do: 'group',
    by: by.map((key) =>
      typeof key === 'string' ? { column: key } : (key as { column: string; part: string }),
    ),
    figures: [figure],
  };
  const [only] = by;
  put(
    change,
    end,
    'groupRows',
    { by: by.length === 1 && typeof only === 'string' ? only : [...by], ...figure, as },
    action,
  );
}

/** "units instead of amount": in every group that has the one which goes. */
function measure(change: Change): void {
  const { view, edit } = change;
  if (view.find('instead') < 0) return;
  const groups = edit
    .groups()
    .filter((group) => figuresIn(group).length === 1 && figuresIn(group)[0]?.aggregate !== 'count');
  const found = view.mentions.flatMap((_, at) => {
    const column = view.isUsed(at) ? undefined : view.column(at, 'number');
    return column === undefined ? [] : [{ at, column: column.name }];
  });
  const wanted = found.find(({ at }) => !isOld(change, at));
  if (wanted === undefined || groups.length === 0) return;
  for (const { at } of found) view.use(at);
  const old = found.filter(({ at }) => isOld(change, at)).map(({ column }) => column);
  for (const group of having(groups, ({ column = '' }) => old.includes(column))) {
    const [{ aggregate = 'sum' } = {}] = figuresIn(group);
    const figure = { aggregate, column: wanted.column };
    edit.set(group, { column: wanted.column, as: figureName(figure) });
  }
}

/** "keep the customers without orders, too": rows without a partner stay. */
function partners({ said, view, edit }: Change): void {
  const join = edit.last('joinRows');
  const lacks = view.find('nopartner', 'empty');
  if (
    join === undefined ||
    lacks < 0 ||
    (view.find('also', 'only') < 0 && !/even|auch|keep/iu.test(said.text))
  )
    return;
  if (view.find('also') < 0) return;
  edit.set(join, { how: 'left' });
  for (const i of view.mentions.keys()) view.use(i);
}

/** "without duplicates", "each customer once". */
function duplicates(change: Change): void {
  const { view, edit } = change;
  const once = view.find('once');
  const at = once < 0 ? view.find('dedupe', 'duplicates') : once;
  const call = edit.last('filterRows') ?? edit.near.find(({ file }) => file !== undefined);
  if (at < 0 || call === undefined || edit.last('removeDuplicates') !== undefined) return;
  view.use(at);
  if (once >= 0)
    for (const i of view.mentions.keys()) if (view.has(i, 'agg:count', 'duplicates')) view.use(i);
  const not = view.find('not');
  if (not >= 0) view.use(not);
  const named = view.mentions.flatMap((_, i) => {
    // "each e-mail only once" names it before.
    const isNear = view.has(at, 'once') ? i < at : i > at;
    const column =
      isNear && !view.isUsed(i) && view.mentions[i]?.small === false ? view.column(i) : undefined;
    if (column !== undefined) view.use(i);
    return column === undefined ? [] : [column.name];
  });
  put(change, call, 'removeDuplicates', named.length === 0 ? {} : { columns: named }, {
    do: 'dedupe',
    columns: named,
  });
}

/** "only the columns a and b", "only show a and b", "without the e-mail", "also the city". */
function columns(change: Change): void {
  const { view, edit } = change;
  const end = edit.end();
  const there = edit.columnsAfter(end);
  if (end === undefined) return;
  const named = view.mentions.flatMap((mention, at) => {
    const column = view.isUsed(at) || mention.mark !== undefined ? undefined : view.column(at);
    const isThere = there.some(({ name }) => name === column?.name);
    return column === undefined || !isThere || (mention.columns[0]?.fit ?? 0) < 0.7
      ? []
      : [{ at, name: column.name }];
  });
  const word = view.find('columns');
  const selected = edit.last('selectColumns');
  const gone = view.find('not', 'unwanted');
  const also = view.find('also') >= 0;
  const asked =
    word >= 0 ||
    view.find('only', 'show') >= 0 ||
    gone >= 0 ||
    /\b(?:only|just|nur|seulement|solo)\b/iu.test(change.said.text);
  if (named.length === 0 || !asked) return;
  const names = [...new Set(named.map(({ name }) => name))];
  const before = there.map(({ name }) => name);
  const kept =
    gone >= 0
      ? before.filter((name) => !names.includes(name))
      : also && selected !== undefined && Array.isArray(selected.columns)
        ? [...(selected.columns as string[]), ...names]
        : names;
  if (kept.length === 0 || (gone >= 0 && kept.length === before.length)) return;
  for (const at of [word, gone, ...named.map((one) => one.at)]) if (at >= 0) view.use(at);
  if (selected !== undefined && end === selected) edit.set(selected, { columns: kept });
  else put(change, end, 'selectColumns', { columns: kept }, { do: 'select', columns: kept });
}

/** "sort it by name", "largest first". */
function order(change: Change): void {
  const { view, edit } = change;
  const way = view.mentions.findIndex(
    (_, i) => !view.isUsed(i) && view.has(i, 'asc', 'desc', 'most', 'least', 'newestfirst', 'oldestfirst'),
  );
  // "highest yield first"
  const first =
    way < 0 ? undefined : [1, 2, 3].find((ahead) => FIRST.test(view.mentions[way + ahead]?.text ?? ''));
  const at =
    first === undefined ? view.find('sort', 'asc', 'desc', 'newestfirst', 'oldestfirst') : way + first;
  const end = edit.end();
  if (at < 0 || end === undefined) return;
  const there = edit.columnsAfter(end);
  const place = view.mentions.findIndex((_, i) => {
    const name = view.column(i)?.name;
    return (
      name !== undefined && (there.some((one) => one.name === name) || figureOf(change, name) !== undefined)
    );
  });
  const figure = figureSaid(change);
  const named = place < 0 ? undefined : view.column(place)?.name;
  const sort = edit.last('sortRows');
  const dated = view.has(way, 'newestfirst', 'oldestfirst')
    ? there.find(({ kind }) => kind === 'date')?.name
    : undefined;
  const own =
    figure?.as ??
    (named === undefined
      ? undefined
      : (there.find(({ name }) => name === named)?.name ?? figureOf(change, named)));
  const column =
    own ??
    dated ??
    (sort === undefined ? there.findLast(({ kind }) => kind === 'number')?.name : String(sort.column));
  if (column === undefined) return;
  const down = way >= 0 && view.has(way, 'desc', 'most', 'newestfirst');
  for (const i of [at, way, place, ...(figure?.words ?? [])]) if (i >= 0) view.use(i);
  if (sort !== undefined) {
    const kept = own !== undefined && way < 0 ? sort.direction : down ? 'descending' : 'ascending';
    edit.set(sort, { column, direction: kept });
  } else
    put(
      change,
      end,
      'sortRows',
      { column, ...(down ? { direction: 'descending' } : {}) },
      { do: 'sort', column, down },
    );
}

const FIRST = /^(?:first|on top|at the top|zuerst|oben|d'abord|primero|prima)$/iu;

/** What a group computes of a column, by the name it has there. */
function figureOf({ edit }: Change, column: string): string | undefined {
  const group = edit.group();
  return group === undefined ? undefined : figuresIn(group).find((one) => one.column === column)?.as;
}
