/** From mentions to what is done to rows, in the order of doing. One table, one wish. Knows no tool. */

import { newColumn, withoutSame } from './new-column.ts';
import { allOf, quantifiedIn } from './read-all-of.ts';
import { atopIn } from './read-atop.ts';
import { averageConditions } from './read-average.ts';
import {
  distinctIn,
  duplicatesIn,
  listedColumns,
  namesRows,
  namesTotal,
  repeatedIn,
  selectedColumns,
  subjectOf,
} from './read-columns.ts';
import { atomsIn, combined } from './read-conditions.ts';
import {
  countCondition,
  freeNumbers,
  lateFigures,
  readFigures,
  rowFigureIn,
  totalsOfAsked,
} from './read-figures.ts';
import { formulasIn } from './read-formulas.ts';
import { labelledFigures, readKeys, readShare, whoOrWhich } from './read-keys.ts';
import { listingIn } from './read-listing.ts';
import { countedLists } from './read-lists.ts';
import { orderIn } from './read-order.ts';
import { figuresOfOwnRows, saidApart } from './read-own-rows.ts';
import { partsIn } from './read-parts.ts';
import { freeRanking, readExtremes, readFirstDays, readRanking } from './read-ranking.ts';
import { rounded, roundingIn } from './read-rounding.ts';
import { sharedBy } from './read-shares.ts';
import { unitIn } from './read-units.ts';
import { doneBy } from './readings/actions.ts';
import type { Form } from './readings/form.ts';
import { rowsReadings } from './readings/search-rows.ts';
import { SURE } from './readings/weights.ts';
import type { Action, End } from './request.ts';
import type { View } from './view.ts';
import { Wish } from './wish.ts';

interface RowsRead {
  readonly actions: readonly Action[];
  readonly end: End;
  /** What the person has to say first, in sentences. */
  readonly open: readonly string[];
}

/** Among the picks: which of the readings that a search finds is taken, from 1, and not the one that is read as told. */
export const SEARCHED = '\u0000searched';

/** What costs more is no reading to compare with. */
const FAR = SURE + 2;

/** One of the readings whose whole forms were scored, the last where there are fewer; none where all there is would be a guess. */
function searchedRows(view: View, pick: number): RowsRead | undefined {
  const all = rowsReadings(view);
  // Only beside one that is sure are those looked at that are not: the reading as told may be among them.
  const most = pick > 2 && all[0] !== undefined && all[0].cost <= SURE ? FAR : SURE;
  const one = all
    .filter(({ cost }) => cost <= most)
    .slice(0, pick)
    .at(-1);
  if (one === undefined) return undefined;
  for (const at of one.takes) view.use(at);
  for (const doubt of one.doubts)
    if (!view.doubts.some(({ words }) => words === doubt.words)) view.doubts.push(doubt);
  return { actions: one.actions, end: one.end, open: one.open };
}

/** What the free mentions ask of the rows, in the order of doing. */
export function readRows(view: View): RowsRead {
  const quantified = quantifiedIn(view);
  const all = quantified === undefined ? undefined : allOf(view, quantified);
  if (all !== undefined) return { ...all, open: [] };
  const rounding = roundingIn(view);
  const searched = view.picks.get(SEARCHED);
  const found = (searched === undefined ? undefined : searchedRows(view, searched)) ?? readAsTold(view);
  return rounding === undefined ? found : { ...found, actions: rounded(found.actions, found.end, rounding) };
}

function readAsTold(view: View): RowsRead {
  const wish = new Wish(view);
  const derived = formulasIn(view);
  for (const { action } of derived) {
    wish.derived = newColumn(action.name, action.numeric);
    view.columns = [...withoutSame(view.columns, action.formula), wish.derived];
  }
  wish.atop = atopIn(view);
  const average = averageConditions(view);
  const parts = [...partsIn(view), ...figuresOfOwnRows(view)];
  const unit = unitIn(view);
  const listing = listingIn(view);
  const dedupe = duplicatesIn(wish);
  const repeated = dedupe.length > 0 ? [] : repeatedIn(wish);
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
  const counted = [...countCondition(wish), ...repeated];
  const atoms = atomsIn(view);
  totalsOfAsked(wish, atoms);
  const apart = wish.figures.length > 0 && wish.keys.length === 0 ? saidApart(view, atoms) : undefined;
  if (apart !== undefined && wish.ranking === undefined) wish.keys.push({ column: apart });
  const shared = wish.share ? sharedBy(view, atoms) : undefined;
  const conditions = [...combined(view, atoms), ...average];
  lateFigures(wish);
  whoOrWhich(wish);
  labelledFigures(wish);
  freeRanking(wish);
  const pivot = wish.keys.length > 1 ? view.find('pivot') : -1;
  if (pivot >= 0) view.use(pivot);
  const { keys, perKeys, figures, ranking, share, asks, isRankedByFigure } = wish;
  const form: Form = {
    keys,
    perKeys,
    askedKeys: [],
    figures,
    free: [],
    ranking,
    isRankedByFigure,
    order,
    conditions,
    counted,
    shared,
    share,
    asks,
    pivot: pivot >= 0,
    shown: [],
    selected,
    distinct,
    dedupe,
    rowFigure,
    features: [],
  };
  let listed: readonly string[] | undefined;
  return doneBy(form, {
    columns: view.columns,
    derived,
    parts,
    unit,
    listing,
    namesRows: namesRows(view),
    isOfTotal: namesTotal(view),
    isNewColumn: view.mentions.some(({ meanings }) => meanings.has('newcolumn')),
    late: () => freeNumbers(wish),
    listed: () => (listed ??= listedColumns(view)),
    subject: () => subjectOf(view),
    tongue: view.tongue,
  });
}
