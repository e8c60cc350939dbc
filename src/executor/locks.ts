/** Web Locks: one for each run a worker runs, and one for its life. A tab that dies frees them, and the next in line takes over. */

import type { Lease, Leases } from '../host/port.ts';
import { lifeLockOf } from '../run/worker-life.ts';

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

// Holds a lock as long as this worker lives: a browser that ends a worker tells its page nothing.

/**
 * Resolves when the lock is held. Only then may the worker speak: a page that asks for the lock as soon as it has heard
 * something would else take it first, and believe a living worker dead. Where locks are denied it resolves too.
 */
export const holdLife = (workerName: string, locks: LockManager): Promise<void> =>
  new Promise((resolve) => {
    const forLife = (): Promise<never> => {
      resolve();
      return new Promise(() => {});
    };
    locks.request(lifeLockOf(workerName), forLife).catch(() => resolve());
  });
