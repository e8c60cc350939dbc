/** The columns by which rows of two tables belong together: by what they hold and by what they are called. Knows no goal. */

import { sharedPart } from '../../tools/shared-values.ts';
import { isIdentifier, type KnownColumn } from './known-tables.ts';
import { nameFit } from './name-fit.ts';
import { sameWord } from './same-word.ts';

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
  const isWide = left.columns.length * right.columns.length > MOST_WEIGHED;
  const rated = left.columns
    .flatMap((a) =>
      right.columns
        .filter((b) => !isWide || a.name === b.name || sharedOf(a, b) > 0)
        .map((b) => ({ on: a.name, rightOn: b.name, rate: rateOf(a, b, left, right) })),
    )
    .filter(({ rate }) => rate >= ENOUGH)
    .toSorted((x, y) => y.rate - x.rate);
  const best = rated[0]?.rate ?? 0;
  return rated.filter(({ rate }) => rate >= best - NEAR).map(({ on, rightOn }) => ({ on, rightOn }));
}

function rateOf(a: KnownColumn, b: KnownColumn, left: KeySide, right: KeySide): number {
  const name = Math.max(namesFit(a, b), refersTo(a, b, right), refersTo(b, a, left));
  const id = IDENTIFIES.test(a.name) || IDENTIFIES.test(b.name) ? 0.4 : 0;
  const isNamed = name >= 0.5;
  const seen = sharedOf(a, b);
  const shared = isNamed || isTelling(a, b) ? seen : 0;
  // "Firma" and "Kunde" hold the same names: they are one thing, whatever each is called.
  const alike = shared >= 0.5 && Math.min(a.cells.length, b.cells.length) >= 3 && a.kind === 'text' ? 0.3 : 0;
  const unique = a.unique || b.unique ? 0.3 : 0;
  const kinds = a.kind === b.kind || (a.kind !== 'date' && b.kind !== 'date' && seen >= 0.5) ? 0 : -1;
  const measured = a.kind === 'number' && id === 0 ? -0.6 : 0;
  return (isNamed ? name : 0) + id + 0.8 * shared + alike + unique + kinds + measured;
}

const IDENTIFIES = /(?:id|sku|code|key|nr|no|number|email|nummer)$/iu;

const namesFit = (a: KnownColumn, b: KnownColumn): number =>
  a.name === b.name ? 1 : Math.min(Math.max(nameFit(a.words, b.words), nameFit(b.words, a.words)), 0.9);

/** "Customer" beside the numbers that tell the rows of customers.csv apart: it is one of them. */
const refersTo = (one: KnownColumn, key: KnownColumn, { called = [] }: KeySide): number => {
  const bare = one.words.filter((word) => !IDENTIFIES.test(word));
  const isOfFile = bare.length > 0 && bare.every((word) => called.some((its) => sameWord(word, its)));
  return isOfFile && key.unique && isIdentifier(key) ? 0.8 : 0;
};

/** From 0 to 1: how much of the values of the column of fewer stands in the other. */
function sharedOf(a: KnownColumn, b: KnownColumn): number {
  if (a.sketch !== undefined && b.sketch !== undefined) return sharedPart(a.sketch, b.sketch);
  const cells = new Set(b.cells);
  const fewer = Math.max(1, Math.min(a.cells.length, b.cells.length));
  return a.cells.filter((cell) => cells.has(cell)).length / fewer;
}

/** Small whole numbers stand in every list that counts from one: that they are shared says nothing. */
const isTelling = (a: KnownColumn, b: KnownColumn): boolean =>
  a.kind !== 'number' || (a.sketch?.dense !== true && b.sketch?.dense !== true);
