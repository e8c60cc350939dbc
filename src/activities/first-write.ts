/**
 * Before a page writes to a server for the first time it tries a harmless read with the same headers: a server that
 * refuses requests from pages is named before anything is sent (L-40a). A browser tells no page why a request failed.
 */

import { isOverride } from '../tools/method-override.ts';
import { ActivityError, notSent } from './activity.ts';
import { stopped } from './turns.ts';

/** The header by which the other side may tell a repeated call from a new one (L-91). */
export const KEY_HEADER = 'Idempotency-Key';

/** Whether requests go out under a browser's rules. */
export const isPage = (): boolean => typeof location === 'object' && location !== null;

/** Whether the browser knows that it has no network at all. */
export const isOffline = (): boolean => typeof navigator === 'object' && navigator.onLine === false;

/** Origins that have answered a request of this page, each with the names of the headers that came with it. */
const answering = new Set<string>();

/** What a server allows pages it allows by the names of headers. */
const askedOf = (url: URL, headers: Headers): string => [url.origin, ...headers.keys()].join(' ');

/** Methods of which a browser asks the server by itself, each with the origin that has let them through. */
const letThrough = new Set<string>();

/** Methods that a server which answers pages at all lets through. */
const NEVER_ASKED: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

export function hasAnswered(url: URL, headers: Headers, method: string): void {
  answering.add(askedOf(url, headers));
  letThrough.add(`${url.origin} ${method}`);
}

/**
 * Whether the browser may have kept a request back that failed, because the server lets no page use its method. No look tells
 * that beforehand: the browser asks only when such a request is made, and shows a page neither question nor answer.
 */
export const mayBeKeptBack = (url: URL, method: string): boolean =>
  isPage() &&
  url.origin !== location.origin &&
  !NEVER_ASKED.has(method) &&
  !letThrough.has(`${url.origin} ${method}`);

/** Methods without an effect, by what they ask of a server: one that answers to any lets itself be written to. */
const HARMLESS = ['HEAD', 'GET', 'OPTIONS'] as const;

/**
 * @param send the door of the call that writes: the look goes through it, and is recorded
 * @throws ActivityError `not-sent` where the device is offline, or the server answers no page of this origin
 */
export async function mayBeWrittenTo(
  url: URL,
  headers: Headers,
  signal: AbortSignal,
  send: typeof fetch,
): Promise<void> {
  if (isOffline()) {
    throw notSent('This device is offline. Nothing was sent.', { code: 'unreachable' });
  }
  if (!isPage() || url.origin === location.origin || answering.has(askedOf(url, headers))) return;
  const same = new Headers(headers);
  // A look that a server takes for a DELETE is none.
  for (const name of [...same.keys()]) if (isOverride(name)) same.delete(name);
  // A server that keeps answers by their key must not keep this one for the write.
  const key = same.get(KEY_HEADER);
  if (key !== null) same.set(KEY_HEADER, `${key}/look`);
  for (const method of HARMLESS) {
    try {
      const response = await send(url, {
        method,
        headers: same,
        signal,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
      await response.body?.cancel();
      hasAnswered(url, headers, method);
      return;
    } catch (error) {
      if (signal.aborted) throw stopped(signal);
      // The door has said no: that is no answer of the server's.
      if (error instanceof ActivityError) throw error;
    }
  }
  throw notSent(
    `${url.origin} can't be reached, or does not allow requests from this page (CORS). Nothing was sent. If you run the server, let it allow ${location.origin} and the headers ${[...same.keys()].join(', ')}; else run the plan in a terminal.`,
    { code: 'unreachable' },
  );
}
