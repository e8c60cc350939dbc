/** Holds a lock as long as this worker lives: a browser that ends a worker tells its page nothing. */

import { lifeLockOf } from '../run/worker-life.ts';

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
