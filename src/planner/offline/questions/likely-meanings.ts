/** What words that a reading left over may mean: columns, cells, words nearly typed, and what is done with what is known. Makes no plan. */

import type { SettledPart } from '../../../plan/settled.ts';
import {
  isIdentifier,
  isIntensive,
  isPerson,
  type KnownColumn,
  measuresOf,
  unitOf,
  wordsIn,
  wordsOfCell,
  yesNoOf,
} from '../known-tables.ts';
import { fold, slipsBetween } from '../lexicon/forms.ts';
import { LANGUAGES, vocabularyOf } from '../lexicon/index-of.ts';
import { isNoun } from '../lexicon/nouns.ts';
import { HALVES } from '../lexicon/number-words.ts';
import { unitNamed } from '../lexicon/units.ts';
import { type ColumnRef, type Mention, refsOf, type Said } from '../mention.ts';
import { nameFit } from '../name-fit.ts';
import { WRITES } from '../slips.ts';
import type { Tongue } from '../wording.ts';
import { reckonedFrom } from './reckoned.ts';

/** Words of a goal that no call uses. */
export interface Piece {
  readonly words: string;
  /** What was read of them. */
  readonly mentions: readonly Mention[];
  /** The mention before that says something. */
  readonly before: Mention | undefined;
  /** The one right behind it, whatever it says. */
  readonly behind: Mention | undefined;
}

/** A likely meaning; the less its cost, the likelier. */
export interface Meaning {
  readonly as: readonly SettledPart[];
  readonly cost: number;
}

/** How a figure, an order and a condition are said in the goal's own language; in English where that is one of the others: it is read in any. */
const SAYINGS = {
  en: {
    per: ['per ', ''],
    total: ['total ', ''],
    mean: ['average ', ''],
    most: ['highest ', ''],
    least: ['lowest ', ''],
    down: ['sorted by ', ', highest first'],
    up: ['sorted by ', ', lowest first'],
    is: ['where ', ' is '],
    over: ' over ',
    under: ' under ',
    equal: ' is ',
    rows: 'number of rows',
  },
  de: {
    per: ['pro ', ''],
    total: ['Summe ', ''],
    mean: ['Durchschnitt ', ''],
    most: ['höchste ', ''],
    least: ['niedrigste ', ''],
    down: ['sortiert nach ', ', höchste zuerst'],
    up: ['sortiert nach ', ', niedrigste zuerst'],
    is: ['bei denen ', ' ist '],
    over: ' über ',
    under: ' unter ',
    equal: ' ist ',
    rows: 'Anzahl der Zeilen',
  },
} as const;

/** Columns more than these are not gone through word for word: a table of thousands has a few that are near. */
const MOST_COLUMNS = 200;
const MOST_CELLS_EACH = 60;
/** From here on two words look alike enough to be asked about. */
const ALIKE = 0.5;

/** From this cost on a meaning fits the place where the words stand, and not the words. */
export const GUESSED = 0.7;

/** The likeliest first, each once. */
export function likelyMeanings(piece: Piece, said: Said, tongue: Tongue): readonly Meaning[] {
  // "1.234 €" is one number or the other, and nothing else.
  const either = piece.mentions.flatMap((one) => one.either ?? []);
  if (either.length > 0) return either.map((one) => ({ as: [one], cost: 0 }));
  const refs = distinct(refsOf(said.files)).slice(0, MOST_COLUMNS);
  // "stock worth" is no column of how many there are, where it can be reckoned what they are worth.
  const reckoned = reckonedFrom(wordsIn(piece.words), refs, tongue);
  const found = [
    ...(reckoned.length > 0 ? [] : namedBy(piece, refs)),
    ...typedNearly(piece, said),
    ...endsOf(piece, tongue),
    ...reckoned.map((as, at) => ({ as, cost: 0.25 + 0.03 * at })),
    ...doneWith(piece, refs, tongue),
    ...inTheSlot(piece, refs, tongue),
  ];
  const once = new Map<string, Meaning>();
  for (const one of found.toSorted((a, b) => a.cost - b.cost)) {
    const key = JSON.stringify(one.as);
    if (!once.has(key)) once.set(key, one);
  }
  return [...once.values()];
}

/** A column that several files have is one column here: which file is read is told by the rest of the goal. */
function distinct(refs: readonly ColumnRef[]): readonly ColumnRef[] {
  const known = new Set<string>();
  return refs.filter(({ column: { name } }) => !known.has(name) && known.add(name) !== undefined);
}

const columnPart = ({ column }: Pick<ColumnRef, 'column'>): SettledPart => ({ column: column.name });

