/** Every reading of a wish over rows that is worth a look, the best first: tiles chosen by a beam, whole forms scored. Knows no tool. */

import { newColumn, withoutSame } from '../new-column.ts';
import { namesRows, namesTotal, subjectOf } from '../read-columns.ts';
import { type Derived, formulasIn } from '../read-formulas.ts';
import { listingIn } from '../read-listing.ts';
import { figuresOfOwnRows } from '../read-own-rows.ts';
import { partsIn } from '../read-parts.ts';
import { unitIn } from '../read-units.ts';
import type { Action, End } from '../request.ts';
import type { Doubt, View } from '../view.ts';
import { counts } from '../what-is-left.ts';
import { doneBy } from './actions.ts';
import { formOf } from './form.ts';
import type { Given } from './given.ts';
import { columnTiles } from './offer-columns.ts';
import { conditionTiles } from './offer-conditions.ts';
import { groupTiles } from './offer-groups.ts';
import { orderTiles } from './offer-orders.ts';
import { copyOf, takenBy } from './place.ts';
import { nameOfTile, type Tile } from './tile.ts';
import { costOf, type Feature } from './weights.ts';

/** One way to read it, and what speaks against it. */
export interface RowsReading {
  readonly actions: readonly Action[];
  readonly end: End;
  /** Places of the mentions that it uses. */
  readonly takes: readonly number[];
  readonly doubts: readonly Doubt[];
  /** What the person has to say first, in sentences. */
  readonly open: readonly string[];
  readonly cost: number;
}

const WIDTH = 24;
const MOST = 6;

/** Readings of what is still free, each with another result, the likeliest first; never empty. */
export function rowsReadings(view: View): RowsReading[] {
  const own = copyOf(view);
  const derived = formulasIn(own);
  const parts = [...partsIn(own), ...figuresOfOwnRows(own)];
  const unit = unitIn(own);
  const listing = listingIn(own);
  const before = takenBy(view, own);
  const added = derived.map(({ action }) => newColumn(action.name, action.numeric));
  for (const { action } of derived) own.columns = withoutSame(own.columns, action.formula);
  own.columns = [...own.columns, ...added];
  const given: Given = {
    columns: own.columns,
    derived,
    parts,
    unit,
    listing,
    namesRows: namesRows(view),
    isOfTotal: namesTotal(view),
    isNewColumn: view.mentions.some(({ meanings }) => meanings.has('newcolumn')),
    late: () => [],
    listed: () => [],
    subject: () => undefined,
    tongue: view.tongue,
  };
  const found = new Map<string, RowsReading>();
  for (const tiles of chosen(own)) {
    const one = readingOf(own, tiles, given, derived, before);
    const name = JSON.stringify([one.actions, one.end]);
    const known = found.get(name);
    if (known === undefined || known.cost > one.cost) found.set(name, one);
  }
  return [...found.values()].toSorted((a, b) => a.cost - b.cost).slice(0, MOST);
}

function readingOf(
  view: View,
  tiles: readonly Tile[],
  given: Given,
  derived: readonly Derived[],
  before: readonly number[],
): RowsReading {
  const own = copyOf(view);
  for (const { takes } of tiles) for (const at of takes) own.use(at);
  const form = formOf(
    tiles,
    own,
    given.columns.find(({ name }) => name === derived.at(-1)?.action.name),
  );
  const { actions, end, features, open } = doneBy(form, { ...given, subject: () => subjectOf(own) });
  const isMeasured = form.figures.length > 0 || form.ranking !== undefined;
  const left = [...own.mentions.keys()].flatMap((at) =>
    // "how much was raised": met by the total that it asks for.
    isMeasured && own.has(at, 'measured') ? [] : leftAt(own, at),
  );
  const [first, ...others] = tiles.filter(({ put }) => !IDLE.has(put.is));
  const alone: Feature[] = first?.put.is === 'rank' && others.length === 0 ? ['rankAlone'] : [];
  const nothing: Feature[] = actions.length === 0 && end.kind === 'rows' ? ['nothing'] : [];
  const all = [
    ...tiles.flatMap((tile) => tile.features),
    ...form.features,
    ...features,
    ...left,
    ...alone,
    ...nothing,
  ];
  return {
    actions,
    end,
    open,
    takes: [...before, ...takenBy(view, own)],
    doubts: [...view.doubts, ...own.doubts, ...tiles.flatMap((tile) => tile.doubts ?? [])],
    cost: costOf(all),
  };
}

/** What it costs to leave a mention without a role. */
function leftAt(view: View, at: number): Feature[] {
  const said = view.mentions[at];
  if (said === undefined || view.isUsed(at)) return [];
  if (view.has(at, 'not', 'nopartner', 'cmp:ne', 'or') && said.mark === undefined) return ['uncoveredTurn'];
  if (counts(said)) return ['uncovered'];
  return view.has(at, 'per') ? ['uncoveredPer'] : [];
}

interface Path {
  readonly tiles: readonly Tile[];
  readonly taken: ReadonlySet<number>;
  readonly cost: number;
}

/** Sets of tiles that don't overlap, the cheapest first: from left to right, a few kept at each place. */
function chosen(view: View): (readonly Tile[])[] {
  const starts = new Map<number, Tile[]>();
  const known = new Set<string>();
  for (const tile of [
    ...conditionTiles(view),
    ...groupTiles(view),
    ...orderTiles(view),
    ...columnTiles(view),
  ]) {
    const name = nameOfTile(tile);
    const [first] = tile.takes;
    if (first === undefined || known.has(name)) continue;
    known.add(name);
    starts.set(first, [...(starts.get(first) ?? []), tile]);
  }
  let paths: Path[] = [{ tiles: [], taken: new Set(), cost: 0 }];
  for (const at of view.mentions.keys()) {
    const next: Path[] = [];
    for (const path of paths) {
      if (path.taken.has(at) || view.isUsed(at)) {
        next.push(path);
        continue;
      }
      const skipped = costOf(leftAt(view, at));
      // "and", "or" are taken by what they join.
      next.push({ ...path, cost: path.cost + (view.has(at, 'or', 'and') ? 0 : skipped) });
      for (const tile of starts.get(at) ?? []) {
        if (tile.takes.some((one) => path.taken.has(one)) || !follows(path, tile)) continue;
        next.push({
          tiles: [...path.tiles, tile],
          taken: new Set([...path.taken, ...tile.takes]),
          cost: path.cost + costOf(tile.features),
        });
      }
    }
    paths = next.toSorted((a, b) => a.cost - b.cost).slice(0, WIDTH);
  }
  return paths.map(({ tiles }) => tiles);
}

/** A list goes on only behind one of its kind; of most kinds there is but one. */
function follows({ tiles }: Path, tile: Tile): boolean {
  const { is } = tile.put;
  if (ONCE.has(is) && tiles.some(({ put }) => put.is === is)) return false;
  if (tile.isJoint !== true) return true;
  const last = tiles.toSorted((a, b) => a.at - b.at).findLast(({ at }) => at < tile.at);
  return last?.put.is === is;
}

/** Tiles that ask for nothing by themselves. */
const IDLE: ReadonlySet<string> = new Set(['word', 'asks']);

const ONCE: ReadonlySet<string> = new Set([
  'order',
  'distinct',
  'dedupe',
  'columns',
  'rowFigure',
  'share',
  'pivot',
  'rank',
]);
