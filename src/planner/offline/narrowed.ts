/** A word that tells which of several near columns the one before it means: "Umsatz netto" of Nettobetrag and Bruttobetrag. Knows no wish. */

import { fold } from './lexicon/forms.ts';
import { isUnknown, type Mention } from './mention.ts';
import { sameWord } from './same-word.ts';

const SHORTEST = 4;

/** Each such word taken for the part of a column's name that it is. */
export function narrowed(mentions: readonly Mention[]): Mention[] {
  const made = turnedRound(mentions);
  for (const [at, mention] of made.entries()) {
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

const OF = /^(?:of|the|my|our|its|their|von|der|des|vom|unsere[sr]?|de|du|la|le|del|di|della)$/iu;

/** "value of the stock", "date of birth": the two words of one column's name, the other way round. */
function turnedRound(mentions: readonly Mention[]): Mention[] {
  const made = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const ahead = [2, 3].find(
      (n) =>
        mentions.slice(at + 1, at + n).every(({ text }) => OF.test(text)) &&
        !OF.test(mentions[at + n]?.text ?? ''),
    );
    const other = mentions[at + (ahead ?? 0)];
    if (
      ahead === undefined ||
      other === undefined ||
      mention.small ||
      mention.meanings.size + other.meanings.size > 0
    )
      continue;
    const said = [fold(other.text), fold(mention.text)];
    const named = mention.columns.filter(
      ({ column }) =>
        column.words.length === 2 && column.words.every((word, i) => sameWord(word, said[i] ?? '')),
    );
    const [only, more] = named;
    if (only === undefined || more !== undefined) continue;
    made[at] = { ...mention, columns: [{ ...only, fit: 1 }] };
    made[at + ahead] = { ...other, columns: [], files: [], small: true };
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
