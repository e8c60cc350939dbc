/** What a goal asks for, apart from any tool: where rows come from, what is done to them, what becomes of the result. */

import type { Json } from '../../lib/json.ts';
import type { KnownFile } from './known-tables.ts';
import type { Mention } from './mention.ts';

export interface Condition {
  readonly column?: string;
  readonly operator?: string;
  readonly value?: Json;
  readonly valueColumn?: string;
  readonly not?: boolean;
  /** It is held against this figure of the column in all rows of the source. */
  readonly than?: string;
  /** The reference to that figure, once it has a call. */
  readonly heldTo?: string;
  /** A bracket instead of a column. */
  readonly conditions?: readonly Condition[];
  readonly match?: 'all' | 'any';
  /** It was said of the rows and not of what is computed of them: "without values under 0". */
  readonly ofRows?: true;
  /** What it is compared with stands before its column: "more than 20 nights", of all that somebody had. */
  readonly ofAll?: true;
}

/** A condition as it was read, and where it stands among the mentions. */
export interface Atom {
  readonly condition: Condition;
  readonly from: number;
  readonly to: number;
  /** By what it was turned: "except" goes on over an "or", "not" does not. */
  readonly negated?: 'not' | 'except';
}

export interface Key {
  readonly column: string;
  /** Of a date: year, quarter, month, week, day, weekday, hour. */
  readonly part?: string;
}

export interface Figure {
  readonly aggregate: string;
  readonly column?: string;
  /** Its elements have rows of their own by then: those are counted. */
  readonly elements?: true;
  /** What its result is called, where not by the figure and its column. */
  readonly as?: string;
}

export interface TableRef {
  readonly file: KnownFile;
  readonly table: number;
}

export type Source =
  | { readonly kind: 'table'; readonly of: TableRef }
  | { readonly kind: 'append'; readonly of: readonly TableRef[] }
  | {
      readonly kind: 'join';
      readonly left: Source;
      readonly right: TableRef;
      readonly on: string;
      readonly rightOn: string;
      readonly how: 'inner' | 'left' | 'onlyLeft';
      /** Columns of the right table that are put beside the rows; all of them where nothing is said. */
      readonly adds?: readonly string[];
      /** Which rows of the right table count as partners. */
      readonly partners?: readonly Condition[];
    };

/** One thing done to rows, in the order of doing. */
export type Action =
  | { readonly do: 'filter'; readonly conditions: readonly Condition[]; readonly match: 'all' | 'any' }
  | { readonly do: 'derive'; readonly name: string; readonly formula: string; readonly numeric: boolean }
  | { readonly do: 'dedupe'; readonly columns: readonly string[] }
  | { readonly do: 'expand'; readonly column: string }
  | { readonly do: 'group'; readonly by: readonly Key[]; readonly figures: readonly Figure[] }
  | {
      readonly do: 'figure';
      readonly figure: string;
      readonly column?: string;
      readonly per?: readonly string[];
      readonly orderBy?: string;
    }
  | {
      readonly do: 'sort';
      readonly column: string;
      readonly down: boolean;
      /** Values of the column whose rows come before all others, which it puts in no order. */
      readonly first?: readonly string[];
      /** Further columns for what is equal so far. */
      readonly thenBy?: readonly { readonly column: string; readonly down: boolean }[];
      readonly limit?: number;
      readonly per?: readonly string[];
    }
  | { readonly do: 'select'; readonly columns: readonly string[] }
  | { readonly do: 'pivot'; readonly by: readonly Key[]; readonly across: Key; readonly figure: Figure };

/** How the rows end: as they are, as one number, as the count of them. */
export type End =
  | { readonly kind: 'rows' }
  | { readonly kind: 'number'; readonly column: string }
  | { readonly kind: 'figures' }
  | { readonly kind: 'list'; readonly column: string };

export type Sink =
  | {
      readonly kind: 'chart';
      readonly mark: string;
      /** What asks for it. */
      readonly by?: Mention;
      /** "a table of it and a chart": what it is drawn of is wanted, too. */
      readonly isBeside?: true;
    }
  | { readonly kind: 'report'; readonly title?: string }
  | { readonly kind: 'table' }
  | {
      readonly kind: 'save';
      readonly name: string;
      /** Of a name that is known only in the run. */
      readonly ending?: string;
      /** How its name is told where it is known only in the run. */
      readonly said?: string;
    };

export interface TableJob {
  readonly kind: 'rows';
  readonly source: Source;
  readonly actions: readonly Action[];
  readonly end: End;
}

/** The same figure of two tables of the same columns, set against each other. */
export interface CompareJob {
  readonly first: TableJob;
  readonly second: TableJob;
  readonly on: readonly string[];
  readonly names: readonly [string, string];
}

export interface TextJob {
  readonly kind: 'text';
  readonly file: KnownFile;
  readonly other?: KnownFile;
  readonly does: string;
  readonly settings: Readonly<Record<string, Json>>;
  /** A key of the result that alone is asked for. */
  readonly part?: string;
  /** Only how many it finds. */
  readonly isCounted?: true;
}
