/** What is known of tables and their columns, and what a column may be: a name, a measure, a person, yes and no. Reads no file. */

import { IDENTIFIES } from '../../tools/called-by.ts';
import type { ValueSketch } from '../../tools/shared-values.ts';
import { fold } from './lexicon/forms.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { type Unit, unitNamed } from './lexicon/units.ts';
import type { Inside } from './nested-tables.ts';
import { inputPath } from './reference.ts';
import { sameWord } from './same-word.ts';

export type ColumnKind = 'number' | 'date' | 'text' | 'boolean';

/** How a column that no file holds comes of those that it does. */
export interface Reckoned {
  readonly formula: string;
  /** Names of the columns in it. */
  readonly of: readonly string[];
  /** The column that a total would be nonsense of, and this is meant: prices, rates. */
  readonly insteadOf?: string;
  /** It is what is measured where nobody says what. */
  readonly isUsual?: true;
  /** It is meant only where its whole name is said. */
  readonly isWhole?: true;
}

export interface KnownColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Cells that were seen, each once. */
  readonly cells: readonly string[];
  /** No cell stood twice among the rows seen. */
  readonly unique: boolean;
  readonly blanks: boolean;
  /** Nearly no cell of it stood twice, as of numbers of bills one of which was typed in again. */
  readonly isNearlyUnique?: true;
  readonly words: readonly string[];
  /** Its cells hold lists: what stands in them can be told apart only once each element has a row. */
  readonly nested?: true;
  /** It stands in an object of the row, or in the row that this one's list is in. */
  readonly inside?: Inside;
  /** It came of a table that was looked up: its cells stand again in many rows. */
  readonly isLookedUp?: true;
  /** It is in no file, and comes of others. */
  readonly reckoned?: Reckoned;
  /** Its whole numbers go up by one from row to row: what rows are called by, once or on several lines. */
  readonly isSerial?: true;
  /** Of numbers: some cells are none, so that figures of it fail at them. */
  readonly isMostly?: true;
  /** Of dates, and of numbers that are years: the first and the last day seen, ISO. */
  readonly from?: string;
  readonly to?: string;
  /** Of dates whose day and month both stand as numbers, the year last: which comes first, where a cell tells. */
  readonly order?: 'dayFirst' | 'monthFirst' | 'untold';
  /** What it holds, to be held against a column of another file. */
  readonly sketch?: ValueSketch;
}

export interface KnownTable {
  readonly file: string;
  /** Sheet, or path of a list inside a JSON file; empty for the file itself. */
  readonly place: string;
  readonly columns: readonly KnownColumn[];
  readonly whole: boolean;
}

export interface KnownFile {
  readonly name: string;
  readonly kind: 'table' | 'text' | 'other';
  /** By what it holds where that is known, else by its name. */
  readonly ending: string;
  readonly tables: readonly KnownTable[];
  /** Words of its name without the ending. */
  readonly words: readonly string[];
}

export const endingOf = (name: string): string =>
  /\.([\p{L}\p{N}]{1,8})$/u.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether two tables hold rows of one kind: most columns of either stand in the other, too. */
export function haveSameColumns(one: readonly KnownColumn[], other: readonly KnownColumn[]): boolean {
  const shared = one.filter(({ name }) => other.some((column) => column.name === name)).length;
  return shared >= 2 && shared >= 0.75 * Math.max(one.length, other.length);
}

