/** What is asked and said of the columns of a file that takes another's place. Knows not how they are matched. */

import type { ColumnProfile } from './file-profile.ts';

/** Which columns of a file are likely those that are looked for? */
export interface MatchRequest {
  readonly wanted: readonly { readonly name: string; readonly was?: ColumnProfile }[];
  readonly offered: readonly ColumnProfile[];
}

/** By what a column is taken for another: the same name, one like it, its values, or as the only one of its type. */
export type Likeness = 'same' | 'name' | 'values' | 'type';

/** The column that is looked for, and which it likely is. */
export type MatchedColumn = readonly [string, { readonly column: string; readonly by: Likeness }];