/** Columns and cells whose names look like the words. */
function namedBy({ words, mentions }: Piece, refs: readonly ColumnRef[]): Meaning[] {
  const said = wordsIn(words);
  if (
    said.length === 0 ||
    mentions.some(({ number, period }) => number !== undefined || period !== undefined)
  )
    return [];
  return refs.flatMap((ref) => {
    const { column } = ref;
    const like = Math.max(likeness(said, column.words), nameFit(said, column.words));
    const own: Meaning[] = like < ALIKE ? [] : [{ as: [columnPart(ref)], cost: 1 - like }];
    if (column.kind !== 'text' && column.kind !== 'boolean') return own;
    const cells = column.cells.slice(0, MOST_CELLS_EACH).flatMap((value): Meaning[] => {
      const near = likeness(said, wordsOfCell(value));
      return near < ALIKE + 0.1 || wordsOfCell(value).length > 4
        ? []
        : [{ as: [{ column: column.name, value }], cost: 1.05 - near }];
    });
    return [...own, ...cells];
  });
}

/** A word of the language that was typed with more slips than are forgiven unasked. */
function typedNearly({ words, mentions }: Piece, { language }: Said): Meaning[] {
  const [only, other] = wordsIn(words);
  // "revenue" is well known, and no slip for "reverse".
  if (only === undefined || other !== undefined || only.length < 4 || isNoun(fold(only))) return [];
  if (mentions.some(({ meanings, columns }) => meanings.size > 0 || (columns[0]?.fit ?? 0) >= 0.8)) return [];
  const most = Math.min(3, Math.floor(only.length / 3));
  const spoken = vocabularyOf(language === undefined ? LANGUAGES.slice(0, 2) : [language]);
  return [...spoken].flatMap((word): Meaning[] => {
    if (word.length < 4 || word[0] !== only[0] || WRITES.has(word)) return [];
    const slips = slipsBetween(only, word, most);
    return slips === 0 || slips > most ? [] : [{ as: [word], cost: 0.2 + (1.5 * slips) / only.length }];
  });
}

/** "best", of what can be good at either end. */
function endsOf({ mentions }: Piece, tongue: Tongue): Meaning[] {
  if (!mentions.some(({ meanings }) => meanings.has('top') || meanings.has('most') || meanings.has('least')))
    return [];
  const { most, least } = SAYINGS[tongue];
  return [
    { as: [most[0].trim()], cost: 0.1 },
    { as: [least[0].trim()], cost: 0.15 },
  ];
}

/** What could be done with a column, a cell or a number that is known and stands in no call. */
function doneWith({ words, mentions, behind }: Piece, refs: readonly ColumnRef[], tongue: Tongue): Meaning[] {
  const how = SAYINGS[tongue];
  const found: Meaning[] = [];
  const isCompared = mentions.some(({ meanings }) => [...meanings].some((one) => one.startsWith('cmp:')));
  for (const { number, columns, cells, period } of mentions) {
    if (number !== undefined && period === undefined)
      for (const [at, { name }] of heldBy(refs, number, behind).entries())
        if (isCompared) found.push({ as: [{ column: name }, ' ', words], cost: 0.4 + 0.06 * at });
        else
          found.push(
            { as: [{ column: name }, how.over, words], cost: 0.4 + 0.06 * at },
            { as: [{ column: name }, how.under, words], cost: 0.43 + 0.06 * at },
            { as: [{ column: name }, ' ', words], cost: 0.41 + 0.06 * at },
            { as: [{ column: name }, how.equal, words], cost: 0.55 + 0.06 * at },
          );
    for (const { column, fit } of columns.slice(0, 2)) {
      if (fit < 0.55) continue;
      const part = { column: column.name };
      const cost = 0.35 + (1 - Math.min(1, fit));
      if (column.kind !== 'number' || isIdentifier(column)) found.push({ as: [how.per[0], part], cost });
      else
        found.push(
          { as: [how.total[0], part], cost: cost + (isIntensive(column) ? 0.08 : 0) },
          { as: [how.mean[0], part], cost: cost + 0.05 },
          { as: [how.down[0], part, how.down[1]], cost: cost + 0.1 },
        );
      const answer = yesNoOf(column);
      for (const value of [answer?.yes, answer?.no])
        if (value !== undefined)
          found.push({ as: [how.is[0], part, how.is[1], { column: column.name, value }], cost: cost + 0.02 });
    }
    for (const { of, value } of cells.slice(0, 3)) {
      const part = { column: of.column.name };
      found.push({ as: [how.is[0], part, how.is[1], { ...part, value }], cost: 0.3 });
    }
  }
  return found;
}

