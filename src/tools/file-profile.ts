/** What is known of a file a person gave: judged once at the door, and what planners, forms and checks go by. */

import type { ValueSketch } from './shared-values.ts';

/**
 * Larger files are refused, at the door and at the run alike: a worker that holds the bytes, the text and the rows of
 * 100 MB would be killed.
 */
export const MAX_FILE_BYTES = 50_000_000;

/** By content first, by name second. `unknown` is what nothing here can read. */
export type FileKind =
  | 'csv'
  | 'json'
  | 'xlsx'
  | 'pdf'
  | 'markdown'
  | 'html'
  | 'text'
  | 'image'
  | 'archive'
  | 'unknown';

/** `mixed`: cells of several types; `list` and `object`: nested values of a JSON table. */
export type ColumnType = 'text' | 'number' | 'date' | 'boolean' | 'list' | 'object' | 'mixed' | 'empty';

/** How the numbers of a column are written: "1.249,50 €" is `{decimal: ',', thousands: '.', unit: '€'}`. */
export interface NumberWriting {
  readonly decimal: '.' | ',';
  /** Empty where no cell groups its digits. */
  readonly thousands: '' | '.' | ',' | ' ' | "'";
  /** What stands before or after every number: a currency, "%", "kg". */
  readonly unit?: string;
}

/** In which order a column's dates are written; `null` where no cell tells day from month. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy' | null;

/** What is known of a column from the rows that were read. */
export interface ColumnProfile {
  readonly name: string;
  readonly type: ColumnType;
  /** At most five different cells as they are written, in the order of the file. */
  readonly examples: readonly string[];
  /** Cells that are not empty, among the rows that were read. */
  readonly filled: number;
  /** More than half of its cells are numbers, the others are texts or numbers written otherwise: a sum of it is meant, and has to be asked about. */
  readonly mostly?: 'number';
  /** Of such a column the cells that are no numbers, at most five different ones: "NA", "?". */
  readonly strays?: readonly string[];
  /** Different cells among the rows that were read. */
  readonly distinct: number;
  /** All different cells, where there are at most twelve of a text column: what a condition may name. */
  readonly values?: readonly string[];
  readonly number?: NumberWriting;
  readonly date?: DateOrder;
  /** Of numbers and dates, as they are written. */
  readonly least?: string;
  readonly greatest?: string;
  /** What it holds, to be held against a column of another file; none where its cells are no names and no numbers. */
  readonly sketch?: ValueSketch;
}

/** One list of rows in a file: a CSV has one, a workbook one a sheet, a JSON one for each list of objects. */
export interface TableProfile {
  /** The sheet's name, or the JSON path of the list ("orders.lines"); empty for the file itself. */
  readonly place: string;
  /** Rows that were read; of all where `whole`. */
  readonly rows: number;
  readonly whole: boolean;
  readonly columns: readonly ColumnProfile[];
  /** What objects in the cells of a JSON table hold themselves, called by the path to it: "customer.name". */
  readonly inner?: readonly ColumnProfile[];
  /** How many columns there are beyond those listed, which are a thousand at most; absent where all are. */
  readonly more?: number;
  /** How many rows above it, such as a title, are left out. */
  readonly above?: number;
  /** Rows, of those that were read, that an earlier one is the same as, cell by cell; absent where none is. */
  readonly repeats?: number;
  /** What the last row is called where it seems to add up the others. */
  readonly total?: string;
}

/** What is known of a file from its bytes. */
export interface FileProfile {
  readonly name: string;
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  readonly encoding?: string;
  /** Of a CSV: what parts its cells, and whether its first row names them. */
  readonly delimiter?: string;
  readonly header?: boolean;
  readonly tables: readonly TableProfile[];
  /** Of prose. */
  readonly text?: { readonly words: number; readonly paragraphs: number; readonly whole: boolean };
  /** Why it can't be used, as a sentence with a way on. Such a file is planned with by nobody. */
  readonly fault?: string;
}
