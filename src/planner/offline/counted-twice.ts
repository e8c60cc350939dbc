/** Figures over joined rows of which some stand there more than once: by a key that the other table repeats. Knows no word of the goal. */

import type { Call } from '../../plan/document.ts';
import { before, columnsIn, figuresOf, type Pitfall, type Row, type Tried } from './pitfalls.ts';

/** What changes neither how many rows there are of one, nor what they hold besides. */
const KEEPS = /^(?:filterRows|addColumn|addFigure|selectColumns)$/u;
/** What is the same however often a row stands there. */
const ALIKE: ReadonlySet<string> = new Set(['min', 'max', 'distinct']);

export function countedTwice(tried: Tried): Pitfall | undefined {
  for (const group of tried.one.calls) {
    if (group._tool !== 'groupRows') continue;
    const join = joinBehind(group, tried.one.calls);
    const found = join === undefined ? undefined : twiceIn(tried, group, join);
    if (found !== undefined) return found;
  }
  // Of rows that are not added up, too, one stands there more than once.
  for (const join of tried.one.calls) {
    const found = join._tool === 'joinRows' ? rowsTwice(tried, join) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Both tables repeat the key: each row of the one stands beside each of the other's. */
function rowsTwice(tried: Tried, join: Call): Pitfall | undefined {
  const { on, rightOn = on, how = 'inner', left: first, right: second } = join;
  if (typeof on !== 'string' || typeof rightOn !== 'string' || (how !== 'inner' && how !== 'left'))
    return undefined;
  const [left, right] = [tried.rowsOf(first), tried.rowsOf(second)];
  if (left === undefined || right === undefined) return undefined;
  const [lefts, rights] = [timesOf(left, on), timesOf(right, rightOn)];
  const isMany = [...lefts.values()].some((times) => times > 1);
  const key = isMany ? [...lefts.keys()].find((one) => (rights.get(one) ?? 0) > 1) : undefined;
  if (key === undefined) return undefined;
  const names = [fileOf(first, tried.one.calls), fileOf(second, tried.one.calls)] as const;
  return repeatedKey(tried, join, { key, times: rights.get(key) ?? 0, rightOn, names });
}

function joinBehind(call: Call, calls: readonly Call[]): Call | undefined {
  const maker = calls.find(({ _outputPath }) => _outputPath === call.rows);
  if (maker?._tool === 'joinRows') return maker;
  return maker !== undefined && KEEPS.test(maker._tool) ? joinBehind(maker, calls) : undefined;
}

function twiceIn(tried: Tried, group: Call, join: Call): Pitfall | undefined {
  const { on, rightOn = on, how = 'inner', left: first, right: second } = join;
  const [left, right] = [tried.rowsOf(first), tried.rowsOf(second)];
  if (typeof on !== 'string' || typeof rightOn !== 'string' || (how !== 'inner' && how !== 'left'))
    return undefined;
  if (left === undefined || right === undefined) return undefined;
  const [lefts, rights] = [timesOf(left, on), timesOf(right, rightOn)];
  const own = new Set(left.flatMap((row) => Object.keys(row)));
  const its = new Set(right.flatMap((row) => Object.keys(row)));
  const figures = figuresOf(group).filter(({ aggregate }) => !ALIKE.has(aggregate));
  const names = [fileOf(first, tried.one.calls), fileOf(second, tried.one.calls)] as const;
  const isOfLeft = figures.some(({ column }) => column === undefined || own.has(column));
  const twice = [...lefts.keys()].find((key) => (rights.get(key) ?? 0) > 1);
  if (isOfLeft && twice !== undefined)
    return repeatedKey(tried, join, { key: twice, times: rights.get(twice) ?? 0, rightOn, names });
  // Prices of what was bought are averaged as often as it was bought; added up, what stands once is one.
  const looked = figures.find(
    ({ column, aggregate }) =>
      aggregate === 'sum' && column !== undefined && its.has(column) && !own.has(column),
  );
  const again = [...rights.keys()].find((key) => (lefts.get(key) ?? 0) > 1);
  return looked?.column === undefined || again === undefined
    ? undefined
    : lookedUp(tried, group, { on, column: looked.column, names });
}

const timesOf = (rows: readonly Row[], column: string): Map<string, number> => {
  const times = new Map<string, number>();
  for (const row of rows) {
    const cell = row[column];
    if (cell === null || cell === undefined || cell === '') continue;
    times.set(String(cell), (times.get(String(cell)) ?? 0) + 1);
  }
  return times;
};

/** What its rows are called by: the file that they are of, else the table that is looked up. */
export function fileOf(reference: Call[string], calls: readonly Call[]): string {
  const maker = calls.find(({ _outputPath }) => _outputPath === reference);
  if (typeof maker?.file === 'string') return maker.file;
  return maker?.rows === undefined ? String(reference).replace('†state.', '') : fileOf(maker.rows, calls);
}

function repeatedKey(
  { one, tongue }: Tried,
  join: Call,
  {
    key,
    times,
    rightOn,
    names: [left, right],
  }: { key: string; times: number; rightOn: string; names: readonly [string, string] },
): Pitfall {
  const de = tongue === 'de';
  const once = before(
    one.calls,
    join,
    'right',
    'removeDuplicates',
    de ? `Jede ${rightOn} von ${right} einmal` : `Each ${rightOn} of ${right} once`,
    { columns: [rightOn] },
  );
  return {
    text: de
      ? `„${key}“ steht ${times}-mal in ${right}: jede seiner Zeilen aus ${left} würde ${times}-mal zählen. Wie soll gezählt werden?`
      : `"${key}" stands ${times} times in ${right}: each of its rows in ${left} would count ${times} times. How should they count?`,
    ways: [
      {
        took: de
          ? `einmal, mit der ersten Zeile aus ${right}`
          : `once, with the first of its rows in ${right}`,
        calls: once,
        output: one.output,
      },
      {
        took: de ? 'so oft, wie sie zusammenpassen' : 'as often as they fit together',
        calls: one.calls,
        output: one.output,
      },
    ],
  };
}

function lookedUp(
  { one, tongue }: Tried,
  group: Call,
  { on, column, names: [left, right] }: { on: string; column: string; names: readonly [string, string] },
): Pitfall {
  const de = tongue === 'de';
  const columns = [...new Set([on, ...columnsIn(group.by)])];
  const once = before(
    one.calls,
    group,
    'rows',
    'removeDuplicates',
    de ? `Jede ${on} einmal` : `Each ${on} once`,
    { columns },
  );
  return {
    text: de
      ? `${column} steht in ${right} einmal je ${on} und würde für jede Zeile aus ${left} wieder gezählt. Wie oft soll es zählen?`
      : `${column} stands once for each ${on} in ${right}, and would be added up again for each row of ${left}. How often should it count?`,
    ways: [
      { took: de ? `einmal je ${on}` : `once for each ${on}`, calls: once, output: one.output },
      {
        took: de ? `für jede Zeile aus ${left}` : `for each row of ${left}`,
        calls: one.calls,
        output: one.output,
      },
    ],
  };
}
