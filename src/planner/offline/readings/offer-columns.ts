/** Columns for their own sake, words for the rows, and words that only ask, as tiles. Knows no form. */

import { callsRows, isIdentifier } from '../known-tables.ts';
import { areAllRows, duplicatesIn, isListed, MONEY, selectedColumns } from '../read-columns.ts';
import { rowFigureIn } from '../read-figures.ts';
import type { View } from '../view.ts';
import { Wish } from '../wish.ts';
import { copyOf, isJoined, takenBy } from './place.ts';
import type { Tile } from './tile.ts';
import type { Feature } from './weights.ts';

/** Words that ask without saying what for. */
const ASKING = [
  'show',
  'only',
  'called',
  'any',
  'exists',
  'every',
  'file',
  'next',
  'columns',
  'extract',
  'grand',
  'each',
  'percent',
  'also',
] as const;

export function columnTiles(view: View): Tile[] {
  const at = [...view.mentions.keys()].filter((i) => !view.isUsed(i) && view.mentions[i]?.mark === undefined);
  return [
    ...at.flatMap((i) => [...shownAt(view, i), ...rowsAt(view, i), ...wordAt(view, i)]),
    ...whole(view),
  ];
}

function shownAt(view: View, at: number): Tile[] {
  const said = view.mentions[at];
  const column = view.column(at);
  if (said === undefined || column === undefined || said.columns.length === 0) return [];
  if (areAllRows(view.mentions, at)) return [];
  if (MONEY.test(said.text) && !column.words.some((word) => MONEY.test(word))) return [];
  const fit = said.columns.find((one) => one.column.name === column.name)?.fit ?? 0;
  const isOwn = view.columns.some(({ name }) => name.toLowerCase() === said.text.toLowerCase());
  const features: Feature[] = [
    ...(fit < 0.8 ? (['weakName'] as const) : []),
    ...(said.small && fit < 1 ? (['smallWord'] as const) : []),
    ...(said.files.length > 0 && !(fit >= 1 && isOwn) ? (['fileAsColumn'] as const) : []),
  ];
  const put = { is: 'show', column } as const;
  const place = isListed(view, at, []) ? 'shown' : 'shownInside';
  const plain: Tile = { put, at, takes: [at], features: [...features, place] };
  return isJoined(view, at)
    ? [{ ...plain, features: [...features, 'shown'], isJoint: true }, plain]
    : [plain];
}

/** What the rows are called: their file's word, or the name that each has of its own. */
function rowsAt(view: View, at: number): Tile[] {
  const said = view.mentions[at];
  if (said === undefined || said.small || said.cells.length > 0) return [];
  const column = view.column(at, 'label');
  const isOwn = column !== undefined && callsRows(column) && (column.kind === 'text' || isIdentifier(column));
  const isAll = said.files.length > 0 || areAllRows(view.mentions, at);
  if (!isAll && !isOwn) return [];
  return [{ put: { is: 'rows' }, at, takes: [at], features: isAll ? ['idleWord'] : ['rowsName'] }];
}

function wordAt(view: View, at: number): Tile[] {
  const said = view.mentions[at];
  if (said === undefined) return [];
  if (view.has(at, 'which', 'who')) return [{ put: { is: 'asks' }, at, takes: [at], features: [] }];
  if (view.has(at, 'pivot')) return [{ put: { is: 'pivot' }, at, takes: [at], features: [] }];
  if (!view.has(at, ...ASKING) || said.cells.length > 0) return [];
  return [{ put: { is: 'word' }, at, takes: [at], features: ['idleWord'] }];
}

/** What is read over the whole sentence: columns kept or dropped, duplicates, figures of every row. */
function whole(view: View): Tile[] {
  const tiles: Tile[] = [];
  const tried = (read: (wish: Wish) => Tile['put'] | undefined) => {
    const own = copyOf(view);
    const put = read(new Wish(own));
    const takes = takenBy(view, own);
    const [at] = takes;
    if (put !== undefined && at !== undefined)
      tiles.push({ put, at, takes, features: [], doubts: own.doubts });
  };
  tried((wish) => {
    const actions = duplicatesIn(wish);
    return actions.length === 0 ? undefined : { is: 'dedupe', actions };
  });
  tried((wish) => {
    const names = selectedColumns(wish);
    return names.length === 0 ? undefined : { is: 'columns', names };
  });
  tried((wish) => {
    const action = rowFigureIn(wish);
    return action === undefined ? undefined : { is: 'rowFigure', action };
  });
  return tiles;
}
