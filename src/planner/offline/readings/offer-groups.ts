/** Keys, measures and figures as tiles, each with what its neighbours say for or against it. Knows no form. */

import { callsRows, isIdentifier, isPerson, type KnownColumn } from '../known-tables.ts';
import { distinctIn } from '../read-columns.ts';
import { countedBehind, countsOthers } from '../read-counted.ts';
import { countedLists } from '../read-lists.ts';
import type { View } from '../view.ts';
import { PARTS, Wish } from '../wish.ts';
import { behind, copyOf, isJoined, isMeasured, leadOf, takenBy } from './place.ts';
import type { Tile } from './tile.ts';
import type { Feature } from './weights.ts';

const RANKS = ['top', 'most', 'least', 'newest', 'oldest', 'first', 'last', 'most_of'] as const;

export function groupTiles(view: View): Tile[] {
  const at = [...view.mentions.keys()].filter((i) => !view.isUsed(i) && view.mentions[i]?.mark === undefined);
  return [
    ...at.flatMap((i) => [...keyTiles(view, i), ...measureTiles(view, i), ...figureTiles(view, i)]),
    ...at.flatMap((i) => [...countedTiles(view, i), ...personTiles(view, i)]),
    ...shareTiles(view),
    ...distinctTiles(view),
    ...listTiles(view),
  ];
}

/** How well the mention names the column, as costs. */
function naming(view: View, at: number, column: KnownColumn): Feature[] {
  const said = view.mentions[at];
  // A column that was made on the way is named by its name alone, whatever else is called so.
  const isOwn = said?.text.toLowerCase() === column.name.toLowerCase();
  const fit = said?.columns.find((one) => one.column.name === column.name)?.fit ?? (isOwn ? 1 : 0.5);
  const best = said?.columns[0]?.fit ?? fit;
  return [
    ...(fit < 0.8 ? (['weakName'] as const) : []),
    ...(fit < best - 0.14 ? (['otherName'] as const) : []),
    ...(said?.small === true && fit < 1 ? (['smallWord'] as const) : []),
    ...((said?.files.length ?? 0) > 0 && fit < 1 ? (['fileAsColumn'] as const) : []),
  ];
}

/** What makes a group of a column that is named, or a list of such go on. */
function standing(view: View, at: number): { marker?: number; features: Feature[]; isJoint: boolean } {
  const marker = leadOf(view, at, 'per', 'each');
  if (marker !== undefined && !view.has(marker, 'sort')) return { marker, features: [], isJoint: false };
  if (view.has(at, 'adverb')) return { features: [], isJoint: false };
  if (isJoined(view, at)) return { features: ['listedKey'], isJoint: true };
  const ranked = leadOf(view, at, ...RANKS);
  const number = leadOfNumber(view, at);
  const isRanked =
    (number === undefined ? undefined : leadOf(view, number, ...RANKS)) ?? rankBehind(view, at, number);
  if (ranked !== undefined || isRanked !== undefined) return { features: ['rankedKey'], isJoint: false };
  if (leadOf(view, at, 'which', 'who') !== undefined) return { features: ['askedKey'], isJoint: false };
  if (isSubject(view, at)) return { features: ['subjectKey'], isJoint: false };
  return { features: ['bareKey'], isJoint: false };
}

/** "the three species with the highest total", "the angler with the most": by what they are ranked stands behind. */
function rankBehind(view: View, at: number, number: number | undefined): number | undefined {
  let isWith = number !== undefined;
  for (let i = at + 1; i <= at + 4; i++) {
    const said = view.mentions[i];
    if (said === undefined || said.mark !== undefined) return undefined;
    if (view.has(i, ...RANKS)) return isWith ? i : undefined;
    if (!said.small) return undefined;
    isWith ||= WITH.test(said.text);
  }
  return undefined;
}
const WITH = /^(?:with|having|mit|avec|con)$/iu;

function leadOfNumber(view: View, at: number): number | undefined {
  for (let back = at - 1; back >= at - 3; back--) {
    if (view.mentions[back]?.number !== undefined) return back;
    if (view.mentions[back]?.small !== true) return undefined;
  }
  return undefined;
}

