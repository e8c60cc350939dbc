/** A run's row in the list, and whether its record is somebody else's (L-74). */

import { isForeign } from '../plan/origin.ts';
import type { RunSummary } from './ports.ts';

/** Its row in the list; of a sub-run, which has none there, that of the run above it. */
export const rowOf = <T extends Pick<RunSummary, 'runId'>>(
  list: readonly T[],
  runId: string,
): T | undefined =>
  list.find((row) => row.runId === runId) ?? list.find((row) => runId.startsWith(`${row.runId}.`));

type Rows = readonly Pick<RunSummary, 'runId' | 'origin'>[];

const asked = new WeakMap<Rows, Map<string, boolean>>();

/** Its record came from outside this device, and nobody has said that it is a backup of their own. Every card asks it. */
export function isTheirs(list: Rows, runId: string): boolean {
  const known = asked.get(list) ?? new Map<string, boolean>();
  asked.set(list, known);
  let is = known.get(runId);
  if (is === undefined) {
    const origin = rowOf(list, runId)?.origin;
    is = isForeign(origin) && origin.own !== true;
    known.set(runId, is);
  }
  return is;
}
