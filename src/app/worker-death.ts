/** Tells that a worker has died, however it came: a browser that ends one by itself sends the page no event. */

import { lifeLockOf } from '../run/worker-life.ts';

/**
 * Gives the worker back; once its life's lock falls free, it gets the `error` event that a crash would have sent.
 * @param name the worker's own; no other worker of this origin may have it
 */
export function tellDeath(worker: Worker, name: string, locks: LockManager): Worker {
  const ask = (): void => {
    locks
      .request(lifeLockOf(name), () => void worker.dispatchEvent(new ErrorEvent('error')))
      // Without locks no run can be held either: that is told where a run is started.
      .catch(() => undefined);
  };
  // It speaks only once it holds the lock.
  worker.addEventListener('message', ask, { once: true });
  return worker;
}
