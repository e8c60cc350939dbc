/** How well words name something: by the very words, by others for the same, by a part of them. Knows no table. */

import { thingsOf } from './lexicon/nouns.ts';
import { sameWord } from './same-word.ts';

/** How well words name something called `name`: 1 the very name, less for a part of it or another word for it. */
export function nameFit(said: readonly string[], name: readonly string[]): number {
  if (name.length === 0 || said.length === 0) return 0;
  // "temp_c", "Finish (min)": nobody says the unit with the name.
  const per = name.findIndex((word, at) => at > 0 && PER.test(word));
  const head = per > 0 ? name.slice(0, per) : name;
  const bare =
    head.length > 1
      ? head.filter(
          (word, at) => !UNITS.has(word) && !(/^[23]$/u.test(word) && UNITS.has(head[at - 1] ?? '')),
        )
      : head;
  // "email address" of a column email: the head says again what kind of column it is.
  const last = said.at(-1) ?? '';
  if (said.length > 1 && HEADS.test(last) && !name.some((word) => sameWord(word, last)))
    return Math.max(fitOf(said, name), nameFit(said.slice(0, -1), name) - 0.02);
  const whole = fitOf(said, name);
  return bare.length === 0 || bare.length === name.length ? whole : Math.max(whole, fitOf(said, bare) - 0.02);
}

/** "price per bottle": what it is per is said of it, and is not what it is. */
const PER = /^(?:per|je|pro|par|por)$/u;

const HEADS = /^(?:address|addresses|adresse|adressen|number|numbers|nummer|nummern)$/u;

const UNITS: ReadonlySet<string> = new Set(
  'max maximum minimum per kg g t km m cm mm mi ft lb lbs min mins minutes h hr hrs hours s sec secs seconds ms days c f eur euro euros usd gbp chf pct percent sqm kwh kw l ml mb gb'.split(
    ' ',
  ),
);

function fitOf(said: readonly string[], name: readonly string[]): number {
  const own = name.filter((word) => said.some((one) => sameWord(one, word))).length;
  const meant = name.filter((word) => said.some((one) => sameWord(one, word) || sameThing(one, word))).length;
  const used = said.filter((one) => name.some((word) => sameWord(one, word) || sameThing(one, word))).length;
  if (used < said.length) {
    // "unitprice" for "unit_price", "E-Mails" for "email", "Bestelldatum" for "date" alone.
    if (sameWord(said.join(''), name.join(''))) return 1;
    return said.length === 1 && name.length === 1 && isCompound(said[0] ?? '', name[0] ?? '') ? 0.8 : 0;
  }
  if (own === name.length) return 1;
  if (meant === name.length) return 0.85;
  const last = name.at(-1) ?? '';
  const head = said.some((one) => sameWord(one, last))
    ? 0.12
    : said.some((one) => sameThing(one, last))
      ? 0.06
      : 0;
  return 0.45 + 0.2 * (own / name.length) + 0.08 * (meant / name.length) + head;
}

/** "Gasverbrauch" for the column "Gas_kWh": what is measured, and how. */
const isCompound = (word: string, name: string): boolean =>
  name.length > 2 &&
  word.startsWith(name) &&
  [...thingsOf(word.slice(name.length))].some((one) => MEASURES.has(one));

const MEASURES: ReadonlySet<number> = new Set(
  ['consumption', 'amount', 'quantity', 'price', 'weight', 'duration'].flatMap((noun) => [...thingsOf(noun)]),
);

/** "satisfied" and "satisfaction" are of one root. */
const sameRoot = (a: string, b: string): boolean => {
  // A membership is no member.
  if (/(?:ship|schaft)$/u.test(a) !== /(?:ship|schaft)$/u.test(b)) return false;
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++;
  return shared >= 6 && shared >= 0.5 * Math.max(a.length, b.length);
};

const sameThing = (a: string, b: string): boolean => {
  if (sameRoot(a, b)) return true;
  const meant = thingsOf(b);
  return [...thingsOf(a)].some((thing) => meant.has(thing));
};
