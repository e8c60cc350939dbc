/** What "how many" counts: rows, the different cells of a label, or all there is in a column of numbers. Knows no tool. */

import { isAmount } from './amounts.ts';
import { isIdentifier, isIntensive, type KnownColumn, yesNoOf } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { statesOf } from './lexicon/states.ts';
import { beginsName } from './read-columns.ts';
import type { Figure } from './request.ts';
import { sameWord } from './same-word.ts';
import type { View } from './view.ts';

/**
 * "median km per depot, for drivers with more than 5 routes": whose rows are counted is not what is told apart by, so that
 * no count of these groups is meant. @param at the comparison
 */
export function countsOthers(view: View, at: number): boolean {
  const of = view.mentions.findLastIndex(({ small, mark }, i) => i < at && (!small || mark !== undefined));
  const label = view.mentions[of]?.columns.find(({ fit, column }) => fit >= 0.8 && column.kind === 'text');
  if (label === undefined || at - of > 2) return false;
  const per = view.mentions.findLastIndex((_, i) => i < of && view.has(i, 'per', 'each'));
  if (per < 0) return false;
  const between = view.mentions.slice(per + 1, of);
  const isKey = between.every(({ small, mark }) => small && mark === undefined);
  const isListed = view.mentions.slice(of - 1, of).some(({ meanings }) => meanings.has('and'));
  return !isKey && !isListed;
}

interface Counted {
  readonly figure: Figure;
  /** The place of what is counted, where the figure is told by it. */
  readonly at?: number;
}

const ROWS: Figure = { aggregate: 'count' };
/** "how many times" is how often. */
export const TIMES = /^(?:times|mal|fois|veces|volte)$/iu;

/** What stands behind a word for counting, at most a few small words and the cells that tell which of them away. */
export function countedBehind(view: View, at: number): Counted {
  for (let next = at + 1; next <= at + 5; next++) {
    const said = view.mentions[next];
    if (said === undefined || said.mark !== undefined || view.isUsed(next)) break;
    if (view.has(next, 'per', 'each')) break;
    if (said.small && said.columns.length === 0) continue;
    if (said.cells.length > 0 && said.columns.length === 0) continue;
    return view.cells(next).length > 0 || TIMES.test(said.text) ? { figure: ROWS } : thingAt(view, next);
  }
  return { figure: ROWS };
}

function thingAt(view: View, at: number): Counted {
  const label = view.column(at, 'label');
  // "how many are unpaid": which rows, and nothing that is counted.
  if (
    label !== undefined &&
    yesNoOf(label) !== undefined &&
    statesOf(fold(view.mentions[at]?.text ?? '')).length > 0
  )
    return { figure: ROWS };
  const name = label !== undefined && isNamed(view, at, label) ? label : identifierAt(view, at);
  if (name?.unique === true) return { figure: ROWS, at };
  if (name !== undefined) return { figure: { aggregate: 'distinct', column: name.name }, at };
  const said = view.mentions[at];
  // "zähle die Mieten" of a column Mietpreis: how many there were.
  if (said !== undefined && said.files.length === 0 && beginsName(said)) return { figure: ROWS, at };
  const isOfFile = (view.mentions[at]?.files.length ?? 0) > 0;
  const number = view.column(at, 'number');
  // "how many birds" of birds.csv with a column birds: each of its rows says how many.
  const isAdded =
    number !== undefined &&
    !isIdentifier(number) &&
    !isIntensive(number) &&
    isNamed(view, at, number) &&
    !(isOfFile && number.unique) &&
    !isMoney(view, at, number, isOfFile);
  if (isOfFile && !isAdded) return { figure: ROWS, at };
  return isAdded ? { figure: { aggregate: 'sum', column: number.name }, at } : { figure: ROWS };
}

const isNamed = (view: View, at: number, column: KnownColumn): boolean =>
  column.kind !== 'date' &&
  column.kind !== 'boolean' &&
  (view.mentions[at]?.columns.find((one) => one.column.name === column.name)?.fit ?? 0) >= 0.8;

/** "the number of sales" is no sum of money, though a column of money is called so by another word. */
const isMoney = (view: View, at: number, { name }: KnownColumn, isOfFile: boolean): boolean =>
  (isOfFile || (view.mentions[at]?.columns.find(({ column }) => column.name === name)?.fit ?? 0) < 1) &&
  isAmount(view.mentions[at]?.taken ?? view.mentions[at]?.text ?? '');

/** "members" of a column member_id, which stands for them. */
const identifierAt = (view: View, at: number): KnownColumn | undefined => {
  const word = view.mentions[at]?.taken ?? view.mentions[at]?.text.toLowerCase() ?? '';
  return view.columns.find(
    (column) => column.words.length === 2 && isIdentifier(column) && sameWord(word, column.words[0] ?? ''),
  );
};
