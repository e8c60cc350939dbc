/** The pool of a worker: workers below it. What it holds in memory is the browser's own limit. */

import { createPool, type FilePool, poolSize } from '../activities/pool.ts';
import type { FromPool } from '../activities/pool-protocol.ts';

export const workerPool = (): FilePool =>
  createPool({
    size: poolSize(navigator.hardwareConcurrency),
    begin: ({ said, died }) => {
      const worker = new Worker(new URL('./pool-worker.ts', import.meta.url), {
        type: 'module',
        name: 'obelus-pool',
      });
      worker.onmessage = ({ data }: MessageEvent<FromPool>) => said(data);
      worker.onerror = (event) => died(event.message || 'its script could not be loaded');
      worker.onmessageerror = () => died('it said what could not be read');
      return {
        post: (message) => worker.postMessage(message),
        terminate: () => worker.terminate(),
      };
    },
  });
