/** The pool of a terminal: Node's threads, each with a limit on what it may hold. */

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createPool, type FilePool, poolSize } from '../../activities/pool.ts';

/** MB of the heap of one call. A table at the limits of a result takes a quarter of it. */
const HEAP_MB = 2048;

/** @param folder the journal's, where threads find large values by themselves; null where there is none */
export const threadPool = (folder: string | null = null, heapMb = HEAP_MB): FilePool =>
  createPool({
    size: poolSize(availableParallelism()),
    begin: ({ said, died }) => {
      const worker = new Worker(entry, {
        workerData: { folder },
        resourceLimits: { maxOldGenerationSizeMb: heapMb },
        // The run's own output is for machines to read: what a library writes must not get into it.
        stdout: true,
      });
      worker.on('message', said);
      worker.on('error', (error: NodeJS.ErrnoException) =>
        died(error.message, error.code === 'ERR_WORKER_OUT_OF_MEMORY'),
      );
      worker.on('exit', (code) => died(`it left with the code ${code}`));
      return {
        post: (message) => worker.postMessage(message),
        terminate: () => void worker.terminate(),
      };
    },
  });

const entry = new URL(
  import.meta.url.endsWith('.ts') ? './pool-worker-source.mjs' : './pool-worker.js',
  import.meta.url,
);
