/** The pool of a worker: workers below it. What it holds in memory is the browser's own limit. */

import { createPool, type FilePool, poolSize } from '../activities/pool.ts';
import type { FromPool } from '../activities/pool-protocol.ts';
import { ownScripts, type TrustedTypes } from '../lib/own-script.ts';
import poolUrl from './pool-worker.ts?worker&url';

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** A path, where the app lies in a folder of its own, else the whole address. */
const ownScript = ownScripts(trustedTypes, `${location.origin}/`);

export const workerPool = (): FilePool =>
  createPool({
    size: poolSize(navigator.hardwareConcurrency),
    begin: ({ said, died }) => {
      const worker = new Worker(ownScript(new URL(poolUrl, location.href).href), {
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
