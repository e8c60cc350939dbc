/** What a table tells although none of its columns does: a price times how many, tax and gross of a net and its rate, a margin, a full name. Knows no mention. */

import { BOUND, FIRST, isRate, type KnownColumn, LAST, type Reckoned } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { inFormula } from './new-column.ts';
import { sameWord } from './same-word.ts';

const [AMOUNT = -1] = thingsOf('amount');
const [PRICE = -1] = thingsOf('price');
const [QUANTITY = -1] = thingsOf('quantity');
const [STOCK = -1] = thingsOf('stock');
const [GROSS = -1] = thingsOf('gross');
const [NET = -1] = thingsOf('net');
const [TAX = -1] = thingsOf('tax');
const [MARGIN = -1] = thingsOf('margin');
/** How many were sold is how many there are of what the price is of. */
const DONE = /^(?:sold|bought|ordered|verkauft|vendus?|vendid[oa]s?|venduti)$/u;
const RATE = /^(?:rate|tariff|satz)$/u;
const VAT = /^(?:vat|tax|mwst|ust|mehrwertsteuer|umsatzsteuer|steuer|tva|iva)$/u;
const SOLD = /^(?:sales?|selling|sell|retail|list|verkauf\w*|vk|vente|venta|vendita)$/u;
const BOUGHT = /^(?:purchase|buying|buy|cost|costs|wholesale|einkauf\w*|ek|achat|compra|acquisto)$/u;
const NIGHTLY = /^(?:night|nights|nightly|day|daily|nacht|tag|nuit|jour|noche|dia|notte|giorno)$/u;

const isOf = ({ words }: KnownColumn, thing: number): boolean =>
  words.some((word) => thingsOf(word).has(thing));
const isPrice = (column: KnownColumn): boolean =>
  isOf(column, PRICE) || column.words.some((word) => RATE.test(word));
const has = ({ words }: KnownColumn, pattern: RegExp): boolean => words.some((word) => pattern.test(word));

/** The columns, and those that are reckoned of them: what a total of prices or of rates would otherwise be taken for. */
export function withReckoned(columns: readonly KnownColumn[]): readonly KnownColumn[] {
  const made = [amountOf, stockValueOf, taxOf, grossOf, marginOf, fullNameOf].flatMap(
    (of) => of(columns) ?? [],
  );
  const isThere = (name: string) => columns.some((one) => one.name.toLowerCase() === name);
  return [...columns, ...made.filter(({ name }) => !isThere(name))];
}

const reckonedColumn = (
  name: string,
  words: readonly string[],
  reckoned: Reckoned,
  kind: 'number' | 'text' = 'number',
): KnownColumn => ({ name, kind, cells: [], unique: false, blanks: false, words, reckoned });

const numbersIn = (columns: readonly KnownColumn[]) => columns.filter(({ kind }) => kind === 'number');
const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

/** "amount": the one price times the one quantity that it is the price of, or the days that it is paid for. */
function amountOf(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const numbers = numbersIn(columns);
  const price = only(numbers.filter(isPrice));
  if (price === undefined || numbers.some((column) => isOf(column, AMOUNT))) return undefined;
  const quantity = quantityOf(price, numbers);
  const [from, to, ...others] = columns.filter(({ kind }) => kind === 'date');
  const isNightly = has(price, NIGHTLY) && from !== undefined && to !== undefined && others.length === 0;
  if (quantity === undefined && !isNightly) return undefined;
  const of = quantity === undefined ? [price, from, to] : [price, quantity];
  const names = of.flatMap((one) => one?.name ?? []);
  const [first = '', second = '', third = ''] = names.map(inFormula);
  const formula =
    quantity === undefined ? `${first} * daysBetween(${second}, ${third})` : `${first} * ${second}`;
  return reckonedColumn('amount', ['amount'], { formula, of: names, insteadOf: price.name, isUsual: true });
}

