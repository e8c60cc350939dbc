/** A file that is to take the place of one that the plan reads, while a person looks at its columns. */

import type { WantedColumn } from '../check/swap-file.ts';
import type { ColumnProfile } from '../tools/file-profile.ts';
import type { MatchedColumn } from '../tools/likely-columns.ts';

export interface Swapping {
  readonly planId: string;
  /** As the plan names what it reads there now. */
  readonly name: string;
  /** Of the new file; under which it is given is another thing. */
  readonly file: string;
  /** The file of before is not here. */
  readonly isMissing: boolean;
  /** A run of it is what it is for: the plan is put before the person to be signed. */
  readonly isForRun: boolean;
  readonly wanted: readonly WantedColumn[];
  readonly offered: readonly ColumnProfile[];
  /** The likely ones. */
  readonly matches: readonly MatchedColumn[];
}
