/** "what did we spend per month", where one column holds what came in and what went out: its total is neither, and which is meant is asked. */

import type { Call } from '../../plan/document.ts';
import { filterParameters } from './call-parameters.ts';
import { wayOf } from './compared-rows.ts';
import { before, figuresOf, type Pitfall, type Tried } from './pitfalls.ts';
import type { Condition } from './request.ts';
import { type Tongue, wordsFor } from './wording.ts';

/** The first total of a column of both signs, where the goal speaks of one way that money goes. */
export function oneWayIn({ one, said, tongue, rowsOf }: Tried): Pitfall | undefined {
  const way = said.mentions.map(wayOf).find((its) => its !== undefined);
  if (way === undefined) return undefined;
  for (const call of one.calls) {
    const rows = call._tool === 'groupRows' ? rowsOf(call.rows) : undefined;
    const column = figuresOf(call).find(
      ({ aggregate, column: of = '' }) =>
        aggregate === 'sum' && [-1, 1].every((sign) => rows?.some((row) => signOf(row[of]) === sign)),
    )?.column;
    if (column === undefined) continue;
    const conditions: Condition[] = [
      { column, operator: way === 'out' ? 'lessThan' : 'greaterThan', value: 0 },
    ];
    const words = wordsFor({ do: 'filter', conditions, match: 'all' }, tongue);
    const only: readonly Call[] = before(
      one.calls,
      call,
      'rows',
      'filterRows',
      words,
      filterParameters(conditions, 'all'),
    );
    const { output } = one;
    return {
      text: TEXT[tongue](column),
      ways: [
        { took: words, calls: only, output },
        { took: ALL[tongue], calls: one.calls, output },
      ],
    };
  }
  return undefined;
}

/** Of an amount, in whichever way it is written: "-73,49", "(1,200.00)", "12,50-". */
function signOf(cell: unknown): number {
  if (typeof cell === 'number') return Math.sign(cell);
  if (typeof cell !== 'string' || !/[1-9]/u.test(cell)) return 0;
  return /^\s*[-−(]|-\s*$/u.test(cell) ? -1 : 1;
}

const TEXT: Readonly<Record<Tongue, (column: string) => string>> = {
  en: (column) =>
    `“${column}” holds what came in and, below zero, what went out: its total is neither. Which rows are meant?`,
  de: (column) =>
    `„${column}“ enthält, was hereinkam, und unter null, was hinausging: die Summe ist keins von beiden. Welche Zeilen sind gemeint?`,
};

const ALL: Readonly<Record<Tongue, string>> = {
  en: 'all rows, one against the other',
  de: 'alle Zeilen, eins gegen das andere',
};
