/** What is known beside a form, and what it comes to. Knows no reading. */

import type { KnownColumn } from '../known-tables.ts';
import type { Derived } from '../read-formulas.ts';
import type { Part } from '../read-parts.ts';
import type { Unit } from '../read-units.ts';
import type { Action, End } from '../request.ts';
import type { Tongue } from '../wording.ts';
import type { Feature } from './weights.ts';

export interface Done {
  readonly actions: readonly Action[];
  readonly end: End;
  readonly features: readonly Feature[];
  /** What the person has to say first, in sentences. */
  readonly open: readonly string[];
}

/** What is known beside the form. */
export interface Given {
  readonly columns: readonly KnownColumn[];
  readonly derived: readonly Derived[];
  /** What is counted apart. */
  readonly parts: readonly Part[];
  /** What an average is of, where it is of no single row. */
  readonly unit?: Unit | undefined;
  /** The goal names the rows by their file. */
  readonly namesRows: boolean;
  /** A new column was asked for as such. */
  readonly isNewColumn: boolean;
  /** Measures and columns to see that nobody took so far: looked for only where they are of use. */
  readonly late: () => readonly string[];
  readonly listed: () => readonly string[];
  /** Columns that were listed to be seen. */
  readonly listing: readonly KnownColumn[];
  /** The name of its own by which the goal calls the rows. */
  readonly subject: () => string | undefined;
  readonly tongue: Tongue;
}
