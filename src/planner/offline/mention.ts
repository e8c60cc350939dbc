/** A stretch of a goal and all that it may mean. Knows no lexicon. */

import type { KnownColumn, KnownFile } from './known-tables.ts';
import type { Language } from './lexicon/lexicon.ts';
import type { Period } from './periods.ts';

/** A column of a file. */
export interface ColumnRef {
  readonly file: KnownFile;
  readonly table: number;
  readonly column: KnownColumn;
  /** How well the words name it, 0 to 1. */
  readonly fit: number;
}

export interface CellRef {
  readonly of: ColumnRef;
  readonly value: string;
}

/** A stretch of the goal and all that it may mean. Offsets are UTF-16. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly meanings: ReadonlySet<string>;
  readonly columns: readonly ColumnRef[];
  readonly cells: readonly CellRef[];
  readonly files: readonly KnownFile[];
  readonly number?: number;
  /** Where the number may as well be another: both, as they are answered. */
  readonly either?: readonly string[];
  readonly period?: Period;
  /** Text in quotation marks. */
  readonly quoted?: string;
  /** Name of a file that is none of the dropped ones. */
  readonly target?: string;
  /** A web address, as it stands. */
  readonly address?: string;
  /** An arithmetic formula over columns and numbers. */
  readonly formula?: string;
  /** A mark of punctuation. */
  readonly mark?: string;
  /** A word that carries no wish of its own. */
  readonly small: boolean;
  /** What it was taken for, where it was typed otherwise: said to the person. */
  readonly reading?: string;
  /** Its words as they were taken, folded, where they were typed otherwise. */
  readonly taken?: string;
  /** It says the opposite of the columns and cells that it names: "unpaid" of paid. */
  readonly isOpposite?: boolean;
  /** The day that a duration is counted to: no row is told by it. */
  readonly isPoint?: boolean;
  /** Said by the way: nothing is done with it, and it is named. */
  readonly isAside?: boolean;
}

/** Whether nothing is known of a word. @param sure how well a column has to be named, at least, to be meant */
export const isUnknown = (
  { meanings, columns, cells, files, small, mark, number, period, ...rest }: Mention,
  sure = 0,
): boolean =>
  meanings.size + cells.length + files.length === 0 &&
  columns.every(({ fit }) => fit < sure) &&
  !small &&
  [mark, number, period, rest.quoted, rest.target, rest.address, rest.formula].every(
    (one) => one === undefined,
  );

export interface Said {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly files: readonly KnownFile[];
  readonly language: Language | undefined;
}

/** Every column of these files. */
export const refsOf = (files: readonly KnownFile[]): ColumnRef[] =>
  files.flatMap((file) =>
    file.tables.flatMap((table, at) => table.columns.map((column) => ({ file, table: at, column, fit: 1 }))),
  );
