/** From mentions to what is done to rows, in the order of doing. One table, one wish. Knows no tool. */

import { figureName, keyName } from './figure-names.ts';
import { isIntensive, type KnownColumn } from './known-tables.ts';
import { distinctIn, duplicatesIn, selectedColumns, showColumns } from './read-columns.ts';
import { conditionsIn } from './read-conditions.ts';
import { countCondition, freeNumbers, lateFigures, readFigures, rowFigureIn } from './read-figures.ts';
import { type Derived, formulasIn, inFormula } from './read-formulas.ts';
import { labelledFigures, readKeys, readShare, whoOrWhich } from './read-keys.ts';
import { countedLists, withLists } from './read-lists.ts';
import { type Order, orderAction, orderIn } from './read-order.ts';
import { freeRanking, readExtremes, readFirstDays, readRanking } from './read-ranking.ts';
import { inputPath } from './reference.ts';
import type { Action, Condition, End, Figure } from './request.ts';
import type { View } from './view.ts';
import { type Ranking, Wish } from './wish.ts';

interface RowsRead {
  readonly actions: readonly Action[];
  readonly end: End;
}

/** What the free mentions ask of the rows, in the order of doing. */
export function readRows(view: View): RowsRead {
  const { actions, end } = readAsTold(view);
  return { actions: withLists(actions, end, view.columns), end };
}

function readAsTold(view: View): RowsRead {
  const wish = new Wish(view);
  const derived = formulasIn(view);
  for (const { action } of derived) {
    wish.derived = newColumn(action.name, action.numeric);
    view.columns = [...view.columns, wish.derived];
  }
  const dedupe = duplicatesIn(wish);
  const selected = selectedColumns(wish);
  const distinct = distinctIn(wish);
  readShare(wish);
  countedLists(wish);
  const rowFigure = rowFigureIn(wish);
  readKeys(wish);
  const order = orderIn(wish);
  readExtremes(wish);
  readFirstDays(wish);
  readRanking(wish);
  readFigures(wish);
  const counted = countCondition(wish);
  const conditions = conditionsIn(view);
  lateFigures(wish);
  whoOrWhich(wish);
  labelledFigures(wish);
  freeRanking(wish);
  const ranked = wish.ranking;
  // "sort by price and keep the 3 most expensive" is one order.
  if (ranked !== undefined && ranked.by === undefined && order?.column?.kind === 'number')
    wish.ranking = { ...ranked, by: order.column };
  const firstOf = ranked === undefined ? undefined : firstOfOrder(wish, ranked, order);
  if (firstOf !== undefined) wish.ranking = undefined;
  const { rows, groups } = apart(wish, conditions);
  groups.push(...counted);
  const actions: Action[] = [];
  if (rows.length > 0) actions.push(filterOf(rows));
  const ratio = derived.find((one) => one.ratio !== undefined);
  // Of groups it is one total for each of the other, and no average of the rows.
  if (wish.keys.length > 0 && wish.figures.length === 0) wish.ratio = ratio;
  const before = derived.filter((one) => wish.ratio === undefined || one !== ratio);
  actions.push(...before.map(({ action }) => action), ...dedupe);
  if (distinct !== undefined) {
    if (distinct.counted && wish.keys.length > 0)
      wish.figures.push({ aggregate: 'distinct', column: distinct.column });
    else if (distinct.counted)
      return {
        actions: [
          ...actions,
          { do: 'group', by: [], figures: [{ aggregate: 'distinct', column: distinct.column }] },
        ],
        end: { kind: 'number', column: 'distinct' },
      };
    else if (wish.figures.length === 0 && wish.keys.length === 0)
      return { actions, end: { kind: 'list', column: distinct.column } };
  }
  const end = groupsOf(wish, actions, groups, derived.at(-1)?.action);
  if (rowFigure !== undefined) actions.push(rowFigure);
  if (
    order !== undefined &&
    end.kind !== 'number' &&
    (firstOf !== undefined || ranked === undefined || order.way)
  ) {
    const ordered = orderAction(wish, order, actions);
    const sorted = ordered.do === 'sort' ? { ...ordered, ...firstOf } : ordered;
    const last = actions.at(-1);
    if (
      !(
        last?.do === 'sort' &&
        sorted.do === 'sort' &&
        last.column === sorted.column &&
        last.down === sorted.down
      )
    )
      actions.push(sorted);
  }
  showColumns(wish, actions, selected);
  // "which products …": each of them once.
  const shown = actions.at(-1);
  const only =
    shown?.do === 'select' && shown.columns.length === 1 && selected.length === 0
      ? view.columns.find(({ name }) => name === shown.columns[0])
      : undefined;
  if (
    only !== undefined &&
    wish.asks &&
    only.kind === 'text' &&
    !only.unique &&
    end.kind === 'rows' &&
    actions.every(({ do: what }) => what !== 'sort')
  )
    return { actions: actions.slice(0, -1), end: { kind: 'list', column: only.name } };
  return { actions, end };
}

