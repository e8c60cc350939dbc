/** Whether more of a column is better, where a goal says "best" and not "highest". Knows no mention. */

import type { KnownColumn } from './known-tables.ts';
import { LESS_IS_BETTER, MORE_IS_BETTER } from './lexicon/goodness.ts';
import { nameFit } from './name-fit.ts';
import type { Tongue } from './wording.ts';

const isOneOf = (nouns: string, { words }: KnownColumn): boolean =>
  nouns.split(' ').some((noun) => nameFit([noun], words) >= 0.5);

/** 1 where more is better, -1 where less is; 0 where the column does not tell. */
export const betterWith = (column: KnownColumn): -1 | 0 | 1 =>
  isOneOf(LESS_IS_BETTER, column) ? -1 : isOneOf(MORE_IS_BETTER, column) ? 1 : 0;

/** What the person has to say where no column holds what rows are ranked by. */
export const nothingMeasures = (word: string, tongue: Tongue): string =>
  tongue === 'de' ? `„${word}“: sag, nach welcher Spalte` : `"${word}": say by which column`;

/** What the person has to say before "best" means one end of a column. */
export const whichIsBetter = (word: string, column: string, tongue: Tongue): string =>
  tongue === 'de'
    ? `„${word}“: sag, ob das Höchste von „${column}“ gemeint ist oder das Niedrigste`
    : `"${word}": say whether the highest "${column}" is meant or the lowest`;
