/** Which runs left a write that nobody has settled (L-41), as far as the rows of the list say. Knows no journal. */

import { isForeign } from '../plan/origin.ts';
import type { RunSummary } from './ports.ts';

/**
 * Those that may have, and those that have not ended: only their records tell. In the list's order, newest first. What a
 * stranger's record says of itself did not happen here, and asks for nothing.
 * @param doubtful ids of those that the rows, of runs below them too, say it of
 */
export const maybeDoubtful = (
  list: readonly RunSummary[],
  doubtful: ReadonlySet<string>,
): readonly RunSummary[] =>
  list.filter(
    (run) =>
      (doubtful.has(run.runId) || isDoubtful(run) || run.endedAt === undefined) &&
      (!isForeign(run.origin) || run.origin.own === true),
  );

/** Whether it ended with such a write. */
export const isDoubtful = ({ doubts }: RunSummary): boolean => (doubts ?? 0) > 0;
