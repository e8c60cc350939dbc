/** Which runs left a write that nobody has settled (L-41), as far as the rows of the list say. Knows no journal. */

import { isForeign } from '../plan/origin.ts';
import type { RunSummary } from './ports.ts';

/**
 * Those that did, and those that have not ended, of which only their records say. In the list's order, newest first. What a
 * stranger's record says of itself did not happen here, and asks for nothing.
 */
export const maybeDoubtful = (list: readonly RunSummary[]): readonly RunSummary[] =>
  list.filter(
    (run) =>
      (isDoubtful(run) || run.endedAt === undefined) && (!isForeign(run.origin) || run.origin.own === true),
  );

/** Whether it ended with such a write. */
export const isDoubtful = ({ doubts }: RunSummary): boolean => (doubts ?? 0) > 0;