/** The first thing that is said at all, or the first behind "show". */
const isSubject = (view: View, at: number): boolean =>
  view.mentions.slice(0, at).every((said, i) => said.small || view.has(i, 'show', 'which', 'only'));

function keyTiles(view: View, at: number): Tile[] {
  const { marker, features, isJoint } = standing(view, at);
  const made = (
    column: KnownColumn,
    takes: readonly number[],
    more: readonly Feature[],
    part?: string,
  ): Tile[] => {
    const own = {
      put: {
        is: 'key',
        column,
        isPer: marker !== undefined,
        ...(part === undefined ? {} : { part }),
      },
      at,
      takes: marker === undefined || view.isUsed(marker) ? takes : [marker, ...takes],
    } as const;
    const plain = { ...own, features: [...features, ...more], isJoint };
    // A list may go on, or what is joined stands for itself.
    return isJoint ? [plain, { ...own, features: ['bareKey', ...more] }] : [plain];
  };
  const tiles: Tile[] = [];
  const part = PARTS.find((one) => view.has(at, `unit:${one}`));
  const said = view.mentions[at];
  const isNamed = (column: KnownColumn) =>
    said?.columns.some((one) => one.fit >= 1 && one.column.name === column.name) === true;
  if (part !== undefined) {
    const own = copyOf(view);
    own.use(at);
    const next = behind(view, at, 3);
    const named = next === undefined ? undefined : own.column(next, 'date');
    const isNear = next !== undefined && named !== undefined;
    if (isNear) own.use(next);
    const date = named ?? own.dateColumn(at);
    const isGuessed = features.includes('bareKey') || features.includes('subjectKey');
    const alone: Feature[] = isGuessed ? ['partAlone'] : [];
    if (date !== undefined) tiles.push(...made(date, takenBy(view, own), alone, part));
  }
  const label = view.column(at, 'label');
  if (label !== undefined && (said?.small !== true || isNamed(label))) {
    const more = naming(view, at, label);
    if (callsRows(label) && label.cells.length > 1) more.push('ownKey');
    if (label.kind === 'date') more.push('wholeDateKey');
    tiles.push(...made(label, [at], more));
  }
  const number = view.column(at, 'number');
  if (number !== undefined && number !== label && marker !== undefined && isNamed(number))
    tiles.push(...made(number, [at], number.unique ? ['measureKey', 'ownKey'] : ['measureKey']));
  return tiles;
}

function measureTiles(view: View, at: number): Tile[] {
  const column = view.column(at, 'number');
  const said = view.mentions[at];
  if (column === undefined || said === undefined) return [];
  const marker = leadOf(view, at, 'per');
  const isBy = marker !== undefined;
  const more = naming(view, at, column);
  if (isIdentifier(column)) more.push('identifierMeasure');
  if ([...said.meanings].some((one) => one.startsWith('agg:'))) more.push('figureAsColumn');
  const takes = marker === undefined || view.isUsed(marker) ? [at] : [marker, at];
  return [{ put: { is: 'measure', column, isBy }, at, takes, features: more }];
}

const AGGREGATES: readonly (readonly [string, string])[] = [
  ['agg:sum', 'sum'],
  ['agg:count', 'count'],
  ['agg:mean', 'mean'],
  ['agg:median', 'median'],
];

