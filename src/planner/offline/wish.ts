/** What is being read of one wish over rows: filled by one reader after the other. Knows no grammar. */

import type { KnownColumn } from './known-tables.ts';
import type { Atop } from './read-atop.ts';
import type { Figure, Key } from './request.ts';
import type { View } from './view.ts';

export interface Ranking {
  readonly down: boolean;
  readonly limit: number;
  /** Not the first but the second, the third. */
  readonly nth?: number;
  readonly by?: KnownColumn;
  readonly byCount?: boolean;
  readonly of?: KnownColumn;
  readonly ofDate?: boolean;
  /** The word of more or less, where no column measures it. */
  readonly unknown?: string;
  /** It was the good or the bad end that was asked for, in these words: which that is, its column tells. */
  readonly good?: string;
  /** What they did in all is ranked: "the most hours", "who sold the most". */
  readonly isTotal?: boolean;
  /** Rows are ranked, and no groups: "the longest film" of a table of films. */
  readonly ofRows?: boolean;
  /** What is ranked has a name of its own in each row: "the dearest woods". */
  readonly ofOne?: boolean;
  readonly lone: boolean;
  /** Nothing but the first or last of an order that is told elsewhere. */
  readonly isEnd?: 'first' | 'last';
}

export class Wish {
  keys: Key[] = [];
  figures: Figure[] = [];
  ranking: Ranking | undefined;
  share = false;
  asks = false;
  /** A figure was named to rank by: "top 5 by total amount". */
  isRankedByFigure = false;
  derived: KnownColumn | undefined;
  /** What is put on top; its "by" parts nothing into groups. */
  atop: Atop | undefined;
  /** Groups were asked for by "per", and not by "which". */
  perKeys = false;

  constructor(readonly view: View) {}
}

export const PARTS = ['day', 'week', 'month', 'quarter', 'year', 'weekday', 'hour'] as const;