/** The columns of numbers that a number may be held against: where it is said in a unit only those that are measured so. */
function heldBy(
  refs: readonly ColumnRef[],
  number: number,
  behind: Mention | undefined,
): readonly KnownColumn[] {
  // "5 days from coming in to going out": no column is so many days.
  if (behind?.meanings.has('daysbetween') === true) return [];
  const unit = behind === undefined ? undefined : unitNamed(behind.text);
  const measures = measuresOf(refs.map(({ column }) => column));
  if (unit !== undefined) return measures.filter((one) => unitOf(one)?.of === unit.of);
  // "in 10": what no cell comes near is held against none of them.
  const near = measures.filter(({ cells }) => {
    const values = cells.map(Number).filter(Number.isFinite);
    return values.length === 0 || (Math.min(...values) <= number && number <= Math.max(...values));
  });
  return near.length > 0 ? near : measures;
}

/** Columns and figures that fit where the words stand, whatever the words say. */
function inTheSlot({ before, mentions }: Piece, refs: readonly ColumnRef[], tongue: Tongue): Meaning[] {
  // What has a meaning of its own is not taken for any column at all.
  if (
    mentions.some(
      ({ meanings, number, period, text }) =>
        meanings.size > 0 ||
        number !== undefined ||
        period !== undefined ||
        unitNamed(text) !== undefined ||
        // Half of something is neither that nor all of another column.
        HALVES.includes(fold(text)),
    )
  )
    return [];
  const how = SAYINGS[tongue];
  const columns = refs.map(({ column }) => column);
  const measures = measuresOf(columns);
  const labels = columns.filter((column) => column.kind === 'text' && !column.unique);
  // "which salesperson": who or what is asked for is no figure.
  const isAsked = before?.meanings.has('which') === true || before?.meanings.has('who') === true;
  const isParted = isAsked || before?.meanings.has('per') === true || before?.meanings.has('each') === true;
  const isFigure = [...(before?.meanings ?? [])].some(
    (one) => one.startsWith('agg:') || one === 'most' || one === 'least',
  );
  const ranked = (
    some: readonly KnownColumn[],
    from: number,
    put: (part: SettledPart) => readonly SettledPart[],
  ) =>
    some.slice(0, 5).map(
      (column, at): Meaning => ({
        as: put({ column: column.name }),
        cost: from + 0.04 * at + (isPerson(column) ? 0.01 : 0),
      }),
    );
  return [
    ...ranked(isParted ? [...labels, ...columns.filter(({ kind }) => kind === 'date')] : [], 0.55, (part) => [
      part,
    ]),
    ...ranked(isFigure ? measures : [], 0.55, (part) => [part]),
    ...ranked(isParted || isFigure ? [] : measures.filter((one) => !isIntensive(one)), 0.7, (part) => [
      how.total[0],
      part,
    ]),
    ...ranked(isParted || isFigure ? [] : labels, 0.72, (part) => [part]),
    ...ranked(isParted ? [] : measures, 0.76, (part) => [part]),
    ...ranked(isParted ? [] : measures, 0.8, (part) => [how.down[0], part, how.down[1]]),
    ...ranked(isParted ? [] : measures, 0.82, (part) => [how.up[0], part, how.up[1]]),
    ...ranked(isParted || isFigure ? [] : measures, measures.some(isIntensive) ? 0.71 : 0.78, (part) => [
      how.mean[0],
      part,
    ]),
    ...(isParted ? [] : [{ as: [how.rows], cost: 0.77 }]),
    ...columns.flatMap((column): Meaning[] => {
      const answer = isParted ? undefined : yesNoOf(column);
      return [answer?.yes, answer?.no].flatMap((value) =>
        value === undefined
          ? []
          : [
              {
                as: [how.is[0], { column: column.name }, how.is[1], { column: column.name, value }],
                cost: 0.84,
              },
            ],
      );
    }),
  ];
}

/** 0 to 1: how much the words look like the name. */
function likeness(said: readonly string[], name: readonly string[]): number {
  if (said.length === 0 || name.length === 0) return 0;
  const best = (word: string) => Math.max(...name.map((one) => alike(word, one)));
  const whole = alike(said.join(''), name.join(''));
  return Math.max(
    whole,
    said.reduce((sum, word) => sum + best(word), 0) / said.length - 0.05 * (name.length - 1),
  );
}

function alike(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 3) return 0;
  if (long.startsWith(short)) return 0.6 + 0.35 * (short.length / long.length);
  const most = Math.max(1, Math.floor(long.length / 2.5));
  const slips = slipsBetween(a, b, most);
  const near = slips > most ? 0 : 1 - slips / long.length;
  let shared = 0;
  while (shared < short.length && a[shared] === b[shared]) shared++;
  // "regional" of region, "satisfied" of satisfaction: the root is the beginning.
  const root = shared >= 4 ? 0.3 + 0.5 * (shared / long.length) : 0;
  return Math.max(near * 0.95, root);
}
