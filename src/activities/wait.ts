/** Waits, and stops waiting at once when the call is stopped. */

import type { Activity } from './activity.ts';
import { numberParam } from './parameters.ts';
import { stopped, throwIfStopped } from './turns.ts';

const HOUR_MS = 3_600_000;

export const wait: Activity = async (params, context) => {
  const ms = numberParam(params, 'ms', { min: 0, max: HOUR_MS, whole: true });
  throwIfStopped(context.signal);
  await sleep(ms, context.signal);
  return ms;
};

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(stopped(signal));
    };
    const timer = setTimeout(() => {
      // Left in place, a listener for each wait would pile up on the run's one signal.
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
