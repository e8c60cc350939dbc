/** Figures across the columns of one row: "the mean of Test 1, Test 2 and Test 3", "the average of the three tests per pupil". Knows no tool. */

import { isIdentifier, type KnownColumn } from './known-tables.ts';
import { inFormula } from './new-column.ts';
import { aggregateAt } from './read-figures.ts';
import { sameWord } from './same-word.ts';
import type { View } from './view.ts';

interface Across {
  readonly formula: string;
  readonly name: string;
  readonly to: number;
  /** Where the word for the figure, what it is of, and how many of them stand. */
  readonly takes: readonly number[];
}

const FUNCTIONS: Readonly<Record<string, string>> = {
  mean: 'mean',
  sum: 'sum',
  median: 'median',
  max: 'max',
  min: 'min',
};

/** The figure of several columns that is asked of each row; nothing where it may be one of each column over all rows. */
export function acrossAt(view: View, at: number): Across | undefined {
  const aggregate = aggregateAt(view, at) ?? extremeAt(view, at);
  const compute = FUNCTIONS[aggregate ?? ''];
  if (aggregate === undefined || compute === undefined || !isOfEachRow(view)) return undefined;
  const found = listedBehind(view, at) ?? countedBehind(view, at);
  if (found === undefined) return undefined;
  const { columns, takes } = found;
  return {
    formula: `${compute}(${columns.map(({ name }) => inFormula(name)).join(', ')})`,
    name: NAMES[aggregate] ?? aggregate,
    to: Math.max(...takes) + 1,
    takes: [at, ...takes],
  };
}

const NAMES: Readonly<Record<string, string>> = {
  mean: 'average',
  sum: 'total',
  median: 'median',
  max: 'highest',
  min: 'lowest',
};

const extremeAt = (view: View, at: number): string | undefined =>
  view.isUsed(at) ? undefined : view.has(at, 'most') ? 'max' : view.has(at, 'least') ? 'min' : undefined;

/** A new column is asked for, or something for each of what every row has one of its own. */
function isOfEachRow(view: View): boolean {
  if (view.find('newcolumn') >= 0) return true;
  return [...view.mentions.keys()].some((at) => {
    if (!view.has(at, 'per', 'each', 'every')) return false;
    const next = view.nextSaid(at + 1);
    return next !== undefined && next <= at + 2 && view.column(next, 'label')?.unique === true;
  });
}

const isMeasured = (column: KnownColumn | undefined): column is KnownColumn =>
  column !== undefined && !isIdentifier(column);

/** "of Test 1, Test 2 and Test 3": two or more, with nothing between them but how they are joined. */
function listedBehind(view: View, at: number): { columns: KnownColumn[]; takes: number[] } | undefined {
  const columns: KnownColumn[] = [];
  const takes: number[] = [];
  for (let i = at + 1; i < view.mentions.length; i++) {
    const column = view.column(i, 'number');
    const isNamed = (view.mentions[i]?.columns[0]?.fit ?? 0) >= 0.8;
    if (isMeasured(column) && isNamed) {
      if (columns.includes(column)) return undefined;
      columns.push(column);
      takes.push(i);
    } else if (!(view.joins(i) || (columns.length === 0 && view.mentions[i]?.small === true))) break;
  }
  return columns.length < 2 ? undefined : { columns, takes };
}

const ALL = /^(?:all|both|alle[nr]?|beiden?|tou(?:te)?s|todos|todas|tutt[ie]|ambos)$/iu;

/** "the three tests", "all tests": as many columns as are called so. */
function countedBehind(view: View, at: number): { columns: KnownColumn[]; takes: number[] } | undefined {
  for (let i = at + 1; i <= at + 4; i++) {
    const said = view.mentions[i];
    if (said === undefined || said.mark !== undefined) return undefined;
    const isCount = said.number !== undefined || ALL.test(said.text);
    if (!isCount) {
      if (!said.small) return undefined;
      continue;
    }
    // The file may be called so, too, and has taken the word by then.
    const noun = [i + 1, i + 2].find((next) => view.mentions[next]?.small === false);
    const word = view.mentions[noun ?? -1]?.text.toLowerCase();
    if (noun === undefined || word === undefined) return undefined;
    const columns = view.columns.filter(
      (one) => one.kind === 'number' && isMeasured(one) && one.words.some((its) => sameWord(word, its)),
    );
    const isAsMany = said.number === undefined || said.number === columns.length;
    return columns.length < 2 || !isAsMany ? undefined : { columns, takes: [i, noun] };
  }
  return undefined;
}
