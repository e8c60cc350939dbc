/** Files that are spoken of without their whole names: "the other file" of two, "a file called follow-ups". Knows no table. */

import type { KnownFile } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { LIST } from './source-tables.ts';

const OTHER = /^(?:other|andere[nrs]?|autre|otr[oa]|altr[oa])$/iu;
/** "an Excel file called follow-ups": what a file is to be called, without an ending. */
const CALLED =
  /(?:files?|documents?|workbook|spreadsheet|excel|csv|datei|dokument|fichier|archivo|documento)\s+(?:called|named|namens|mit dem namen|appelée?|nommée?|llamad[oa]|chiamat[oa])\s+(?<name>[\p{L}\p{N}][\p{L}\p{N}_-]*)(?![\p{L}\p{N}.]*\.\w)/giu;

/** Where such names stand. */
export const calledIn = (
  text: string,
): { readonly start: number; readonly end: number; readonly target: string }[] =>
  [...text.matchAll(CALLED)].flatMap((match) => {
    const target = match.groups?.name ?? '';
    const end = match.index + match[0].length;
    return [{ start: end - target.length, end, target }];
  });

const NONE: ReadonlySet<string> = new Set();

/** "the other file" is the one of two that was not spoken of, before it or else behind it; of none spoken of it is anybody's guess. */
export function otherFileIn(mentions: readonly Mention[], files: readonly KnownFile[]): readonly Mention[] {
  if (files.length !== 2) return mentions;
  const at = mentions.findIndex(
    ({ text, files: own }, i) => OTHER.test(text) && own.length === 0 && isList(mentions[i + 1]),
  );
  if (at < 0) return mentions;
  const spoken = mentions.slice(0, at).findLast(isOfOne) ?? mentions.slice(at).find(isOfOne);
  const other = files.find((file) => spoken !== undefined && file !== spoken.files[0]);
  if (other === undefined) return mentions;
  return mentions.map((mention, i) => {
    if (i === at) return { ...mention, files: [other], meanings: NONE, columns: [], cells: [], small: false };
    return i === at + 1 ? { ...mention, meanings: NONE, columns: [], cells: [], small: true } : mention;
  });
}

const isOfOne = ({ files }: Mention): boolean => files.length === 1;
const isList = (mention: Mention | undefined): boolean =>
  mention !== undefined && LIST.test(mention.text) && mention.files.length === 0;
