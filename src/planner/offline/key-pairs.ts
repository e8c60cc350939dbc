/** The columns by which rows of two tables belong together: by what they hold and by what they are called. Knows no goal. */

import { isWithin, sharedPart } from '../../tools/shared-values.ts';
import { haveSameColumns, isMeasured, type KnownColumn, yesNoOf } from './known-tables.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { nameFit } from './name-fit.ts';

export interface KeyPair {
  readonly on: string;
  readonly rightOn: string;
}

/** A table as far as a key is looked for in it. */
export interface KeySide {
  readonly columns: readonly KnownColumn[];
  /** Words of its file's name: "Customer" is the number of customers.csv. */
  readonly called?: readonly string[];
}

const ENOUGH = 1.2;
/** Pairs this near to the best one fit as well. */
const NEAR = 0.05;

/** The likeliest pair; none where nothing fits. */
export const keysOf = (left: readonly KnownColumn[], right: readonly KnownColumn[]): KeyPair | undefined =>
  keyPairs({ columns: left }, { columns: right })[0];

/** Pairs beyond which those alone are weighed that share a value or a name: names are dear to compare. */
const MOST_WEIGHED = 10_000;

/** The pair that fits best, and those that fit as well: which is meant only the person can say. */
export function keyPairs(left: KeySide, right: KeySide): KeyPair[] {
  const [lefts, rights] = [left.columns.filter(mayBeKey), right.columns.filter(mayBeKey)];
  const isWide = lefts.length * rights.length > MOST_WEIGHED;
  // "customer" in orders.csv: by its own number no order is a customer.
  const isReferred =
    lefts.some((column) => namedAfter(column, right) > 0) ||
    rights.some((column) => namedAfter(column, left) > 0);
  // Of last year and of this, a number is the same one's.
  const areOther = !haveSameColumns(left.columns, right.columns);
  const own = new Set([
    ...lefts.filter((column) => isOwnNumber(column, left)),
    ...rights.filter((column) => isOwnNumber(column, right)),
  ]);
  const areOwn = (a: KnownColumn, b: KnownColumn) =>
    own.has(a) && own.has(b) && (a.name !== b.name || bareWords(a).length === 0);
  const rated = lefts
    .flatMap((a) =>
      rights
        .filter((b) => !isWide || a.name === b.name || sharedOf(a, b) > 0)
        .filter((b) => a.name === b.name || !areApart(a, b))
        .filter((b) => !areOwn(a, b) || !(isReferred || (areOther && countApart(a, b))))
        .map((b) => ({ on: a.name, rightOn: b.name, rate: rateOf(a, b, left, right) })),
    )
    .filter(({ rate }) => rate >= ENOUGH)
    .toSorted((x, y) => y.rate - x.rate);
  const best = rated[0]?.rate ?? 0;
  return rated.filter(({ rate }) => rate >= best - NEAR).map(({ on, rightOn }) => ({ on, rightOn }));
}

/** Yes and no, and how much of something, tell no row from another, whatever they are called. */
const mayBeKey = (column: KnownColumn): boolean =>
  column.kind !== 'boolean' && yesNoOf(column) === undefined && !isMeasured(column);

/** "id", or "order id" in orders.csv: it numbers the rows of its own table, and none of another. */
const isOwnNumber = (column: KnownColumn, side: KeySide): boolean =>
  column.unique && bareWords(column).every((word) => isOfFile(word, side));

/** Nothing of the one is in the other, as far as both are known: whatever they are called. */
const areApart = (a: KnownColumn, b: KnownColumn): boolean =>
  [a.sketch, b.sketch].every((sketch) => sketch !== undefined && sketch.part !== true) &&
  sharedOf(a, b) === 0;

/** Both count their rows, and not the same: what they share is how numbers go. */
const countApart = ({ sketch: a }: KnownColumn, { sketch: b }: KnownColumn): boolean =>
  a?.dense !== undefined &&
  b?.dense !== undefined &&
  !(a.hashes.length === b.hashes.length && isWithin(a, b) && isWithin(b, a));

