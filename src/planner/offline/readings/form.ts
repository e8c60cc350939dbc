/** From tiles to one query over rows: which measure each figure is of, what a rank is by, what is only shown. Knows no word. */

import type { KnownColumn } from '../known-tables.ts';
import { combined } from '../read-conditions.ts';
import type { Order } from '../read-order.ts';
import { type Shared, sharedBy } from '../read-shares.ts';
import type { Action, Atom, Condition, Figure, Key } from '../request.ts';
import type { View } from '../view.ts';
import type { Ranking } from '../wish.ts';
import { isJoined, isMeasured } from './place.ts';
import type { Tile } from './tile.ts';
import type { Feature } from './weights.ts';

/** A query over rows, before what nobody said is filled in. */
export interface Form {
  readonly keys: readonly Key[];
  /** Groups were asked for by "per", and not by "which". */
  readonly perKeys: boolean;
  /** Keys that were asked for by "which". */
  readonly askedKeys: readonly string[];
  readonly figures: readonly Figure[];
  /** Measures that no figure and no rank took. */
  readonly free: readonly KnownColumn[];
  readonly ranking: Ranking | undefined;
  /** A figure was named to rank by: "top 5 by total amount". */
  readonly isRankedByFigure: boolean;
  readonly order: Order | undefined;
  readonly conditions: readonly Condition[];
  readonly counted: readonly Condition[];
  /** Of those conditions, where a share is asked for: what the share is of, and which rows make it. */
  readonly shared?: Shared | undefined;
  readonly share: boolean;
  readonly asks: boolean;
  readonly pivot: boolean;
  readonly shown: readonly KnownColumn[];
  readonly selected: readonly string[];
  readonly distinct: { readonly column: string; readonly counted: boolean } | undefined;
  readonly dedupe: readonly Action[];
  readonly rowFigure: Action | undefined;
  readonly features: readonly Feature[];
}

interface Made {
  keys: Key[];
  keyColumns: KnownColumn[];
  perKeys: boolean;
  figures: Figure[];
  free: KnownColumn[];
  ranking: Ranking | undefined;
  isRankedByFigure: boolean;
  /** Words for figures that still lack their column. */
  waiting: string[];
  /** What the last measure was taken for. */
  last: readonly string[];
  lastAt: number;
  rankAt: number;
  features: Feature[];
}

/** @param view uses up what joins conditions */
export function formOf(tiles: readonly Tile[], view: View, derived: KnownColumn | undefined): Form {
  const made: Made = {
    keys: [],
    keyColumns: [],
    perKeys: false,
    figures: [],
    free: [],
    ranking: undefined,
    isRankedByFigure: false,
    waiting: [],
    last: [],
    lastAt: -9,
    rankAt: -9,
    features: [],
  };
  const ordered = tiles.toSorted((a, b) => a.at - b.at);
  for (const tile of ordered) place(made, tile, view);
  settle(made, view, derived, ordered);
  const put = <K extends Tile['put']['is']>(is: K) =>
    ordered.flatMap((tile) => (tile.put.is === is ? [tile.put as Extract<Tile['put'], { is: K }>] : []));
  const atoms: Atom[] = put('when').map(({ atom }) => atom);
  const conditions = combined(view, atoms);
  const { keys, perKeys, figures, free, ranking, isRankedByFigure, features } = made;
  const counted = put('counted').map(
    ({ operator, number }): Condition => ({ column: 'count', operator, value: number }),
  );
  return {
    keys,
    perKeys,
    askedKeys: put('key').flatMap(({ column, isPer }) => (isPer ? [] : [column.name])),
    figures:
      counted.length > 0 && figures.every(({ aggregate }) => aggregate !== 'count')
        ? [...figures, { aggregate: 'count' }]
        : figures,
    free,
    ranking,
    isRankedByFigure,
    order: put('order')[0]?.order,
    conditions,
    counted,
    shared: put('share').length > 0 ? sharedBy(view, atoms) : undefined,
    share: put('share').length > 0,
    asks: put('asks').length > 0,
    pivot: put('pivot').length > 0,
    shown: put('show').map(({ column }) => column),
    selected: put('columns').flatMap(({ names }) => names),
    distinct: put('distinct')[0],
    dedupe: put('dedupe').flatMap(({ actions }) => actions),
    rowFigure: put('rowFigure')[0]?.action,
    features: [...features, ...clashes(atoms, conditions, made, ordered)],
  };
}

function place(made: Made, { put, at }: Tile, view: View): void {
  if (put.is === 'key') placeKey(made, put);
  else if (put.is === 'rank') {
    if (made.ranking !== undefined) made.features.push('lostOrder');
    else made.ranking = put.ranking;
    made.rankAt = at;
  } else if (put.is === 'figure') placeFigure(made, put, at, view);
  else if (put.is === 'measure') placeMeasure(made, put, at, view);
  else if (put.is === 'made') {
    made.figures.push(put.figure);
    if (put.key !== undefined) made.keys.push({ column: put.key });
  }
}