/** Groups, ranks and figures, as far as they were asked for; gives how the rows end. */
function groupsOf(
  wish: Wish,
  actions: Action[],
  groups: readonly Condition[],
  derived: Action | undefined,
): End {
  const ranking = wish.ranking;
  const view = wish.view;
  if (wish.keys.length > 0) {
    const best = bestOfEach(wish);
    if (best !== undefined) {
      actions.push(best);
      return { kind: 'rows' };
    }
    if (wish.ratio?.ratio !== undefined) return ratioOfGroups(wish, wish.ratio, actions);
    const asked = wish.figures.length > 0 || wish.share || ranking !== undefined;
    const figures = figuresOrUsual(wish, derived);
    const alone = asked || groups.length > 0 ? undefined : oneRowOfEach(wish, figures);
    if (alone !== undefined) {
      actions.push(alone);
      return { kind: 'rows' };
    }
    const [down, across] = wish.keys;
    const crossed = view.find('pivot');
    if (crossed >= 0 && down !== undefined && across !== undefined && figures[0] !== undefined) {
      view.use(crossed);
      actions.push({ do: 'pivot', by: [down], across, figure: figures[0] });
      return { kind: 'rows' };
    }
    actions.push({ do: 'group', by: wish.keys, figures });
    if (groups.length > 0) actions.push(filterOf(groups));
    if (ranking !== undefined) {
      const [first] = figures;
      const column = first === undefined ? 'count' : figureName(first);
      actions.push(...ranks(ranking, column, perOf(wish, ranking)));
    }
    return { kind: 'rows' };
  }
  if (ranking !== undefined) {
    const column =
      ranking.by?.name ??
      (ranking.unknown === true ? inputPath('column') : undefined) ??
      (ranking.ofDate === true
        ? view.columns.find(({ kind }) => kind === 'date')?.name
        : view.defaultNumber()?.name);
    if (column !== undefined) actions.push(...ranks(ranking, column));
    // "average price of the three most expensive": of those alone.
    if (column !== undefined && wish.figures.length > 0 && !wish.isRankedByFigure && !ranking.lone)
      return figuresOf(wish, actions);
    return { kind: 'rows' };
  }
  return wish.figures.length === 0 ? { kind: 'rows' } : figuresOf(wish, actions);
}

/** Figures of all the rows there are. */
function figuresOf({ figures }: Wish, actions: Action[]): End {
  actions.push({ do: 'group', by: [], figures });
  const [only] = figures;
  return figures.length === 1 && only !== undefined
    ? { kind: 'number', column: figureName(only) }
    : { kind: 'figures' };
}

/** "sort by last name and show the first 3": so many of that order, and of no other. */
function firstOfOrder(
  wish: Wish,
  ranked: Ranking,
  order: Order | undefined,
): { limit: number; down?: boolean } | undefined {
  if (order?.column === undefined || ranked.isEnd === undefined || ranked.by !== undefined || ranked.lone)
    return undefined;
  if (wish.keys.length > 0 && ranked.of !== undefined) return undefined;
  return { limit: ranked.limit, ...(ranked.isEnd === 'last' ? { down: !order.down } : {}) };
}

/** The first so many; of "the second highest" the last of the first two. */
function ranks({ down, limit, nth }: Ranking, column: string, per: { per?: string[] } = {}): Action[] {
  if (nth === undefined) return [{ do: 'sort', column, down, limit, ...per }];
  return [
    { do: 'sort', column, down, limit: nth, ...per },
    { do: 'sort', column, down: !down, limit: 1, ...per },
  ];
}

/** "hours per bed for every ward": both totals of the group, and one divided by the other. */
function ratioOfGroups(
  wish: Wish,
  { action, ratio: [above, below] = ['', ''] }: Derived,
  actions: Action[],
): End {
  const isLookedUp = wish.view.columns.some(({ name, isLookedUp: is }) => name === below && is === true);
  const figures: Figure[] = [
    { aggregate: 'sum', column: above },
    // What stands again in every row is one thing, and not added up.
    { aggregate: isLookedUp ? 'max' : 'sum', column: below },
  ];
  const [one, other] = figures.map((figure) => inFormula(figureName(figure)));
  actions.push({ do: 'group', by: wish.keys, figures }, { ...action, formula: `${one} / ${other}` });
  if (wish.ranking !== undefined) actions.push(...ranks(wish.ranking, action.name));
  return { kind: 'rows' };
}

