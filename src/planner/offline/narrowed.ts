/** A word that tells which of several near columns the one before it means: "Umsatz netto" of Nettobetrag and Bruttobetrag. Knows no wish. */

import { fold } from './lexicon/forms.ts';
import { isUnknown, type Mention } from './mention.ts';

const SHORTEST = 4;

/** Each such word taken for the part of a column's name that it is. */
export function narrowed(mentions: readonly Mention[]): Mention[] {
  const made = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const before = made[at - 1];
    const word = fold(mention.text);
    if (
      before === undefined ||
      before.columns.length < 2 ||
      word.length < SHORTEST ||
      !tellsOnly(mention, before)
    )
      continue;
    const [best] = before.columns;
    const near = before.columns.filter(({ fit }) => fit >= (best?.fit ?? 0) - 0.05);
    const named = near.filter(({ column }) => column.words.some((one) => one.startsWith(word)));
    const [only, other] = named;
    if (near.length < 2 || only === undefined || other !== undefined) continue;
    made[at - 1] = { ...before, columns: [{ ...only, fit: 0.95 }] };
    made[at] = { ...mention, columns: [], small: true };
  }
  return made;
}

/** Whether it says nothing else than one of the columns that the word before it may mean. */
const tellsOnly = (mention: Mention, before: Mention): boolean =>
  isUnknown(mention) ||
  (mention.meanings.size + mention.cells.length + mention.files.length === 0 &&
    mention.number === undefined &&
    mention.period === undefined &&
    mention.columns.length > 0 &&
    mention.columns.every((one) => before.columns.some(({ column }) => column === one.column)));