/** "orderDate", "order_date" and "Order date" are two words. */
export const wordsIn = (name: string): string[] =>
  wordsOfCell(name.replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2'));

/** The words of a cell as they are typed: "GmbH" is one. */
export const wordsOfCell = (cell: string): string[] => fold(cell).match(/[\p{L}]+|\p{N}+/gu) ?? [];

/** "order_id", "zip": numbers that nobody adds up. */
/** What each row is called by, though one may stand there twice by mistake. */
export const callsRows = (column: KnownColumn): boolean =>
  column.unique || (column.isNearlyUnique === true && isIdentifier(column));

export const isIdentifier = (column: KnownColumn): boolean =>
  IDENTIFIES.test(column.words.at(-1) ?? '') || column.isSerial === true || areYears(column);

/** "Jahrgang", "season": numbers that are years. */
export const areYears = ({ kind, from, words }: KnownColumn): boolean =>
  kind === 'number' && (from !== undefined || YEAR.test(words.at(-1) ?? ''));

const YEAR = /^(?:year|jahr|jahrgang|annee|ano|anno)$/u;

/** How surely a column is what is meant where nobody says which: 2 an amount, 1 a price, 0 any other number. */
const measureRate = (column: KnownColumn): number => {
  const things = column.words.flatMap((word) => [...thingsOf(word)]);
  return things.some((thing) => AMOUNTS.has(thing)) ? 2 : things.includes(1) ? 1 : 0;
};

/** What money comes to, whatever it is called: nobody who says "in total" means the other numbers beside it. */
const AMOUNTS = new Set(
  'amount expense income donation net gross'.split(' ').flatMap((noun) => [...thingsOf(noun)]),
);

/** The unit that a column's name ends in: minutes of "bake_minutes". */
export function unitOf({ words, kind }: KnownColumn): Unit | undefined {
  if (kind !== 'number') return undefined;
  return words.map((word) => unitNamed(word)).findLast((unit) => unit !== undefined);
}

const YES = /^(?:yes|y|true|ja|j|si|oui|vrai|wahr|vero|verdadero|x|1)$/u;

const NO = /^(?:no|n|false|nein|non|faux|falsch|falso|0)$/u;

/** What stands for yes and for no in a column that has nothing else, however it is written: "Ja" and "ja" are one. */
export function yesNoOf({ cells: written, kind }: KnownColumn): { yes?: string; no?: string } | undefined {
  const cells = [...new Map(written.toReversed().map((cell) => [fold(cell), cell])).values()];
  if (kind === 'date' || cells.length === 0 || cells.length > 2) return undefined;
  const yes = cells.find((cell) => YES.test(fold(cell)));
  const no = cells.find((cell) => NO.test(fold(cell)));
  if ((yes === undefined ? 0 : 1) + (no === undefined ? 0 : 1) < cells.length) return undefined;
  if (kind === 'number' && cells.length < 2) return undefined;
  return { ...(yes === undefined ? {} : { yes }), ...(no === undefined ? {} : { no }) };
}

/** "20%", "vat_percent": a part of something else, which is never added up. */
export const isRate = ({ kind, cells, words, name }: KnownColumn): boolean =>
  kind === 'number' &&
  (/%/u.test(name) ||
    words.some((word) => PERCENT.test(word)) ||
    (cells.length > 0 && cells.every((cell) => /%\s*$/u.test(cell))));

const PERCENT = /^(?:percent|percentage|pct|prozent|prozentsatz|pourcentage|porcentaje|percentuale)$/u;

/** Columns that are measured, those called an amount first. */
export function measuresOf(columns: readonly KnownColumn[]): KnownColumn[] {
  const measured = columns.filter(
    (column) =>
      column.kind === 'number' &&
      !isIdentifier(column) &&
      (column.reckoned === undefined || column.reckoned.isUsual === true),
  );
  const amounts = measured.filter((column) => !isRate(column));
  return (amounts.length > 0 ? amounts : measured).toSorted((a, b) => measureRate(b) - measureRate(a));
}

/** Called an amount, a price, a quantity, a share or an age, or in a unit: how much of something, and nothing it is called by. */
export const isMeasured = (column: KnownColumn): boolean =>
  column.kind === 'number' &&
  !isIdentifier(column) &&
  (measureRate(column) > 0 ||
    counts(column) ||
    isIntensive(column) ||
    isRate(column) ||
    unitOf(column) !== undefined);

const counts = ({ kind, words }: KnownColumn): boolean =>
  kind === 'number' && words.some((word) => thingsOf(word).has(QUANTITY));

/** Columns of who did something: customers, nurses, drivers. */
export const isPerson = ({ words }: KnownColumn): boolean =>
  words.some(
    (word, at) =>
      [...thingsOf(word)].some((thing) => PEOPLE.has(thing)) &&
      // "customer city" is no customer.
      (at === words.length - 1 || WHO.test(words.at(-1) ?? '')),
  );

const WHO = /^(?:name|full|id|nr|no|code|number|email|nummer|nom|nombre|nome|\d+)$/u;

/** Temperatures, ages, prices, marks: nobody adds them up where nothing says so. */
export const isIntensive = ({ words }: KnownColumn): boolean =>
  words.some((word) => [...thingsOf(word)].some((thing) => INTENSIVE.has(thing)));

/** What is averaged where nobody says which: the one column that nobody would add up, else the one that is measured. */
export function onlyAveraged(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const [first, ...others] = measuresOf(columns).filter(isIntensive);
  return first !== undefined && others.length === 0 ? first : onlyMeasure(columns);
}

/** The one column that is measured; `asked` where several may be, and only the person can say which. */
export function onlyMeasure(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const [first, second] = measuresOf(columns);
  // Prices beside how many were bought are no amounts.
  const isPerPiece = first !== undefined && measureRate(first) === 1 && columns.some(counts);
  if (first === undefined || second === undefined) return first;
  if (measureRate(first) > measureRate(second) && !isPerPiece) return first;
  // Of repairs beside the houses they were made in it is what the repairs came to.
  const [own, other] = measuresOf(columns).filter(
    (one) => measureRate(one) === measureRate(first) && one.isLookedUp !== true,
  );
  if (own !== undefined && other === undefined && !isPerPiece && measureRate(first) > 0) return own;
  return asked('figure');
}

/** The column that a period is about, where none is named: the only one, or the only one that is called a date; of several none. */
export function onlyDate(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const dates = columns.filter(({ kind }) => kind === 'date');
  if (dates.length < 2) return dates[0];
  const called = dates.filter(({ words }) =>
    words.some((word) => sameWord(word, 'date') || thingsOf(word).has(DAY)),
  );
  return called.length === 1 ? called[0] : undefined;
}

/** Words of columns that hold the first and the last names of people. */
export const FIRST = /^(?:first|given|fore|vor|prenom|nombre|nome|vorname|firstname|forename)$/u;
export const LAST = /^(?:last|family|sur|nach|nachname|lastname|surname|familienname|apellidos?|cognome)$/u;

/** What there should be is not what there is. */
export const BOUND =
  /^(?:min|max|minimum|maximum|minimal|maximal|mindest\w*|melde\w*|soll|target|reorder|threshold|limit|seuil|soglia)$/u;

/** Its cells tell the time of day: "08:56", "2026-03-01T08:56". */
export const isTimed = ({ cells, kind }: KnownColumn): boolean =>
  (kind === 'date' || kind === 'text') && cells.length > 0 && cells.every((cell) => CLOCK.test(cell));

const CLOCK = /(?:^|[T\s])\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?\s*$/iu;

/** The date that every row has before one with gaps, and when something was before when it is due or ends. */
export const datesByLikeliness = (columns: readonly KnownColumn[]): KnownColumn[] => {
  const rate = ({ blanks, words }: KnownColumn) =>
    (blanks ? 2 : 0) + (words.some((word) => ENDS.test(word) || thingsOf(word).has(DUE)) ? 1 : 0);
  return columns.filter(({ kind }) => kind === 'date').toSorted((a, b) => rate(a) - rate(b));
};

const [DUE = -1] = thingsOf('deadline');

const ENDS =
  /^(?:end|ends|ended|until|till|expir\w*|valid|return\w*|closed|resolved|bis|ende|ablauf|gultig|fin|hasta|fine|birth\w*|born|geburt\w*)$/u;

const [DAY = -1] = thingsOf('date');

const [QUANTITY = -1] = thingsOf('quantity');

const PEOPLE = new Set(
  'customer employee salesperson student member author runner participant player patient doctor driver donor nurse assignee owner manager waiter cashier teacher tenant person'
    .split(' ')
    .flatMap((noun) => [...thingsOf(noun)]),
);

const INTENSIVE = new Set(
  ['temperature', 'humidity', 'age', 'rating', 'score', 'height', 'speed'].flatMap((noun) => [
    ...thingsOf(noun),
  ]),
);

/** A column that the person names before the run. */
const asked = (what: 'figure'): KnownColumn => ({
  name: inputPath(what),
  kind: 'number',
  cells: [],
  unique: false,
  blanks: false,
  words: [],
});
