/** A stretch of a goal in one of the roles it may play for rows, and what it costs to take it so. Knows no grammar. */

import type { KnownColumn } from '../known-tables.ts';
import type { Order } from '../read-order.ts';
import type { Action, Atom, Figure } from '../request.ts';
import type { Doubt } from '../view.ts';
import type { Ranking } from '../wish.ts';
import type { Feature } from './weights.ts';

/** What a tile puts into the form. */
export type Put =
  | { readonly is: 'when'; readonly atom: Atom }
  | { readonly is: 'key'; readonly column: KnownColumn; readonly part?: string; readonly isPer: boolean }
  | { readonly is: 'measure'; readonly column: KnownColumn; readonly isBy: boolean }
  | {
      readonly is: 'figure';
      readonly aggregate: string;
      /** It stands in the very word that asks for the figure. */
      readonly column?: KnownColumn;
      readonly isBy: boolean;
    }
  | { readonly is: 'rank'; readonly ranking: Ranking }
  | { readonly is: 'order'; readonly order: Order }
  | { readonly is: 'show'; readonly column: KnownColumn }
  | { readonly is: 'distinct'; readonly column: string; readonly counted: boolean }
  | { readonly is: 'dedupe'; readonly actions: readonly Action[] }
  | { readonly is: 'columns'; readonly names: readonly string[] }
  | { readonly is: 'rowFigure'; readonly action: Action }
  | { readonly is: 'made'; readonly figure: Figure; readonly key?: string }
  | { readonly is: 'counted'; readonly operator: string; readonly number: number }
  | { readonly is: 'share' }
  | { readonly is: 'pivot' }
  | { readonly is: 'asks' }
  | { readonly is: 'rows' }
  | { readonly is: 'word' };

export interface Tile {
  readonly put: Put;
  /** Places of the mentions that it takes, in order. */
  readonly takes: readonly number[];
  /** Where what it is about stands: the column, the word for the figure. */
  readonly at: number;
  readonly features: readonly Feature[];
  /** Only beside the tile before it, of the same kind: a list goes on. */
  readonly isJoint?: boolean;
  readonly doubts?: readonly Doubt[];
}

/** What is compared to tell one tile from another. */
export const nameOfTile = ({ put, takes }: Tile): string => JSON.stringify([put, takes]);
