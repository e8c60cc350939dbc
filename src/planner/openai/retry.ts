/** When a request to a model server is sent again: at most twice, after the delay the server asked for. */

import type { ChatFault } from '../prompt/chat-model.ts';

const MAX_RETRIES = 2;
/** A server that asks for more is not waited for: the person decides. */
const MAX_WAIT_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
/** A day: what a server asks beyond that is told as no number. */
export const LONGEST_MS = 86_400_000;

/** Milliseconds to wait before retry number `retry` (from 0); null where the fault stands. */
export function retryDelay(fault: ChatFault, retry: number): number | null {
  if (fault.code !== 'rate-limited' && fault.code !== 'server-error') return null;
  if (retry >= MAX_RETRIES) return null;
  const delay = fault.retryAfterMs ?? FIRST_DELAY_MS * 2 ** retry;
  return delay <= MAX_WAIT_MS ? delay : null;
}

/** The `Retry-After` of an error's headers in milliseconds, given there in seconds or as a date. */
export function retryAfterOf(error: unknown): number | undefined {
  const headers = (error as { headers?: unknown }).headers;
  const value = headers instanceof Headers ? headers.get('retry-after')?.trim() : undefined;
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), LONGEST_MS) : undefined;
}

/** Resolves after `ms`, or at once when the signal aborts: whoever waited looks at the signal then. */
export function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
