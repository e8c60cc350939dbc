/** Cells of a dropped table that a goal mentions: "late orders", "customers from DE". Knows no tool. */

import { ACTION_STEMS } from './action-words.ts';
import type { Column } from './columns.ts';
import { STOP_WORDS } from './stop-words.ts';
import { nameWords, type Word } from './words.ts';

interface CellMention {
  readonly form: 'cell';
  /** As it stands in the table. */
  readonly value: string;
  readonly column: string;
  readonly start: number;
  readonly end: number;
}

/** More cells than this make a column of names or texts, in which a common word stands by chance. */
const MOST_CELLS = 60;

/** Every mention of a cell that stands in one column only; a longer cell before a shorter one. */
export function cellMentions(
  text: string,
  words: readonly Word[],
  columns: readonly Column[],
): CellMention[] {
  const owners = new Map<string, { cell: string; columns: Set<string>; length: number }>();
  for (const column of columns.filter(
    (one) => one.dated !== true && (one.cells ?? []).length <= MOST_CELLS,
  )) {
    for (const cell of column.cells ?? []) {
      const parts = nameWords(cell);
      const key = parts.join(' ');
      if (key.length < 2 || parts.length > 3) continue;
      const owner = owners.get(key) ?? { cell, columns: new Set(), length: parts.length };
      owner.columns.add(column.name);
      owners.set(key, owner);
    }
  }
  const found: CellMention[] = [];
  for (const length of [3, 2, 1]) {
    for (let at = 0; at + length <= words.length; at++) {
      const said = words.slice(at, at + length);
      const [first, last] = [said[0], said.at(-1)];
      if (first === undefined || last === undefined) continue;
      const owner = owners.get(nameWords(text.slice(first.start, last.end)).join(' '));
      const [column, ...more] = owner?.columns ?? [];
      if (owner?.length !== length || column === undefined || more.length > 0) continue;
      if (length === 1 && isRequest(text, first)) continue;
      found.push({ form: 'cell', value: owner.cell, column, start: first.start, end: last.end });
    }
  }
  return found;
}

/** "Open orders.csv" asks to open it; "the open orders" are those whose status is open. */
function isRequest(text: string, word: Word): boolean {
  if (STOP_WORDS.has(word.text.toLowerCase())) return true;
  const begins = /(?:^|[.,;:!?]|\b(?:and|then|please|to))\s*$/iu.test(text.slice(0, word.start));
  return AGGREGATING.has(word.stem) || (begins && ACTION_STEMS.has(word.stem));
}

const AGGREGATING: ReadonlySet<string> = new Set([
  'total',
  'sum',
  'averag',
  'count',
  'top',
  'all',
  'none',
  'ye',
]);
