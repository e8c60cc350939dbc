/** Words that belong to a column's name although others stand between: "first and last name", "not paid for 2026". Knows no grammar of rows. */

import { wordsIn } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import type { ColumnRef, Mention } from './mention.ts';
import { sameWord } from './same-word.ts';

/** The mentions, with the parts of names that stand apart given to their columns. @param refs every column there is */
export const withSharedWords = (mentions: readonly Mention[], refs: readonly ColumnRef[]): Mention[] =>
  timesInNames(headsShared(mentions, refs));

const NONE: ReadonlySet<string> = new Set();
const isJoint = ({ mark, meanings }: Mention): boolean =>
  mark === ',' || mark === '/' || meanings.has('and') || meanings.has('or');

/** "first and last name", "home, away goals": the word before is the beginning of a column that ends like the one behind. */
function headsShared(mentions: readonly Mention[], refs: readonly ColumnRef[]): Mention[] {
  const now = [...mentions];
  // From the right: "red, green and blue points" shares its last word with each.
  for (let at = mentions.length - 1; at > 1; at--) {
    const [best] = now[at]?.columns ?? [];
    const words = best?.column.words ?? [];
    const [joint, word] = [mentions[at - 1], mentions[at - 2]];
    if (best === undefined || best.fit < 0.95 || words.length < 2) continue;
    if (joint === undefined || word === undefined || !isJoint(joint) || word.mark !== undefined) continue;
    const said = wordsIn(word.text);
    const [only] = said;
    if (only === undefined || said.length > 1 || (word.columns[0]?.fit ?? 0) >= 0.8) continue;
    const head = words.slice(1);
    const other = refs.find(
      ({ file, table, column }) =>
        file === best.file &&
        table === best.table &&
        column !== best.column &&
        column.words.length === words.length &&
        sameWord(only, column.words[0] ?? '') &&
        head.every((one, i) => one === column.words[i + 1]),
    );
    if (other === undefined) continue;
    now[at - 2] = { ...word, columns: [{ ...other, fit: 1 }], cells: [], meanings: NONE, small: false };
  }
  return now;
}

const NEAR = 4;

/** "paid for 2026" where a column is called "Paid 2026": the year is part of its name, and tells no rows apart. */
function timesInNames(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const said = wordsIn(mention.text);
    if ((mention.period === undefined && mention.number === undefined) || said.length === 0) continue;
    if (mention.columns.length > 0 || mention.quoted !== undefined) continue;
    const near = mentions.findIndex(
      (one, i) =>
        i !== at &&
        Math.abs(i - at) <= NEAR &&
        mentions
          .slice(Math.min(i, at) + 1, Math.max(i, at))
          .every(({ small, mark }) => small && mark === undefined) &&
        one.columns.some((ref) => isInName(said, ref)),
    );
    const named = mentions[near];
    if (named === undefined) continue;
    const columns = named.columns.filter((ref) => isInName(said, ref)).map((ref) => ({ ...ref, fit: 1 }));
    now[near] = { ...named, columns };
    const { period: _, number: __, ...rest } = mention;
    now[at] = { ...rest, meanings: NONE, cells: [], small: true };
  }
  return now;
}

/** Whether these words stand in its name beside others. */
const isInName = (said: readonly string[], { column, fit }: ColumnRef): boolean =>
  fit >= 0.5 &&
  column.words.length > said.length &&
  said.every((word) => column.words.some((one) => fold(one) === word));
