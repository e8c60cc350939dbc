/** Which columns an adjective of measure is about: "cheap" of prices, "fast" of speeds, and of times the other way round. Knows no mention. */

import { isIdentifier, type KnownColumn } from './known-tables.ts';
import { DIMENSIONS } from './lexicon/dimensions.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { nameFit } from './name-fit.ts';

export interface Measured {
  readonly column: KnownColumn;
  /** The less there is in the column, the more of it there is. */
  readonly isTurned: boolean;
}

/** The columns that measure it, those of its likeliest noun; several where one noun fits several. */
export function measuring(name: string, columns: readonly KnownColumn[]): Measured[] {
  const dimension = DIMENSIONS[name];
  if (dimension === undefined) return [];
  const nouns = [
    ...dimension.grows.split(' ').map((noun) => ({ noun, isTurned: false })),
    ...(dimension.falls?.split(' ') ?? []).map((noun) => ({ noun, isTurned: true })),
  ];
  for (const { noun, isTurned } of nouns) {
    const rated = columns
      .filter((column) => column.kind === 'number' && (!isIdentifier(column) || noun === 'birthday'))
      .map((column) => ({ column, isTurned, fit: nameFit([noun], column.words) }))
      .filter(({ fit }) => fit >= (noun === 'birthday' ? 0.45 : 0.5))
      .toSorted((a, b) => b.fit - a.fit);
    const best = rated[0];
    if (best !== undefined) return rated.filter(({ fit }) => fit > best.fit - 0.06);
  }
  return [];
}

const MEASURES = new Set(
  [
    ...Object.values(DIMENSIONS).flatMap(({ grows, falls = '' }) => `${grows} ${falls}`.split(' ')),
    ...'expense income calories profit budget tax discount stock debt temperature population harvest donation consumption rain'.split(
      ' ',
    ),
  ].flatMap((noun) => [...thingsOf(noun)]),
);

/** Whether a word, folded, names something that is measured, and no thing that could be a row. */
export const isMeasure = (word: string): boolean =>
  [...thingsOf(word)].some((thing) => MEASURES.has(thing) && thing > 0);
