/** A worker of the pool: computes for the worker that holds the runs; reads and keeps large values by itself. Spawned by its URL. */

import type { FromPool, ToPool } from '../activities/pool-protocol.ts';
import { computingThread } from '../activities/pool-thread.ts';
import type { LargeShelf } from '../host/large-values.ts';
import { openDatabase } from '../journal/database.ts';
import { largeShelf } from '../journal/large-shelf.ts';

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToPool>) => void) | null;
  postMessage(message: FromPool): void;
};

/** Opened with the first large value that is read or kept here. */
let opened: Promise<LargeShelf> | undefined;
const shelf = (): Promise<LargeShelf> => {
  opened ??= openDatabase().then(largeShelf);
  // It may be there the next time.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
};

const hear = computingThread((message) => scope.postMessage(message), {
  keepLarge: async (...args) => (await shelf()).keepLarge(...args),
  large: async (...args) => (await shelf()).large(...args),
});
scope.onmessage = ({ data }) => hear(data);
