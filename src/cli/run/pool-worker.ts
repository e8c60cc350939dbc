/** A thread of the pool in a terminal: computes for the thread that holds the run. Spawned by its URL. */

import { parentPort, workerData } from 'node:worker_threads';
import { computingThread } from '../../activities/pool-thread.ts';
import { largeIn } from './large-folder.ts';

/** The journal's folder; null where nothing is kept, and the process holds large values in memory. */
const { folder } = workerData as { readonly folder: string | null };

const hear = computingThread(
  (message) => parentPort?.postMessage(message),
  folder === null ? undefined : largeIn(folder),
);
parentPort?.on('message', hear);
