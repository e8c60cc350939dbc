/** Discards a run that no worker runs: ended, or cut off and not taken up yet. No call of it is entered. */

import type { RunRow } from '../journal/database.ts';
import { endFamily } from './cut-off.ts';
import { takeLeaseIfFree } from './lease.ts';
import type { Place } from './place.ts';
import { Refusal } from './refusal.ts';

/**
 * True where it is gone; false where a worker has its lease, and has to be asked.
 * @throws Refusal for a sub-run that has ended: its records are its parent's
 */
export async function discardUnheld(
  place: Place,
  locks: LockManager,
  row: RunRow,
  forgotten: (runId: string) => void,
): Promise<boolean> {
  if (row.parent) {
    if (row.open === 1) return false;
    throw new Refusal(
      'part-of-a-run',
      `This sub-run has ended, and its record belongs to the run "${row.parent.runId}". Discard that one.`,
    );
  }
  const lease = await takeLeaseIfFree(row.runId, locks);
  if (!lease) return false;
  try {
    const now = await place.journal.run(row.runId);
    // Ended first: killed between the two, the run is not gone on with.
    if (now?.open === 1) await endFamily(place, now, 'discarded');
    await removeRecords(place, row.runId, forgotten);
    return true;
  } finally {
    lease.release();
  }
}

/** Erases what is kept of a run and its sub-runs, and says so. The caller holds the lease. */
export async function removeRecords(
  place: Place,
  runId: string,
  forgotten: (runId: string) => void,
): Promise<void> {
  const below = await place.journal.below(`${runId}.`);
  await place.journal.remove(runId, 'held');
  forgotten(runId);
  for (const row of below) {
    // One that was let go its own way is no part of it.
    if (!(await place.journal.run(row.runId))) forgotten(row.runId);
  }
}
