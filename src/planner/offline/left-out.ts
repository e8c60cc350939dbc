/** Rows that a join leaves out because they have no partner, counted where it was tried: nobody has asked for fewer. Knows no word of the goal. */

import type { Call } from '../../plan/document.ts';
import type { Trial } from '../../tools/trial.ts';
import { fileOf } from './counted-twice.ts';
import { columnsIn, type Row, type Tried } from './pitfalls.ts';

/** A sentence for each join that loses rows of its first table, and what to say to keep them. */
export function leftOutIn({ one, tongue, rowsOf }: Tried, trial: Trial): string[] {
  return one.calls.flatMap((join) => {
    if (join._tool !== 'joinRows' || (join.how ?? 'inner') !== 'inner') return [];
    const [left, joined] = [rowsOf(join.left), rowsOf(join._outputPath)];
    if (left === undefined || joined === undefined) return [];
    const keyOf = (row: Row) => JSON.stringify(columnsIn(join.on).map((column) => row[column] ?? null));
    const kept = new Set(joined.map(keyOf));
    const lost = left.filter((row) => !kept.has(keyOf(row))).length;
    if (lost === 0) return [];
    const tried = trial.calls.get(join._id);
    const isHead = tried?.status === 'completed' && tried.ofHead;
    return [wordsOf({ lost, of: left.length, isHead, names: namesOf(join, one.calls) }, tongue)];
  });
}

const namesOf = (join: Call, calls: readonly Call[]) =>
  [fileOf(join.left, calls), fileOf(join.right, calls)] as const;

function wordsOf(
  {
    lost,
    of,
    isHead,
    names: [left, right],
  }: { lost: number; of: number; isHead: boolean; names: readonly [string, string] },
  tongue: Tried['tongue'],
): string {
  const isOne = lost === 1;
  if (tongue === 'de')
    return `${lost} von ${isHead ? 'den ersten ' : ''}${of} Zeilen aus ${left} ${isOne ? 'hat' : 'haben'} keinen Partner in ${right} und ${isOne ? 'bleibt' : 'bleiben'} weg. „Behalte auch die Zeilen ohne Partner“ behält sie.`;
  return `${lost} of ${isHead ? 'the first ' : ''}${of} rows of ${left} ${isOne ? 'has' : 'have'} no partner in ${right} and ${isOne ? 'is' : 'are'} left out. Say "keep the rows without a partner, too" to keep them.`;
}