/** "value of the stock": what a list of goods says there is of each, times what one of them costs. */
function stockValueOf(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const numbers = numbersIn(columns);
  const price = only(numbers.filter(isPrice));
  const stock = only(numbers.filter((column) => isOf(column, STOCK) && !has(column, BOUND)));
  if (price === undefined || stock === undefined || price === stock) return undefined;
  if (quantityOf(price, numbers) !== undefined) return undefined;
  const of = [price.name, stock.name];
  const formula = of.map(inFormula).join(' * ');
  return reckonedColumn('stock value', ['stock', 'value'], {
    formula,
    of,
    insteadOf: price.name,
    isWhole: true,
  });
}

/** Whether a word asks for what was paid. */
export const isAmount = (word: string): boolean => thingsOf(fold(word)).has(AMOUNT);

/** The column that the price's name says it is per, else the only one of how many. */
function quantityOf(price: KnownColumn, numbers: readonly KnownColumn[]): KnownColumn | undefined {
  const others = numbers.filter((column) => column !== price);
  const said = price.words.filter((word) => !thingsOf(word).has(PRICE) && !RATE.test(word) && word !== 'per');
  const named = others.filter(({ words }) =>
    words.some((word) => said.some((one) => sameWord(one, word) || sameWord(one.replace(/ly$/u, ''), word))),
  );
  return only(
    named.length > 0 ? named : others.filter((column) => isOf(column, QUANTITY) || has(column, DONE)),
  );
}

/** The net amount and the rate of its tax, where a table has one of each. */
function taxedIn(columns: readonly KnownColumn[]): { net: KnownColumn; rate: KnownColumn } | undefined {
  const numbers = numbersIn(columns);
  const rate = only(numbers.filter((column) => isRate(column) && (isOf(column, TAX) || has(column, VAT))));
  const others = numbers.filter((column) => column !== rate);
  if (rate === undefined || others.some((column) => isOf(column, GROSS))) return undefined;
  const net =
    only(others.filter((column) => isOf(column, NET))) ?? only(others.filter((one) => isOf(one, AMOUNT)));
  return net === undefined ? undefined : { net, rate };
}

/** "tax amount": nobody who asks how much tax there is wants the rates added up. */
function taxOf(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const found = taxedIn(columns);
  if (found === undefined || columns.some((one) => isOf(one, TAX) && one !== found.rate)) return undefined;
  const of = [found.net.name, found.rate.name];
  const [net = '', rate = ''] = of.map(inFormula);
  const formula = `${net} * ${rate} / 100`;
  return reckonedColumn(`${found.rate.words[0] ?? 'tax'} amount`, ['tax', 'amount'], {
    ...{ formula, of, insteadOf: found.rate.name },
  });
}

function grossOf(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const found = taxedIn(columns);
  if (found === undefined) return undefined;
  const of = [found.net.name, found.rate.name];
  const [net = '', rate = ''] = of.map(inFormula);
  return reckonedColumn('gross', ['gross'], { formula: `${net} * (1 + ${rate} / 100)`, of });
}

/** What a thing is sold for less what it was bought for. */
function marginOf(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const numbers = numbersIn(columns).filter(
    (column) => isPrice(column) || has(column, SOLD) || has(column, BOUGHT),
  );
  const [sold, bought] = [SOLD, BOUGHT].map((pattern) =>
    only(numbers.filter((column) => has(column, pattern))),
  );
  if (sold === undefined || bought === undefined || sold === bought) return undefined;
  if (columns.some((column) => isOf(column, MARGIN))) return undefined;
  const of = [sold.name, bought.name];
  return reckonedColumn('margin', ['margin'], { formula: of.map(inFormula).join(' - '), of });
}

/** First and last name together: who asks for the name means neither alone. */
function fullNameOf(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const texts = columns.filter(({ kind, words }) => kind === 'text' && words.length <= 2);
  const [first, last] = [FIRST, LAST].map((pattern) => only(texts.filter((column) => has(column, pattern))));
  if (first === undefined || last === undefined || first === last) return undefined;
  if (columns.some(({ words }) => words.length === 1 && words[0] === 'name')) return undefined;
  const of = [first.name, last.name];
  const [one, other] = of.map((name) => `ifEmpty(${inFormula(name)}, "")`);
  return reckonedColumn('full name', ['name'], { formula: `trim(${one} + " " + ${other})`, of }, 'text');
}
