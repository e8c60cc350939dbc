/** Discards, stops, pauses a run that no place runs: ended, paused, or cut off and not taken up yet (R-41). No call of it is entered. */

import { quoted } from '../flows/words.ts';
import { isForeign } from '../plan/origin.ts';
import { type OpenWrite, openWrites, writeKey } from '../run/open-writes.ts';
import { placeWords } from '../run/sent.ts';
import { fold } from './context.ts';
import type { Place, RunRow } from './port.ts';
import { DONE, type Outcome, Refusal, refused, throwIfRefused } from './refusal.ts';
import { endFamily, readPart } from './stored-run.ts';

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
 * @throws Refusal for a sub-run that has ended: its records are its parent's; and where a write is in doubt, see `erased`
 */
export async function discardUnheld(
  place: Place,
  row: RunRow,
  forget: readonly string[] | undefined,
): Promise<boolean> {
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
    throwIfRefused(await erased(place, row.runId, forget));
  });
}

/**
 * Erases what is kept of a run that has ended, and of its sub-runs, and says so; refused where a write is in doubt that
 * the person has not seen named: nothing else on this device knows that it may have happened (L-41). The caller holds
 * the lease.
 * @param forget as `writeKey` names them
 */
export async function erased(place: Place, runId: string, forget: readonly string[] = []): Promise<Outcome> {
  const { store, channel } = place;
  const below = await store.below(`${runId}.`);
  const unseen = (await inDoubt(place, runId, below)).filter((write) => !forget.includes(writeKey(write)));
  if (unseen.length > 0) return refused('in-doubt', staysWords(unseen));
  await store.remove(runId, 'held');
  channel.tellAll({ kind: 'forgotten', runId });
  for (const row of below) {
    // One that was let go its own way is no part of it.
    if (!(await store.run(row.runId))) channel.tellAll({ kind: 'forgotten', runId: row.runId });
  }
  return DONE;
}

/** What nobody has settled in a run and in those below it. What a stranger's record calls in doubt is nobody's here. */
export async function inDoubt(
  place: Place,
  runId: string,
  below: readonly RunRow[],
): Promise<readonly OpenWrite[]> {
  const own = await place.store.run(runId);
  if (own === undefined || (isForeign(own.origin) && own.origin.own !== true)) return [];
  const family = new Set([runId]);
  const open: OpenWrite[] = [];
  // Parents sort before what is below them.
  for (const row of [own, ...below]) {
    if (row !== own && (!row.parent || !family.has(row.parent.runId))) continue;
    family.add(row.runId);
    const events = await readPart(place, row.runId);
    if (events) open.push(...openWrites(fold(place, row.runId, events)));
  }
  return open;
}

/** So many are named; of more, how many. */
const NAMED = 3;

const staysWords = (writes: readonly OpenWrite[]): string =>
  `The run has ended, but its record stays: whether ${inShort(writes)} happened is not known, and nothing else would remember it. Say what became of it and then discard the run, or discard it and forget that.`;

/** The first of them by name and request. */
export function inShort(writes: readonly OpenWrite[]): string {
  const named = writes
    .slice(0, NAMED)
    .map(({ name, request, tool }) => `${quoted(name)} (${request ? placeWords(request) : tool})`);
  const more = writes.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Says in the run's row whether a person paused it, and tells. The caller holds the lease. */
export async function markPaused({ store, channel }: Place, runId: string, paused: boolean): Promise<void> {
  const row = await store.run(runId);
  if (!row || row.open === 0) return;
  const { paused: _, ...rest } = row;
  await store.mark(paused ? { ...rest, paused: true } : rest);
  channel.tellAll({ kind: 'paused', runId, paused });
}
