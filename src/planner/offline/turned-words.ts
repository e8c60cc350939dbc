/** What a word says by those beside it: "each person", "from largest to smallest", "cancellation rate". Knows no grammar of rows. */

import type { KnownFile } from './known-tables.ts';
import { isPerson, type KnownColumn } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import type { Lookup } from './lookup.ts';
import type { Mention } from './mention.ts';
import { refsOf } from './mention.ts';

const NONE: ReadonlySet<string> = new Set();
const only = (meaning: string): ReadonlySet<string> => new Set([meaning]);

/** Anybody, in five languages. */
const PERSON =
  /^(?:persons?|people|person(?:en)?|personnes?|personas?|persone|someone|somebody|everyone|everybody|individuals?|leute|gens|gente|mensch(?:en)?)$/iu;

const RATE = /^(?:rates?|quoten?|quotas?|taux|tasas?|tass[io])$/iu;

/** "cancellation rate": the share of what is cancelled, where some cell says so; any other rate is a column's name. */
export const ratesIn = (mentions: readonly Mention[], look: Lookup): Mention[] =>
  mentions.map((mention, at): Mention => {
    const [before, after] = [mentions[at - 1], mentions[at + 1]];
    if (isRate(mention, before, look))
      return { ...mention, meanings: only('share'), columns: [], small: false };
    if (!isRate(after, mention, look)) return mention;
    return { ...mention, cells: look.rooted(mention), columns: [], meanings: NONE };
  });

const isRate = (one: Mention | undefined, of: Mention | undefined, look: Lookup): boolean =>
  one !== undefined &&
  of !== undefined &&
  RATE.test(one.text) &&
  one.columns.every(({ column, fit }) => fit < 0.95 && !column.words.includes(fold(one.text))) &&
  look.rooted(of).length > 0;

/** "each person", "per person": the one column of people; where there is none, a word that nobody understood. */
export function peopleIn(mentions: readonly Mention[], files: readonly KnownFile[]): Mention[] {
  return mentions.map((mention, at) => {
    if (
      !PERSON.test(mention.text) ||
      mention.columns.length + mention.cells.length + mention.files.length > 0
    )
      return mention;
    const before = mentions[at - 1];
    if (before === undefined || !['each', 'per', 'every'].some((one) => before.meanings.has(one)))
      return mention;
    const people = refsOf(files).filter(({ column }) => isOfPeople(column));
    const [who, ...others] = people;
    const columns = who === undefined || others.length > 0 ? [] : [{ ...who, fit: 0.9 }];
    return { ...mention, columns, small: false, meanings: NONE };
  });
}

const FULL_NAME = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*)+$/u;

/** Called so, or most of its cells are a first and a last name. */
const isOfPeople = (column: KnownColumn): boolean => {
  if (column.kind !== 'text') return false;
  if (isPerson(column)) return true;
  const names = column.cells.filter((cell) => FULL_NAME.test(cell)).length;
  return ASSIGNED.test(column.words.join(' ')) && column.cells.length > 0 && names > column.cells.length / 2;
};
/** "Assigned To", "Booked by", "Name": what a person stands in. */
const ASSIGNED = /(?:^| )(?:name|to|by|von|an|par|por|da|who|wer|qui)$/u;

const TO = /^(?:to|a|à|al|alla|alle|au|aux|bis|zum|zur|nach|down|up)$/iu;

/** "from the largest to the smallest", "de la plus grande à la plus petite": an order, and neither of them a rank. */
export function rangesIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const [high, low] = [['most'], ['least']].map(([one = '']) => mention.meanings.has(one));
    if (high === low) continue;
    const end = mentions.findIndex(
      (one, i) =>
        i > at &&
        i <= at + 4 &&
        one.meanings.has(high ? 'least' : 'most') &&
        !one.meanings.has(high ? 'most' : 'least'),
    );
    const between = mentions.slice(at + 1, end);
    if (end < 0 || !between.some(({ text }) => TO.test(text)) || between.some(({ small }) => !small))
      continue;
    now[at] = { ...mention, meanings: only(high ? 'desc' : 'asc') };
    now[end] = { ...(mentions[end] as Mention), meanings: NONE, columns: [], cells: [], small: true };
  }
  return now;
}

const OVER = /^(?:over|through|throughout|across|über|ueber|im lauf|au fil)$/iu;

/** "over the months", "über die Jahre": for each of them; "over the year": for each of its months. */
export function overTimeIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const next = mentions.findIndex(({ small }, i) => i > at && !small);
    const time = mentions[next];
    if (!OVER.test(mention.text) || time === undefined || next > at + 2) continue;
    if (time.period !== undefined || ![...time.meanings].some((one) => one.startsWith('unit:'))) continue;
    now[at] = { ...mention, meanings: only('per') };
    if (/^(?:year|jahr|ann[ée]e|año|anno)$/iu.test(time.text))
      now[next] = { ...time, meanings: only('unit:month') };
  }
  return now;
}

const THEY = /^(?:they|he|she|it|sie|er|es)$/iu;
const ARE = /^(?:is|are|was|were|has|have|ist|sind|war|waren|hat|haben)$/iu;

/** "list those who joined early, unless they are basses": of each of them, and no decision about all. */
export function exceptedIn(mentions: readonly Mention[]): Mention[] {
  return mentions.map((mention, at) => {
    const isOfThem =
      mention.meanings.has('unless') &&
      THEY.test(mentions[at + 1]?.text ?? '') &&
      ARE.test(mentions[at + 2]?.text ?? '') &&
      mentions.slice(0, at).some(({ meanings }) => meanings.has('show') || meanings.has('which')) &&
      mentions.every(({ meanings }) => !meanings.has('otherwise'));
    return isOfThem ? { ...mention, meanings: new Set(['not', 'except']) } : mention;
  });
}
