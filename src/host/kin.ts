/** Learns what other runs of one origin have entered, while none of them can begin a write (docs/decisions/0030). */

import { isForeign } from '../plan/origin.ts';
import { enteredWrites, type KinWrite } from '../run/kin.ts';
import { fold, type RunContext } from './context.ts';
import type { Place, RunRow } from './port.ts';
import { readPart } from './stored-run.ts';

/**
 * Waits until no other run of the origin is about to begin a write, and tells the run what they have entered.
 * @returns to be called once what begins now is durable: until then they wait
 */
export async function withKin(run: RunContext): Promise<() => void> {
  const { place, state } = run;
  const { kin } = state.setting;
  let top = run;
  while (top.above) top = top.above.run;
  const origin = await originOf(place, top.state.runId, top.about.forkOf?.runId);
  const lease = await place.leases.take(`writes of ${origin}`);
  try {
    const known = new Map<string, KinWrite>();
    for (const row of await kinOf(place, origin, top.state.runId))
      for (const write of await enteredBy(place, row))
        if (!isFromBefore(top, write)) known.set(write.digest, write);
    if (kin) {
      kin.known = known;
      kin.isWanted = false;
    }
  } catch (error) {
    lease.release();
    throw error;
  }
  return () => {
    if (kin) kin.known = null;
    lease.release();
  };
}

/** The run that a chain of forks began with, as far as it is still here. */
async function originOf({ store }: Place, runId: string, forkOf: string | undefined): Promise<string> {
  const seen = new Set<string>([runId]);
  let origin = runId;
  for (let from = forkOf; from !== undefined && !seen.has(from); ) {
    seen.add(from);
    origin = from;
    from = (await store.run(from))?.forkOf?.runId;
  }
  return origin;
}

/** The other runs of that origin, with those below them. What a stranger's record tells did not happen here. */
async function kinOf(place: Place, origin: string, own: string): Promise<readonly RunRow[]> {
  const { store } = place;
  const forks = await store.forks();
  const from = new Map(forks.map(({ runId, forkOf }) => [runId, forkOf?.runId]));
  const isKin = (runId: string): boolean => {
    const seen = new Set<string>();
    for (let at: string | undefined = runId; at !== undefined && !seen.has(at); at = from.get(at)) {
      if (at === origin) return true;
      seen.add(at);
    }
    return false;
  };
  const others = forks.filter(({ runId }) => runId !== own && runId !== origin && isKin(runId));
  const first = origin === own ? undefined : await store.run(origin);
  const rows: RunRow[] = [];
  for (const row of first ? [first, ...others] : others) {
    if (isForeign(row.origin) && row.origin.own !== true) continue;
    rows.push(row, ...(await store.below(`${row.runId}.`)));
  }
  return rows;
}

/** By the names that a run that begins with its results would give them. */
async function enteredBy(place: Place, { runId, parent }: RunRow): Promise<readonly KinWrite[]> {
  const events = await readPart(place, runId);
  const writes = events ? enteredWrites(fold(place, runId, events), events) : [];
  if (!parent) return writes;
  const { call } = parent;
  const label = call.includes('@') ? call.slice(call.indexOf('@') + 1) : null;
  return writes.map((write) => ({
    ...write,
    id: `${call}/${write.id}`,
    instance: write.instance ?? label,
  }));
}

/** The run began with it, or goes on from it: its own rule says whether that is asked about, and what a person ordered again is not. */
const isFromBefore = ({ doneBefore }: RunContext, { id, instance, digest }: KinWrite): boolean =>
  doneBefore.like({ instance, digest }, (known) => known.id === id) !== undefined;
