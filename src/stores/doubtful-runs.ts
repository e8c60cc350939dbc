/** Which runs ended with a write that nobody has settled (L-41). Knows rows of the list, no journal. */

import { isForeign } from '../plan/origin.ts';
import type { RunSummary } from './ports.ts';

/** In the list's order, newest first. What a stranger's record says of itself did not happen here, and asks for nothing. */
export const allDoubtful = (list: readonly RunSummary[]): readonly RunSummary[] =>
  list.filter((run) => (run.doubts ?? 0) > 0 && (!isForeign(run.origin) || run.origin.own === true));

/** Those of a plan. */
export const doubtfulRuns = (list: readonly RunSummary[], planId: string): readonly RunSummary[] =>
  allDoubtful(list).filter((run) => run.planId === planId);
