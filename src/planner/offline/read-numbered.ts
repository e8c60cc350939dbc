/** Rows told by a number right behind its column: "week 35", "room 12", "class 7". Knows no comparison. */

import type { Atom } from './request.ts';
import type { View } from './view.ts';

/** Only where the column has that very number: "top hours 5" asks for five of them. */
export function numberedAt(view: View, at: number): Atom | undefined {
  const column = view.column(at);
  const [named, said, behind] = view.mentions.slice(at, at + 3);
  if (column === undefined || named === undefined || said?.number === undefined || view.isUsed(at + 1))
    return undefined;
  const fit = named.columns.find((one) => one.column.name === column.name)?.fit ?? 0;
  if (fit < 0.8 || column.kind === 'date' || !Number.isInteger(said.number)) return undefined;
  // "hours 5 times", "week 35 to 37" say more than one number.
  if (behind !== undefined && behind.mark === undefined && !behind.small) return undefined;
  const cell = column.cells.find((one) => one.trim() === String(said.number));
  if (cell === undefined) return undefined;
  const value = column.kind === 'number' ? said.number : cell;
  return { condition: { column: column.name, operator: 'equals', value }, from: at, to: at + 2 };
}
