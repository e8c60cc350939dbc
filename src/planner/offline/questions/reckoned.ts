/** What may be reckoned of columns where a word asks for an amount that none of them holds: what things are worth, cost or bring. Makes no plan. */

import type { SettledPart } from '../../../plan/settled.ts';
import { isAmount } from '../amounts.ts';
import { isIdentifier, type KnownColumn, unitOf } from '../known-tables.ts';
import { fold } from '../lexicon/forms.ts';
import { thingsOf } from '../lexicon/nouns.ts';
import type { ColumnRef } from '../mention.ts';
import { nameFit } from '../name-fit.ts';
import { isCount } from '../plain-words.ts';
import type { Tongue } from '../wording.ts';

const MOST = 3;
const MONEY: ReadonlySet<number> = new Set(
  ['price', 'salary', 'expense', 'income', 'debt'].flatMap((noun) => [...thingsOf(noun)]),
);
const GAIN: ReadonlySet<number> = thingsOf('profit');
const OWE =
  /^(?:worth|wert|owe[ds]?|earn(?:ed|s)?|paid|pay|spent|spend|schulden|schuldet|verdient|cuesta|deve|doit)$/u;
/** What things are worth is a price of each times how many: what was paid or earned may be the total that there is. */
const WORTH = /^(?:worth|wert|value|valeur|vaut|vale|valor|valore)$/u;
const SPENT =
  /^(?:cost|costs|expenses?|spent|purchase|kosten|einkauf|ausgaben?|cout|coste|costo|wage|salary)$/u;
const TOTAL: Readonly<Record<Tongue, string>> = { en: 'total ', de: 'Summe ' };
const isA = (word: string, things: ReadonlySet<number>): boolean =>
  [...thingsOf(word)].some((thing) => things.has(thing));

/** In the order of their likeliness, each as it would be said. */
export function reckonedFrom(
  words: readonly string[],
  refs: readonly ColumnRef[],
  tongue: Tongue,
): readonly (readonly SettledPart[])[] {
  const numbers = refs
    .map(({ column }) => column)
    .filter((one) => one.kind === 'number' && !isIdentifier(one));
  const said = words.map(fold);
  const part = ({ name }: KnownColumn): SettledPart => ({ column: name });
  const spent = numbers.filter((one) => one.words.some((word) => SPENT.test(word)));
  const prices = numbers.filter((one) => isPrice(one));
  if (said.some((word) => isA(word, GAIN)))
    return [...prices, ...numbers.filter((one) => one.words.some(isAmount))]
      .filter((one) => !spent.includes(one))
      .flatMap((one) => spent.map((other): readonly SettledPart[] => [part(one), ' minus ', part(other)]))
      .slice(0, MOST);
  if (!said.some((word) => isAmount(word) || isA(word, MONEY) || OWE.test(word))) return [];
  const isWorth = said.some((word) => WORTH.test(word));
  const totals = isWorth ? [] : prices.map((one): readonly SettledPart[] => [TOTAL[tongue], part(one)]);
  const times = tongue === 'de' ? ' mal ' : ' times ';
  const counts = numbers.filter(
    (one) => !prices.includes(one) && (isCount(one.words) || unitOf(one)?.of === 'time'),
  );
  const named = (one: KnownColumn) => one.words.some((word) => said.includes(word));
  return [
    ...totals,
    ...prices.flatMap((one) =>
      // "stock worth" of what there is in stock, and not of every how many days.
      counts
        .toSorted((a, b) => Number(named(b)) - Number(named(a)))
        .map((other): readonly SettledPart[] => [part(one), times, part(other)]),
    ),
  ].slice(0, MOST);
}

const isPrice = ({ words }: KnownColumn): boolean =>
  ['price', 'salary'].some((noun) => nameFit([noun], words) >= 0.5) ||
  words.some((word) => /^(?:rate|satz)$/u.test(word));
