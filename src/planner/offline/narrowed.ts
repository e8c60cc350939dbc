/** Words that are told by those around them: "Umsatz netto" of two near columns, "value of the stock", what was taken in beside what is outstanding. Knows no wish. */

import { fold } from './lexicon/forms.ts';
import { statesBetween } from './lexicon/states.ts';
import { isUnknown, type Mention } from './mention.ts';
import { sameWord } from './same-word.ts';
import { LIST } from './source-tables.ts';

const SHORTEST = 4;

/** Each such word taken for the part of a column's name that it is. */
export function narrowed(mentions: readonly Mention[]): Mention[] {
  const made = turnedRound(takenIn(mentions)).map((mention, at, all) => {
    // "from the stock list": the file, and no column that is called so.
    if (mention.files.length === 1 && LIST.test(all[at + 1]?.text ?? '')) return { ...mention, columns: [] };
    // "value" alone is no value of the stock.
    const columns = mention.columns.filter(
      ({ fit, column }) => fit >= 0.9 || column.reckoned?.isWhole !== true,
    );
    return columns.length === mention.columns.length ? mention : { ...mention, columns };
  });
  for (const [at, mention] of made.entries()) {
    const word = fold(mention.text);
    const told = word.length < SHORTEST ? [] : toldBy(mention, word, at, made);
    const [only, other] = told;
    if (only === undefined || other !== undefined) continue;
    made[only.at] = { ...(made[only.at] as Mention), columns: [{ ...only.ref, fit: 0.95 }] };
    made[at] = { ...mention, columns: [], small: true };
  }
  return made;
}

/** The mentions that may mean several near columns, one of which the word names: "net" beside it, or wherever it is said of numbers. */
function toldBy(mention: Mention, word: string, at: number, all: readonly Mention[]) {
  return all.flatMap((one, place) => {
    const [best] = one.columns;
    const near = one.columns.filter(({ fit }) => fit >= (best?.fit ?? 0) - 0.05);
    if (place === at || near.length < 2 || !tellsOnly(mention, one)) return [];
    const isBeside = place === at - 1;
    if (!isBeside && near.some(({ column }) => column.kind !== 'number')) return [];
    const named = near.filter(({ column }) => column.words.some((own) => own.startsWith(word)));
    const [ref, more] = named;
    return ref === undefined || more !== undefined ? [] : [{ at: place, ref }];
  });
}

/** "how much have we taken in and how much is outstanding": what came in is the other side of what did not. */
function takenIn(mentions: readonly Mention[]): readonly Mention[] {
  const open = mentions.find(
    ({ isOpposite, columns, text }) =>
      isOpposite === true && columns.length > 0 && statesBetween('paid', fold(text)) === -1,
  );
  if (open === undefined) return mentions;
  return mentions.map((mention) =>
    mention.columns.length === 0 && mention.text.split(/\s+/u).some((word) => TAKEN.test(word))
      ? { ...mention, meanings: NONE, columns: open.columns, small: false }
      : mention,
  );
}
/** What came in: said of much else where nothing is said to be open. */
const TAKEN =
  /^(?:take|took|taken|collect|collected|received|eingenommen|kassiert|encaiss[eé]|cobrad[oa]|incassat[oaie])$/iu;
const NONE: ReadonlySet<string> = new Set();

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
