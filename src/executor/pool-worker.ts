/** A worker of the pool: computes for the worker that holds the runs. Spawned by its URL. */

import type { FromPool, ToPool } from '../activities/pool-protocol.ts';
import { computingThread } from '../activities/pool-thread.ts';

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToPool>) => void) | null;
  postMessage(message: FromPool): void;
};

const hear = computingThread((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => hear(data);
