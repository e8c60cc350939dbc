/** Who runs a run: a Web Lock each. A tab that dies frees its locks, and the next in line takes the runs over. */

import type { Lease, Leases } from '../host/port.ts';

const nameOf = (runId: string): string => `obelus-run-${runId}`;

export const webLeases = (locks: LockManager): Leases => ({
  take: (runId) =>
    new Promise((resolve, reject) => {
      locks.request(nameOf(runId), { mode: 'exclusive' }, () => held(resolve)).catch(reject);
    }),
  takeIfFree: (runId) =>
    new Promise((resolve, reject) => {
      locks
        .request(nameOf(runId), { mode: 'exclusive', ifAvailable: true }, (lock) => {
          if (lock) return held(resolve);
          resolve(null);
          return undefined;
        })
        .catch(reject);
    }),
});

const held = (take: (lease: Lease) => void): Promise<void> =>
  new Promise<void>((release) => take({ until: null, release }));
