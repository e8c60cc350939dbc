/** Figures of numbers whose currency or unit stands in a column beside them, and is not the same in all rows. Knows no word of the goal. */

import type { Json } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import { isAmount } from './amounts.ts';
import { isIdentifier, type KnownColumn, measuresOf, unitOf } from './known-tables.ts';
import { unitNamed } from './lexicon/units.ts';
import { nameFit } from './name-fit.ts';
import { before, columnsIn, figuresOf, type Pitfall, type Row, type Tried } from './pitfalls.ts';
import { isCount } from './plain-words.ts';
import { literalText } from './reference.ts';

const UNLIKE: ReadonlySet<string> = new Set(['sum', 'mean', 'median', 'min', 'max', 'percent', 'share']);
/** Each, none of them, and so many alone. */
const MOST_ALONE = 2;

export function mixedUnits(tried: Tried): Pitfall | undefined {
  for (const call of tried.one.calls) {
    const isRanked = call._tool === 'sortRows' && call.limit !== undefined;
    if (call._tool !== 'groupRows' && !isRanked) continue;
    const names = isRanked
      ? columnsIn(call.column)
      : figuresOf(call).flatMap(({ aggregate, column }) =>
          column !== undefined && UNLIKE.has(aggregate) ? [column] : [],
        );
    const rows = tried.rowsOf(call.rows);
    if (rows === undefined) continue;
    for (const name of names) {
      const unit = unitBeside(tried, name, rows);
      if (unit === undefined) continue;
      const kinds = mixedIn(rows, unit, columnsIn(call[isRanked ? 'per' : 'by']), name);
      if (kinds.length > 1) return asked(tried, call, name, unit, kinds);
    }
  }
  return undefined;
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const SIGNS = /^(?:[€$£¥]|euros?|dollars?|pounds?|francs?|franken|pfund)$/iu;
const isCurrency = (cell: string): boolean =>
  SIGNS.test(cell) || (/^[A-Z]{3}$/u.test(cell) && CODES.has(cell));

/** The column beside a column of numbers whose cells say in what each is. */
function unitBeside({ said }: Tried, name: string, rows: readonly Row[]): string | undefined {
  for (const { columns } of said.files.flatMap(({ tables }) => tables)) {
    const at = columns.findIndex((one) => one.name === name && one.kind === 'number' && !isIdentifier(one));
    const column = columns[at];
    if (column === undefined || unitOf(column) !== undefined || isCount(column.words)) continue;
    const found = columns.find((other, i) => {
      const cells = cellsOf(rows, other.name);
      if (other.kind !== 'text' || cells.length < 2) return false;
      const isNear = Math.abs(i - at) === 1;
      if (cells.every(isCurrency)) return isNear || isMoney(column) || measuresOf(columns).length === 1;
      return isNear && cells.every((cell) => unitNamed(cell) !== undefined);
    });
    if (found !== undefined) return found.name;
  }
  return undefined;
}

const isMoney = ({ words }: KnownColumn): boolean =>
  words.some(isAmount) ||
  ['price', 'salary', 'expense', 'profit'].some((noun) => nameFit([noun], words) >= 0.6);

const cellsOf = (rows: readonly Row[], name: string): string[] => [
  ...new Set(
    rows.map((row) => row[name]).filter((cell): cell is string => typeof cell === 'string' && cell !== ''),
  ),
];

/** The units that stand together in one group, the most frequent first. */
function mixedIn(rows: readonly Row[], unit: string, by: readonly string[], name: string): string[] {
  if (by.includes(unit)) return [];
  const all = new Map<string, number>();
  for (const row of rows) {
    const cell = row[unit];
    // What is empty or nought is the same in any of them.
    if (typeof cell !== 'string' || cell === '' || !row[name]) continue;
    all.set(cell, (all.get(cell) ?? 0) + 1);
  }
  return [...all].toSorted(([, a], [, b]) => b - a).map(([cell]) => cell);
}

function asked(tried: Tried, call: Call, name: string, unit: string, kinds: readonly string[]): Pitfall {
  const { one, tongue } = tried;
  const de = tongue === 'de';
  const each = perUnit(tried, call, unit);
  const listed = kinds.slice(0, 4).join(', ');
  const alone = kinds.slice(0, MOST_ALONE).map((kind) => ({
    took: de ? `nur ${kind}` : `only ${kind}`,
    calls: before(
      one.calls,
      call,
      'rows',
      'filterRows',
      de ? `Zeilen behalten, in denen gilt: ${unit} ist ${kind}` : `Keep rows where ${unit} is ${kind}`,
      { column: unit, operator: 'equals', value: literalText(kind) },
    ),
    output: one.output,
  }));
  return {
    text: de
      ? `${name} steht in verschiedenen Einheiten da (${unit}: ${listed}). Wie soll gerechnet werden?`
      : `${name} is not all in one unit (${unit}: ${listed}). How should it be reckoned?`,
    ways: [
      ...(each === undefined
        ? []
        : [{ took: de ? `jede ${unit} für sich` : `each ${unit} by itself`, ...each }]),
      ...alone,
      {
        took: de ? 'alles zusammen, wie es dasteht' : 'all together, as the numbers stand there',
        calls: one.calls,
        output: one.output,
      },
    ],
  };
}

/** The same for each unit, where nothing but an order reads what is grouped. */
function perUnit(
  { one }: Tried,
  call: Call,
  unit: string,
): { calls: readonly Call[]; output: Json } | undefined {
  const path = call._outputPath ?? '';
  const readers = one.calls.filter((other) => other.rows === path);
  const text = JSON.stringify([
    one.output,
    one.calls.filter((other) => other !== call && !readers.includes(other)),
  ]);
  const last = readers[0]?._outputPath ?? path;
  const isPlain = readers.length === 0 || (readers.length === 1 && readers[0]?._tool === 'sortRows');
  const isRead = text.split(JSON.stringify(last)).length + text.split(`"${last}.0`).length - 2 !== 1;
  if (!isPlain || isRead || typeof one.output !== 'string') return undefined;
  const ranked = (sort: Call): Call => {
    if (sort.limit === undefined) return sort;
    const per = [...new Set([...columnsIn(sort.per), unit])];
    return { ...sort, per, _description: `${sort._description ?? ''} · ${unit}` } as Call;
  };
  const calls = one.calls.map((other) => {
    if (other === call) return call._tool === 'sortRows' ? ranked(call) : grouped(call, unit);
    return readers.includes(other) ? ranked(other) : other;
  });
  return { calls, output: one.output.startsWith(`${last}.0`) ? last : one.output };
}

function grouped(call: Call, unit: string): Call {
  const { part, ...rest } = call;
  const by = Array.isArray(call.by) ? call.by : call.by === undefined ? [] : [call.by];
  const keys = part === undefined ? by : by.map((one) => ({ column: one, part }));
  return {
    ...rest,
    by: [...keys, unit],
    _description: `${call._description ?? ''} · ${unit}`,
  } as Call;
}
