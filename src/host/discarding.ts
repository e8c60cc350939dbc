/** Discards, stops, pauses a run that no place runs: ended, paused, or cut off and not taken up yet. No call of it is entered. */

import type { Place, RunRow } from './port.ts';
import { Refusal } from './refusal.ts';
import { endFamily } from './stored-run.ts';

/** True where it was done, lease in hand; false where another place has the lease, and has to be asked. */
export async function whileUnheld(
  { leases, store }: Place,
  runId: string,
  work: (row: RunRow | undefined) => Promise<void>,
): Promise<boolean> {
  const lease = await leases.takeIfFree(runId);
  if (!lease) return false;
  try {
    await work(await store.run(runId));
    return true;
  } finally {
    lease.release();
  }
}

/**
 * True where it is gone; false where a place has its lease, and has to be asked.
 * @throws Refusal for a sub-run that has ended: its records are its parent's
 */
export async function discardUnheld(place: Place, row: RunRow): Promise<boolean> {
  if (row.parent) {
    if (row.open === 1) return false;
    throw new Refusal(
      'part-of-a-run',
      `This sub-run has ended, and its record belongs to the run "${row.parent.runId}". Discard that one.`,
    );
  }
  return whileUnheld(place, row.runId, async (now) => {
    // Ended first: killed between the two, the run is not gone on with.
    if (now?.open === 1) await endFamily(place, now, 'discarded');
    await removeRecords(place, row.runId);
  });
}

/** Erases what is kept of a run and its sub-runs, and says so. The caller holds the lease. */
export async function removeRecords({ store, channel }: Place, runId: string): Promise<void> {
  const below = await store.below(`${runId}.`);
  await store.remove(runId, 'held');
  channel.tellAll({ kind: 'forgotten', runId });
  for (const row of below) {
    // One that was let go its own way is no part of it.
    if (!(await store.run(row.runId))) channel.tellAll({ kind: 'forgotten', runId: row.runId });
  }
}

/** Says in the run's row whether a person paused it, and tells. The caller holds the lease. */
export async function markPaused({ store, channel }: Place, runId: string, paused: boolean): Promise<void> {
  const row = await store.run(runId);
  if (!row || row.open === 0) return;
  const { paused: _, ...rest } = row;
  await store.mark(paused ? { ...rest, paused: true } : rest);
  channel.tellAll({ kind: 'paused', runId, paused });
}
