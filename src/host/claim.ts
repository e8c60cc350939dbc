/** Takes runs that may be gone on with now, for a place that serves many: a few at a time, each with its lease. The places of today take up runs one by one; this is the port's word for a server's. */

import type { Lease, Place } from './port.ts';

interface Claimed extends Lease {
  readonly runId: string;
}

/**
 * At most `most` runs that a person started and that have not ended: never one whose lease somebody has, that a person
 * paused, or that is parked and not due yet. Whoever has no more use for one releases it.
 */
export async function claim({ store, leases, clock }: Place, most: number): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  for (const { runId, parent } of await store.open()) {
    if (claimed.length >= most) break;
    if (parent) continue;
    const lease = await leases.takeIfFree(runId);
    if (!lease) continue;
    // Read again, lease in hand: until then somebody else may have gone on with it.
    const row = await store.run(runId);
    const isDue = !row?.parked || (row.parked.due !== null && row.parked.due <= clock.now());
    if (row?.open === 1 && !row.paused && isDue) claimed.push({ runId, ...lease });
    else lease.release();
  }
  return claimed;
}