function figureTiles(view: View, at: number): Tile[] {
  const said = view.mentions[at];
  if (said === undefined) return [];
  const found = AGGREGATES.filter(([meaning]) => view.has(at, meaning)).map(([, one]) => one);
  if (view.has(at, 'agg:max') && !view.has(at, 'most')) found.push('max');
  if (view.has(at, 'agg:min') && !view.has(at, 'least')) found.push('min');
  const extreme = view.has(at, 'most', 'agg:max')
    ? 'max'
    : view.has(at, 'least', 'agg:min')
      ? 'min'
      : undefined;
  const isTurned = view.dimension(at)?.isTurned === true;
  const extremes = extreme === undefined || isTurned || found.includes(extreme) ? [] : [extreme];
  const marker = leadOf(view, at, 'per');
  const takes = marker === undefined || view.isUsed(marker) ? [at] : [marker, at];
  const own = view.column(at, 'number');
  const column = own !== undefined && isMeasured(own) && (said.columns[0]?.fit ?? 0) >= 0.8 ? own : undefined;
  const isColumn = (said.columns[0]?.fit ?? 0) >= 0.95;
  return [...found, ...extremes].flatMap((aggregate): Tile[] => {
    const features: Feature[] = [
      ...(isColumn ? (['columnAsFigure'] as const) : []),
      ...(extremes.includes(aggregate) ? (['extremeFigure'] as const) : []),
    ];
    const put = { is: 'figure', aggregate, isBy: marker !== undefined } as const;
    const plain: Tile = { put, at, takes, features };
    if (aggregate !== 'count') {
      return column === undefined ? [plain] : [{ ...plain, put: { ...put, column } }, plain];
    }
    const { figure, at: thing } = countedBehind(view, at);
    if (thing === undefined) return [plain];
    const { aggregate: counted, column: of } = figure;
    const known = view.columns.find(({ name }) => name === of);
    const whole = { ...put, aggregate: counted, ...(known === undefined ? {} : { column: known }) };
    return [{ ...plain, put: whole, takes: [...takes, thing] }, plain];
  });
}

const COUNTS: readonly (readonly [string, string])[] = [
  ['cmp:gte', 'atLeast'],
  ['cmp:lte', 'atMost'],
  ['cmp:gt', 'greaterThan'],
  ['cmp:lt', 'lessThan'],
  ['cmp:eq', 'equals'],
];

/** "more than 5 orders": how many rows a group has. */
function countedTiles(view: View, at: number): Tile[] {
  const operator = COUNTS.find(([meaning]) => view.has(at, meaning))?.[1];
  const value = operator === undefined ? undefined : view.nextValue(at + 1, 1);
  const number = view.mentions[value ?? -1]?.number;
  if (operator === undefined || value === undefined || number === undefined) return [];
  const noun = view.mentions[value + 1];
  const isNamed = (noun?.columns[0]?.fit ?? 0) >= 0.95 && view.column(value + 1, 'number') !== undefined;
  if ((noun?.files.length ?? 0) === 0 || isNamed || countsOthers(view, at)) return [];
  const takes = [...Array(value + 2 - at).keys()].map((i) => at + i);
  return [{ put: { is: 'counted', operator, number }, at, takes, features: [] }];
}

/** "who spent the most": whoever did it in all rows together. */
function personTiles(view: View, at: number): Tile[] {
  if (!view.has(at, 'who')) return [];
  const [person, ...others] = view.columns.filter((column) => column.kind === 'text' && isPerson(column));
  if (person === undefined || others.length > 0 || person.unique) return [];
  return [{ put: { is: 'key', column: person, isPer: false }, at, takes: [at], features: ['askedKey'] }];
}

function shareTiles(view: View): Tile[] {
  const at = view.find('share');
  if (at < 0) return [];
  const percent = view.find('percent');
  // "share of each channel in the total amount": the total is what it is a share of.
  const total = view.find('agg:sum');
  const takes = [...new Set([at, ...[percent, total].filter((i) => i >= 0)])].toSorted((a, b) => a - b);
  return [
    { put: { is: 'share' }, at, takes, features: [] },
    ...(total >= 0
      ? [{ put: { is: 'share' }, at, takes: takes.filter((i) => i !== total), features: [] } as const]
      : []),
  ];
}

function distinctTiles(view: View): Tile[] {
  const own = copyOf(view);
  const found = distinctIn(new Wish(own));
  const takes = takenBy(view, own);
  const [at] = takes;
  return found === undefined || at === undefined
    ? []
    : [{ put: { is: 'distinct', ...found }, at, takes, features: [], doubts: own.doubts }];
}

/** "how many ingredients does each recipe have". */
function listTiles(view: View): Tile[] {
  const own = copyOf(view);
  const wish = new Wish(own);
  countedLists(wish);
  const [figure] = wish.figures;
  const [key] = wish.keys;
  const takes = takenBy(view, own);
  const [at] = takes;
  return figure === undefined || at === undefined
    ? []
    : [
        {
          put: { is: 'made', figure, ...(key === undefined ? {} : { key: key.column }) },
          at,
          takes,
          features: [],
        },
      ];
}
