/** The ports of a place that keeps nothing: a store, leases and a channel in memory, for tests and for runs that nobody keeps. */

import { valueAt } from '../lib/columns.ts';
import type { RunEvent } from '../run/events.ts';
import type { WorkerMessage } from '../run/messages.ts';
import type { Channel, Lease, Leases, PlaceClock, Receipts, Store } from './port.ts';
import { tableStore } from './table-store.ts';

/** Batches lie as text, as on a disk: nobody can change what was appended. */
export function memoryStore(): Store {
  const large = new Map<string, Map<string, string>>();
  return tableStore<string>({
    write: (_, events) => JSON.stringify(events),
    read: (text) => JSON.parse(text) as RunEvent[],
    mark: () => {},
    keepLarge: (runId, key, json) => {
      large.set(runId, (large.get(runId) ?? new Map<string, string>()).set(key, json));
    },
    large: (runId, key) => large.get(runId)?.get(key),
    erase: (runIds) => {
      for (const runId of runIds) large.delete(runId);
    },
  });
}

/** Keeps nothing but what is asked for again, as it came: the sub-runs of a run that nobody keeps. */
export function passingStore(): Store {
  const large = new Map<string, string>();
  return tableStore<readonly RunEvent[]>({
    write: (_, events) => events,
    read: (events) => [...events],
    mark: () => {},
    keepLarge: (runId, key, json) => void large.set(JSON.stringify([runId, key]), json),
    large: (runId, key) => large.get(JSON.stringify([runId, key])),
    erase: () => {},
  });
}

/** For a place where whoever starts a run says with that very call what they approve: it is held to that hash. */
export const APPROVED_BY_CALLER: Receipts = { holds: async () => true };

/** Leases among those who share this object; each lasts until it is let go of. */
export function memoryLeases(): Leases {
  const queues = new Map<string, (() => void)[]>();
  const leaseOf = (runId: string): Lease => {
    let isHeld = true;
    return {
      until: null,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        const next = queues.get(runId)?.shift();
        if (next) next();
        else queues.delete(runId);
      },
    };
  };
  const takeIfFree = (runId: string): Lease | null => {
    if (queues.has(runId)) return null;
    queues.set(runId, []);
    return leaseOf(runId);
  };
  return {
    takeIfFree: async (runId) => takeIfFree(runId),
    take: (runId) => {
      const lease = takeIfFree(runId);
      if (lease) return Promise.resolve(lease);
      return new Promise((resolve) => {
        valueAt(queues, runId).push(() => resolve(leaseOf(runId)));
      });
    },
  };
}

/** A place with no other beside it. @param hear everything that is told */
export const aloneOn = (hear: (message: WorkerMessage) => void): Channel => ({
  tell: hear,
  tellAll: hear,
  onNews: () => {},
  passOn: async () => null,
  onDecision: () => {},
});

/** A clock that somebody else moves. */
export interface VirtualClock extends PlaceClock {
  /** Goes to the next alarm and rings it, with all others of that moment; false where none is set. */
  advance(): boolean;
}

/** Time that passes only where nothing else can happen. Alarms ring in order of their time, then of their setting. */
export function virtualClock(startAt = 0): VirtualClock {
  const alarms: { readonly at: number; readonly ring: () => void }[] = [];
  let now = startAt;
  return {
    now: () => now,
    elapsed: () => now,
    alarm: (ms, ring) => {
      const own = { at: now + ms, ring };
      const before = alarms.findLastIndex(({ at }) => at <= own.at);
      alarms.splice(before + 1, 0, own);
      return () => {
        const at = alarms.indexOf(own);
        if (at !== -1) alarms.splice(at, 1);
      };
    },
    advance: () => {
      const at = alarms[0]?.at;
      if (at === undefined) return false;
      now = Math.max(now, at);
      while (alarms[0]?.at === at) alarms.shift()!.ring();
      return true;
    },
  };
}