/** "temperature by date" of a table with one row for each date: there is nothing to add up. */
function oneRowOfEach(wish: Wish, figures: readonly Figure[]): Action | undefined {
  const [key, ...others] = wish.keys;
  const column = wish.view.columns.find(({ name }) => name === key?.column);
  const measured = figures.flatMap((figure) => figure.column ?? []);
  if (key === undefined || others.length > 0 || column?.unique !== true || column.cells.length < 2)
    return undefined;
  if ((key.part !== undefined && key.part !== 'day') || measured.length === 0) return undefined;
  return { do: 'select', columns: [key.column, ...measured] };
}

/** "the best sale per product": rows, and not groups, are ranked within each. */
function bestOfEach(wish: Wish): Action | undefined {
  const ranking = wish.ranking;
  if (
    ranking === undefined ||
    ranking.of !== undefined ||
    !wish.perKeys ||
    wish.figures.length > 0 ||
    ranking.byCount === true
  )
    return undefined;
  if (wish.keys.some(({ part }) => part !== undefined)) return undefined;
  const column = ranking.by ?? wish.view.defaultNumber();
  return column === undefined
    ? undefined
    : {
        do: 'sort',
        column: column.name,
        down: ranking.down,
        limit: ranking.limit,
        per: wish.keys.map((key) => key.column),
      };
}

/** "top 3 customers per region": the best of each of the other groups. */
function perOf(wish: Wish, { of }: Ranking): { per?: string[] } {
  if (of === undefined || wish.keys.length < 2) return {};
  const per = wish.keys.filter((key) => key.column !== of.name).map(keyName);
  return per.length === 0 ? {} : { per };
}

function figuresOrUsual(wish: Wish, derived: Action | undefined): Figure[] {
  const { by, byCount } = wish.ranking ?? {};
  if (wish.figures.length > 0) return wish.share ? withShares(wish.figures) : wish.figures;
  if (byCount === true) return [{ aggregate: 'count' }];
  if (by !== undefined)
    return [{ aggregate: wish.share ? 'percent' : isIntensive(by) ? 'mean' : 'sum', column: by.name }];
  const named = derived?.do === 'derive' && derived.numeric ? [derived.name] : freeNumbers(wish);
  const aggregate = wish.share ? 'percent' : 'sum';
  if (named.length > 0) return named.map((column) => ({ aggregate, column }));
  const ofRows = wish.view.mentions.some(({ files }) => files.length > 0);
  const measure =
    wish.ranking === undefined && (ofRows || wish.share) ? undefined : wish.view.defaultNumber();
  if (measure !== undefined) return [{ aggregate, column: measure.name }];
  return [{ aggregate: wish.share ? 'percent' : 'count' }];
}

/** "share of each channel in the number of orders": each total and count that is named with the share it makes. */
function withShares(figures: readonly Figure[]): Figure[] {
  const shares = figures.flatMap(({ aggregate, column }): Figure[] => {
    if (aggregate !== 'sum' && aggregate !== 'count') return [];
    return [{ aggregate: 'percent', ...(column === undefined ? {} : { column }) }];
  });
  return [...figures, ...shares];
}

/** Conditions on what is computed for the groups come after them. */
function apart(wish: Wish, conditions: readonly Condition[]): { rows: Condition[]; groups: Condition[] } {
  const rows: Condition[] = [];
  const groups: Condition[] = [];
  const measures = new Map(wish.figures.map((figure) => [figure.column ?? '', figureName(figure)]));
  for (const condition of conditions) {
    const computed =
      wish.keys.length > 0 &&
      wish.figures.length > 0 &&
      /Than|^at(?:Least|Most)/u.test(condition.operator ?? '')
        ? measures.get(condition.column ?? '')
        : undefined;
    if (computed === undefined) rows.push(condition);
    else groups.push({ ...condition, column: computed });
  }
  return { rows, groups };
}

const filterOf = (conditions: readonly Condition[]): Action => {
  const [only] = conditions;
  if (
    conditions.length === 1 &&
    only?.conditions !== undefined &&
    only.match !== undefined &&
    only.not !== true
  )
    return { do: 'filter', conditions: only.conditions, match: only.match };
  return { do: 'filter', conditions, match: 'all' };
};

const newColumn = (name: string, numeric: boolean): KnownColumn => ({
  name,
  kind: numeric ? 'number' : 'text',
  cells: [],
  unique: false,
  blanks: false,
  words: name.toLowerCase().split(/[\s_]+/u),
});
