/** Names typed almost right: columns and dropped files that a word of the goal is a slip of. Knows no tool. */

import type { InputFile } from '../planner.ts';
import { ACTION_STEMS } from './action-words.ts';
import { type Column, extensionOf, measureOf } from './columns.ts';
import { STOP_WORDS } from './stop-words.ts';
import { synonymsOf } from './synonyms.ts';
import { nameWords, stemOf, type Word } from './words.ts';

/** How many slips a name of this length forgives: a short word with one slip is often another word. */
const slips = (name: string): number => (name.length < 5 ? 0 : name.length < 8 ? 1 : 2);

/** Whether two names are one slip or so apart: a letter too many, too few, wrong, or two swapped. */
function nearlySame(said: string, name: string): boolean {
  const [a, b] = [plain(said), plain(name)];
  const most = slips(b);
  return a !== b && most > 0 && Math.abs(a.length - b.length) <= most && distance(a, b) <= most;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Edits between two short texts, a swap of neighbours counting as one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}

/** A word that means something by itself is no slip. */
const isKnown = ({ text, stem }: Word): boolean =>
  STOP_WORDS.has(text.toLowerCase()) || ACTION_STEMS.has(stem) || synonymsOf(stem).size > 0;

interface NearColumn {
  readonly word: Word;
  readonly column: Column;
}

/** Words that are slips of exactly one column's name, or that differ from it only in an accent. */
export function nearColumns(words: readonly Word[], columns: readonly Column[]): NearColumn[] {
  return words.flatMap((word, at) => {
    const near = columns.filter(({ name }) => {
      const [only, ...more] = nameWords(name);
      // "Each customer" is told by the customer's id.
      const per = /^(?:by|per|each|every)$/iu.test(words[at - 1]?.text ?? '');
      if (per && only !== undefined && more.join() === 'id' && stemOf(only) === word.stem) return true;
      if (only === undefined || more.length > 0) return false;
      return (
        only !== word.text.toLowerCase() &&
        (plain(only) === plain(word.text) || (!isKnown(word) && nearlySame(word.text, only)))
      );
    });
    const [column] = near;
    return column === undefined || new Set(near.map(({ name }) => name)).size > 1 ? [] : [{ word, column }];
  });
}

const MONEY_IN = new Set(
  'sales revenue revenues turnover income earnings expenses spending costs profit umsatz'.split(' '),
);

/** "Sales by region" adds something up although no column is called so: the one column that is measured. */
export function impliedMeasure(words: readonly Word[], columns: readonly Column[]): NearColumn[] {
  const column = measureOf(columns);
  const word = words.find(({ text }) => MONEY_IN.has(text.toLowerCase()));
  return word === undefined || column === undefined ? [] : [{ word, column }];
}

const SPANS_OF_TIME = new Set(['time', 'day', 'week', 'month', 'quarter', 'year']);

/** "By month" and "over time" are about the one column of days there is. */
export function daysMeant(words: readonly Word[], columns: readonly Column[]): NearColumn[] {
  const [column, ...more] = columns.filter((one) => one.dated === true);
  if (column === undefined || more.length > 0) return [];
  return words.flatMap((word, at) => {
    const cue = words[at - 1]?.text.toLowerCase() ?? '';
    return SPANS_OF_TIME.has(word.text.toLowerCase()) && /^(?:by|per|over|each|every)$/u.test(cue)
      ? [{ word, column }]
      : [];
  });
}

/** Words that are the name of a dropped file without its ending: "the orders" for orders.csv. */
export function filesByName(text: string, words: readonly Word[], files: readonly InputFile[]): NearFile[] {
  const lower = text.toLowerCase();
  const unnamed = files.filter(({ name }) => !lower.includes(name.toLowerCase()));
  return words.flatMap((word) => {
    // "Note …" asks for a note, and "a report" is one that is to be made.
    if (BEGINS.test(text.slice(0, word.start))) return [];
    const [file, ...more] = unnamed.filter(({ name }) => stemOf(stemName(name)) === word.stem);
    return file === undefined || more.length > 0 ? [] : [{ word, file }];
  });
}

interface NearFile {
  readonly word: Word;
  readonly file: InputFile;
}

const BEGINS = /(?:^|[.,;:!?\n]|\b(?:and|then|please|to|an?|as|into))\s*$/iu;

/** The one dropped file that a name which was not dropped is a slip of, endings and plurals included. */
export function nearFile(said: string, files: readonly InputFile[]): InputFile | undefined {
  const near = files.filter(
    ({ name }) =>
      stemName(said) === stemName(name) ||
      (extensionOf(said) === extensionOf(name) && nearlySame(stemName(said), stemName(name))),
  );
  return near.length === 1 ? near[0] : undefined;
}

const stemName = (name: string): string => name.toLowerCase().replace(/\.[^.]*$/u, '');