function placeKey(made: Made, { column, part, isPer }: Extract<Tile['put'], { is: 'key' }>): void {
  if (made.keys.some((key) => key.column === column.name && key.part === part)) {
    if (!isPer) made.features.push('twoKeysAlike');
    return;
  }
  made.keys.push({ column: column.name, ...(part === undefined ? {} : { part }) });
  made.keyColumns.push(column);
  made.perKeys ||= isPer;
  const { ranking } = made;
  if (ranking !== undefined && ranking.of === undefined && !isPer) made.ranking = { ...ranking, of: column };
}

function placeFigure(
  made: Made,
  { aggregate, column, isBy }: Extract<Tile['put'], { is: 'figure' }>,
  at: number,
  view: View,
): void {
  if (isBy && made.ranking !== undefined) made.isRankedByFigure = true;
  made.lastAt = at;
  if (column !== undefined) {
    made.figures.push({ aggregate, column: column.name });
    made.last = [aggregate];
  } else if (aggregate === 'count') made.figures.push({ aggregate });
  else {
    // "average and total amount": both of what comes; else the last one keeps what it had.
    if (made.waiting.length > 0 && !isJoined(view, at) && !nextTo(view, at)) made.features.push('farFigure');
    made.waiting.push(aggregate);
    made.last = [];
  }
}

const nextTo = (view: View, at: number): boolean => {
  const before = view.previousSaid(at - 1);
  return (
    before !== undefined && [...(view.mentions[before]?.meanings ?? [])].some((one) => one.startsWith('agg:'))
  );
};

function placeMeasure(
  made: Made,
  { column, isBy }: Extract<Tile['put'], { is: 'measure' }>,
  at: number,
  view: View,
): void {
  const { ranking, waiting } = made;
  const ofRank = ranking !== undefined && ranking.by === undefined && ranking.byCount !== true;
  if (waiting.length > 0) {
    if (at - made.lastAt > 4) made.features.push('farFigure');
    made.figures.push(...waiting.map((aggregate) => ({ aggregate, column: column.name })));
    made.last = waiting;
    made.waiting = [];
    if (ranking !== undefined && made.isRankedByFigure && ranking.by === undefined && made.keys.length === 0)
      made.ranking = { ...ranking, by: column };
  } else if (ofRank && (isBy || made.rankAt > made.lastAt)) {
    made.ranking = { ...ranking, by: column };
  } else if (isBy) {
    made.features.push('byMeasureKey');
    made.free.push(column);
  } else if (made.last.length > 0 && isJoined(view, at)) {
    made.figures.push(...made.last.map((aggregate) => ({ aggregate, column: column.name })));
  } else made.free.push(column);
  made.lastAt = at;
}

/** What is still without its column, and columns that are still without a use. */
function settle(made: Made, view: View, derived: KnownColumn | undefined, tiles: readonly Tile[]): void {
  const { ranking } = made;
  if (made.waiting.length > 0) {
    // "amount per region, total": it stands before its figure.
    const before = made.free.pop();
    const column =
      before ??
      ranking?.by ??
      derived ??
      (view.columns.length > 0
        ? view.defaultNumber(made.waiting.length === 1 ? made.waiting[0] : 'sum')
        : undefined);
    if (before !== undefined) made.features.push('farFigure');
    else if (ranking?.by === undefined && derived === undefined) made.features.push('usualMeasure');
    if (column?.name.startsWith('†')) made.features.push('asksPerson');
    for (const aggregate of made.waiting) {
      if (column !== undefined) made.figures.push({ aggregate, column: column.name });
      else if (aggregate === 'sum') made.figures.push({ aggregate: 'count' });
      else made.features.push('lostFigure');
    }
    made.waiting = [];
  }
  if (
    ranking !== undefined &&
    ranking.by === undefined &&
    ranking.byCount !== true &&
    made.free.length > 0 &&
    ranking.ofDate !== true &&
    made.figures.length === 0
  ) {
    const by = made.free.shift();
    if (by !== undefined) made.ranking = { ...ranking, by };
  }
  const seen = new Set<string>();
  made.figures = made.figures.filter((figure) => {
    const name = JSON.stringify(figure);
    return seen.has(name) ? false : seen.add(name) !== undefined;
  });
  if (
    tiles.some(({ put }) => put.is === 'measure' && !isMeasured(put.column) && put.column.kind !== 'number')
  )
    made.features.push('identifierMeasure');
}

/** What can't be meant together. */
function clashes(
  atoms: readonly Atom[],
  conditions: readonly Condition[],
  { keys, perKeys, ranking }: Made,
  tiles: readonly Tile[],
): Feature[] {
  const found: Feature[] = [];
  const equals = new Map<string, number>();
  for (const { column, operator } of conditions)
    if (column !== undefined && operator === 'equals') equals.set(column, (equals.get(column) ?? 0) + 1);
  if ([...equals.values()].some((count) => count > 1)) found.push('contradiction');
  const isOne = (name: string) =>
    atoms.some(({ condition }) => condition.column === name && condition.operator === 'equals');
  if (keys.some(({ column, part }) => part === undefined && isOne(column))) found.push('keyOfCondition');
  if (ranking?.ofRows === true && keys.length > 0 && !perKeys) found.push('groupOfRows');
  for (const is of ['order', 'distinct', 'rowFigure'])
    if (tiles.filter(({ put }) => put.is === is).length > 1) found.push('lostOrder');
  return found;
}
