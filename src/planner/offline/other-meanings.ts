/** The same goal with a word of several meanings taken for one of them alone. Knows no grammar. */

import type { Mention, Said } from './mention.ts';
import { onlyAsk } from './what-is-left.ts';

const NONE: ReadonlySet<string> = new Set();
/** Each is read and may be tried: they have to stay few. */
const MOST = 6;

/** Readings in which one mention loses a meaning: a cell that is a wish, too, a column that is a file, a unit that is a column. */
export function otherMeanings(said: Said): { words: string; said: Said }[] {
  const others = said.mentions.flatMap((mention) =>
    narrower(mention).map((one) => ({
      words: mention.text,
      said: { ...said, mentions: said.mentions.map((its) => (its === mention ? one : its)) },
    })),
  );
  return others.slice(0, MOST);
}

/** The mention with less in it, the likeliest first. */
function narrower(mention: Mention): Mention[] {
  const { cells, columns, files, meanings } = mention;
  if (mention.small || mention.mark !== undefined) return [];
  const sure = columns.filter(({ fit }) => fit >= 0.8);
  const found: Mention[] = [];
  if (cells.length > 0 && meanings.size > 0) {
    found.push({ ...mention, meanings: NONE });
    // "jobs still open": a word that only asks would be met by anything.
    if (!onlyAsk(meanings)) found.push({ ...mention, cells: [] });
  }
  if (cells.length > 0 && sure.length > 0) found.push({ ...mention, columns: [] }, { ...mention, cells: [] });
  if (files.length > 0 && sure.length > 0) found.push({ ...mention, files: [] });
  if (meanings.size > 0 && sure.length > 0)
    found.push({ ...mention, meanings: NONE }, { ...mention, columns: [] });
  return found;
}
