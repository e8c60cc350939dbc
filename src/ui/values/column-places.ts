/** Where the columns of a table stand: their widths by what they hold, and which of them are in sight. */

import { useEffect, useState } from 'react';
import { numberAt } from '../../lib/columns.ts';
import type { Json } from '../../lib/json.ts';
import { numberWords } from '../../lib/number-words.ts';
import type { Arrangement } from '../../values/arrange.ts';
import { cellOf, cellText } from '../../values/table.ts';
import type { RowSource } from './row-source.ts';

/** The numbers of the rows stand before the columns. */
export const GUTTER = 64;
const COLUMN = { least: 72, most: 320, character: 7.6, room: 32 } as const;
/** Rows by whose texts a column is given its width. */
const MEASURED = 50;

/** Columns from one to before another. */
export interface Seen {
  readonly from: number;
  readonly to: number;
}

const seenAt = new Map<string, Seen>();

/** Those between two places in pixels: the same object for the same columns, so that rows that stay are not drawn again. */
export function seenColumns(ends: readonly number[], left: number, right: number): Seen {
  let from = 0;
  while (from < ends.length - 1 && numberAt(ends, from) < left) from += 1;
  let to = from;
  while (to < ends.length && (to === 0 || numberAt(ends, to - 1) < right)) to += 1;
  const key = `${from} ${to}`;
  const known = seenAt.get(key) ?? { from, to };
  if (seenAt.size > 200) seenAt.clear();
  seenAt.set(key, known);
  return known;
}

export const placesOf = ({ from, to }: Seen): number[] =>
  Array.from({ length: to - from }, (_, i) => from + i);

export const placeAt = (ends: readonly number[], column: number) => {
  const left = ends[column - 1] ?? 0;
  return { left: GUTTER + left, width: (ends[column] ?? 0) - left };
};

/** Where each column ends, in pixels after the gutter. */
export function endsOf(widths: readonly number[]): number[] {
  let end = 0;
  return widths.map((width) => {
    end += width;
    return end;
  });
}

/** By the longest text of the first rows; the same for as long as the table is. */
export function useWidths(source: RowSource, by: Arrangement): readonly number[] {
  const [widths, setWidths] = useState<readonly number[]>(() => widthsOf(source, []));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order of the same rows leaves the columns as they are.
  useEffect(() => {
    let isOver = false;
    source
      .rows(by, 0, MEASURED)
      .then((rows) => {
        if (!isOver) setWidths(widthsOf(source, rows));
      })
      .catch(() => {
        // They stay as wide as their names.
      });
    return () => {
      isOver = true;
    };
  }, [source]);
  return widths.length === source.opened.columns.length ? widths : widthsOf(source, []);
}

function widthsOf({ opened: { columns, isNamed } }: RowSource, rows: readonly Json[]): readonly number[] {
  return columns.map(({ name }) => {
    let most = name.length + 4;
    for (const row of rows) {
      const cell = cellOf(row, name, isNamed);
      const text = typeof cell === 'number' ? numberWords(cell) : cellText(cell);
      most = Math.max(most, Math.min(60, text.length));
    }
    return Math.round(Math.max(COLUMN.least, Math.min(COLUMN.most, most * COLUMN.character + COLUMN.room)));
  });
}
