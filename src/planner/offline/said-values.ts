/** A word that turns others, said as what a column holds: "Paid is no", "Paid no", "Milk = without". Knows no grammar of rows. */

import { wordsOfCell, yesNoOf } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import type { CellRef, ColumnRef, Mention } from './mention.ts';
import { narrowed } from './narrowed.ts';
import { newColumn } from './new-column.ts';
import { overdueIn } from './read-overdue.ts';
import { signsOfDays } from './signs.ts';

const NONE: ReadonlySet<string> = new Set();

const IS =
  /^(?:is|are|was|were|be|been|:|ist|sind|war|waren|est|sont|était|es|son|fue|è|sono|era|equals?|set|to|marked|as|still|auf|steht)$/iu;

/** Words and signs that say another thing where they stand than they do alone. @param today ISO */
export const inPlace = (mentions: readonly Mention[], today: string): Mention[] =>
  saidValuesIn(signsOfDays(overdueIn(narrowed(mentions), today)));

/** Behind a column that holds yes and no, or that very word, it is a value, and turns nothing. */
function saidValuesIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, { columns, cells }] of mentions.entries()) {
    const named = columns.filter(({ fit }) => fit >= 0.8);
    if (named.length === 0 || cells.length > 0) continue;
    const place = valueBehind(mentions, at, named);
    if (place === undefined) continue;
    const own = now[place.at] as Mention;
    now[place.at] = { ...own, cells: place.cells, columns: [], meanings: NONE, small: false };
  }
  return now;
}

function valueBehind(
  mentions: readonly Mention[],
  from: number,
  named: readonly ColumnRef[],
): { at: number; cells: CellRef[] } | undefined {
  let isBound = false;
  for (let at = from + 1; at <= from + 5; at++) {
    const said = mentions[at];
    if (said === undefined) return undefined;
    const cells = cellsSaid(said, named);
    if (cells.length > 0 && (isBound || !COUNTS.test(said.text)) && endsAt(mentions[at + 1]))
      return { at, cells };
    const isSign = said.meanings.has('cmp:eq') || said.meanings.has('cmp:ne');
    if (!isSign && !said.meanings.has('not') && !IS.test(said.text)) return undefined;
    isBound = true;
  }
  return undefined;
}

/** "Paid 1" may count something; "Paid is 1" does not. */
const COUNTS = /^\d/u;

/** "is no longer", "paid no fee", "paid no later than": what stands behind it is what it turns. */
const endsAt = (next: Mention | undefined): boolean =>
  next === undefined ||
  next.mark !== undefined ||
  next.quoted !== undefined ||
  (next.columns.length === 0 &&
    next.number === undefined &&
    (next.small || next.meanings.size > 0) &&
    [...next.meanings].every((one) => !one.startsWith('cmp:')));

function cellsSaid({ text, cells, meanings, small }: Mention, named: readonly ColumnRef[]): CellRef[] {
  // "is no" may be looked up as one.
  const [word = '', ...before] = fold(text).split(' ').toReversed();
  if (!before.every((one) => IS.test(one))) return [];
  const answers = yesNoOf({ ...newColumn('', false), cells: [word] });
  const answer = answers?.no === undefined ? (answers?.yes === undefined ? undefined : 'yes') : 'no';
  return named.flatMap((of): CellRef[] => {
    const words = yesNoOf(of.column);
    if (answer !== undefined && words !== undefined) return [{ of, value: words[answer] ?? word }];
    const turns = small || meanings.has('not') || meanings.has('nopartner') || meanings.has('empty');
    return turns
      ? cells.filter((cell) => cell.of.column === of.column && wordsOfCell(cell.value).join(' ') === word)
      : [];
  });
}