function rateOf(a: KnownColumn, b: KnownColumn, left: KeySide, right: KeySide): number {
  const seen = sharedOf(a, b);
  const name = Math.max(namesFit(a, b), refersTo(a, b, right, seen), refersTo(b, a, left, seen));
  const id = identifies(a) || identifies(b) ? 0.4 : 0;
  const isNamed = name >= 0.5;
  const shared = isNamed || isTelling(a, b) ? seen : 0;
  // "Firma" and "Kunde" hold the same names: they are one thing, whatever each is called.
  const alike = shared >= 0.5 && Math.min(a.cells.length, b.cells.length) >= 3 && a.kind === 'text' ? 0.3 : 0;
  const unique = a.unique || b.unique ? 0.3 : 0;
  const kinds = a.kind === b.kind || (a.kind !== 'date' && b.kind !== 'date' && seen >= 0.5) ? 0 : -1;
  const measured = a.kind === 'number' && id === 0 ? -0.6 : 0;
  return (isNamed ? name : 0) + id + 0.8 * shared + alike + unique + kinds + measured;
}

const IDENTIFIES = /^(?:id|key|nr|no)$|(?:sku|code|number|nummer|e?mail)$/u;
const COMPOUND = /^(.+?)(?:id|key|nr|no|code|number|nummer)$/u;

/** "kunden" of "kundenid"; nothing of "paid" and "casino". */
const numbered = (word: string): string | undefined => {
  const [, of = ''] = COMPOUND.exec(word) ?? [];
  return thingsOf(of).size > 0 ? of : undefined;
};

const identifies = ({ words }: KnownColumn): boolean => {
  const last = words.at(-1) ?? '';
  return IDENTIFIES.test(last) || numbered(last) !== undefined;
};

/** Without "id" and "no": what it is the number of. */
const bareWords = ({ words }: KnownColumn): readonly string[] =>
  words.flatMap((word) => numbered(word) ?? (IDENTIFIES.test(word) ? [] : [word]));

const namesFit = (a: KnownColumn, b: KnownColumn): number =>
  a.name === b.name ? 1 : Math.min(Math.max(nameFit(a.words, b.words), nameFit(b.words, a.words)), 0.9);

const isOfFile = (word: string | undefined, { called = [] }: KeySide): boolean =>
  word !== undefined && called.some((its) => nameFit([word], [its]) >= 0.8);

/** "Customer", and a little less "bill customer", of a file customers.csv; not "customer city". */
function namedAfter(column: KnownColumn, side: KeySide): number {
  const bare = bareWords(column);
  if (!isOfFile(bare.at(-1), side)) return 0;
  return bare.every((word) => isOfFile(word, side)) ? 0.8 : 0.7;
}

/** "Customer" beside what the rows of customers.csv are called by, their numbers or their names: it is one of them. */
function refersTo(one: KnownColumn, key: KnownColumn, side: KeySide, seen: number): number {
  const isOwn = bareWords(key).every((word) => isOfFile(word, side));
  const isKey = seen >= 0.5 ? key.unique || isOwn : key.unique && isOwn;
  return isKey ? namedAfter(one, side) : 0;
}

/** From 0 to 1: how much of the values of the column of fewer stands in the other. */
function sharedOf(a: KnownColumn, b: KnownColumn): number {
  if (a.sketch !== undefined && b.sketch !== undefined) return sharedPart(a.sketch, b.sketch);
  const cells = new Set(b.cells);
  const fewer = Math.max(1, Math.min(a.cells.length, b.cells.length));
  return a.cells.filter((cell) => cells.has(cell)).length / fewer;
}

/** What alone tells by being shared: values of which one table has each once, and that no other list holds for being counted up. */
function isTelling(a: KnownColumn, b: KnownColumn): boolean {
  if (!a.unique && !b.unique) return false;
  const [one, other] = [a.sketch?.dense, b.sketch?.dense];
  if (one === 'from one' || other === 'from one') return false;
  return one === undefined || other === undefined || !(a.unique && b.unique);
}
