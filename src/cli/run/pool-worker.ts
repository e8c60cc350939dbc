/** A thread of the pool in a terminal: computes for the thread that holds the run. Spawned by its URL. */

import { parentPort } from 'node:worker_threads';
import { computingThread } from '../../activities/pool-thread.ts';

const hear = computingThread((message) => parentPort?.postMessage(message));
parentPort?.on('message', hear);
