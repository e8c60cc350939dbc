/** What was paid where no column holds it: a price times how many. Knows no mention. */

import type { KnownColumn } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { sameWord } from './same-word.ts';

const [AMOUNT = -1] = thingsOf('amount');
const [PRICE = -1] = thingsOf('price');
const [QUANTITY = -1] = thingsOf('quantity');
/** How many were sold is how many there are of what the price is of. */
const DONE = /^(?:sold|bought|ordered|verkauft|vendus?|vendid[oa]s?|venduti)$/u;
const RATE = /^(?:rate|tariff|satz)$/u;

const isOf = ({ words }: KnownColumn, thing: number): boolean =>
  words.some((word) => thingsOf(word).has(thing));
const isPrice = (column: KnownColumn): boolean =>
  isOf(column, PRICE) || column.words.some((word) => RATE.test(word));

/**
 * The columns, and "amount" where it is the one price times the one quantity that it is the price of: what a total of
 * prices would otherwise be taken for.
 */
export function withAmount(columns: readonly KnownColumn[]): readonly KnownColumn[] {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  if (numbers.some((column) => isOf(column, AMOUNT)) || columns.some(({ name }) => name === NAME))
    return columns;
  const [price, ...others] = numbers.filter(isPrice);
  if (price === undefined || others.length > 0) return columns;
  const quantity = quantityOf(price, numbers);
  if (quantity === undefined) return columns;
  return [
    ...columns,
    {
      name: NAME,
      kind: 'number',
      cells: [],
      unique: false,
      blanks: false,
      words: [NAME],
      product: [price.name, quantity.name],
    },
  ];
}

const NAME = 'amount';

/** Whether a word asks for what was paid. */
export const isAmount = (word: string): boolean => thingsOf(fold(word)).has(AMOUNT);

/** The column that the price's name says it is per, else the only one of how many. */
function quantityOf(price: KnownColumn, numbers: readonly KnownColumn[]): KnownColumn | undefined {
  const others = numbers.filter((column) => column !== price);
  const said = price.words.filter((word) => !thingsOf(word).has(PRICE) && !RATE.test(word) && word !== 'per');
  const named = others.filter(({ words }) =>
    words.some((word) => said.some((one) => sameWord(one, word) || sameWord(one.replace(/ly$/u, ''), word))),
  );
  const counted =
    named.length > 0
      ? named
      : others.filter((column) => isOf(column, QUANTITY) || column.words.some((word) => DONE.test(word)));
  const [only, second] = counted;
  return second === undefined ? only : undefined;
}
