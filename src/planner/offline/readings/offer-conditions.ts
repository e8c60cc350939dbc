/** Conditions as tiles: each as its reader takes it from a clean start, and the other columns of a cell. Knows no form. */

import { atomAt } from '../read-conditions.ts';
import { View } from '../view.ts';
import { copyOf, takenBy } from './place.ts';
import type { Tile } from './tile.ts';
import type { Feature } from './weights.ts';

const NONE: ReadonlySet<string> = new Set();

export function conditionTiles(view: View): Tile[] {
  return [...view.mentions.keys()].flatMap((at) => (view.isUsed(at) ? [] : tilesAt(view, at)));
}

function tilesAt(view: View, at: number): Tile[] {
  const plain = tileOf(view, copyOf(view), at, []);
  return [...plain, ...others(view, at)];
}

/** The cell of another column, and the cell that is a word for a wish, too. */
function others(view: View, at: number): Tile[] {
  const said = view.mentions[at];
  if (said === undefined || said.cells.length === 0) return [];
  const columns = [...new Set(view.cells(at).map(({ column }) => column))];
  const instead = (cells: typeof said.cells, isPlain: boolean) =>
    said.cells === cells && !isPlain
      ? said
      : { ...said, cells, ...(isPlain ? { meanings: NONE, small: false, columns: [] } : {}) };
  const tries = [
    ...columns.slice(1).map((name) => ({
      mention: instead(
        said.cells.filter(({ of }) => of.column.name === name),
        false,
      ),
      features: ['otherCell'] as const,
    })),
    ...(said.meanings.size > 0 || said.small
      ? [{ mention: instead(said.cells, true), features: [said.small ? 'smallWord' : 'wishAsCell'] as const }]
      : []),
  ];
  return tries.flatMap(({ mention, features }) => {
    const mentions = view.mentions.with(at, mention);
    const used = new Set(view.mentions.filter((_, i) => view.isUsed(i)));
    return tileOf(view, new View(mentions, view.columns, used, view.picks, view.tongue), at, features);
  });
}

function tileOf(view: View, own: View, at: number, features: readonly Feature[]): Tile[] {
  const before = own.mentions.map((_, i) => own.isUsed(i));
  const atom = atomAt(own, at, undefined);
  if (atom === undefined) return [];
  const takes =
    own.mentions === view.mentions
      ? takenBy(view, own)
      : [...own.mentions.keys()].filter((i) => !before[i] && own.isUsed(i));
  const { column, conditions } = atom.condition;
  const isNamed =
    conditions !== undefined ||
    takes.some((i) => view.mentions[i]?.columns.some((one) => one.column.name === column) === true) ||
    takes.some((i) => (view.mentions[i]?.cells.length ?? 0) > 0);
  const isDay = takes.some((i) => view.mentions[i]?.period !== undefined);
  const isTold = isNamed || isDay || view.dimension(atom.from) !== undefined;
  return [
    {
      put: { is: 'when', atom },
      takes,
      at,
      features: isTold ? features : [...features, 'implicitColumn'],
      doubts: own.doubts,
    },
  ];
}
