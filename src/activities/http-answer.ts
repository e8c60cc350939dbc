/** What comes back from a request: its body within a limit, and every fault as a sentence. Knows no tool. */

import { hasOwn, type Json, type JsonObject } from '../lib/json.ts';
import { type ActivityContext, ActivityError } from './activity.ts';
import { bytesInWords, quote } from './describe.ts';
import { parseJsonText } from './json-text.ts';
import { stopped } from './turns.ts';

const MAX_BODY_BYTES = 10_000_000;

/** The whole body as text, secrets taken out. @throws ActivityError `too-large`, and as `unreachable` */
export async function bodyOf(
  response: Response,
  where: string,
  context: ActivityContext,
  writes: boolean,
): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
      bytes += part.value.byteLength;
      if (bytes > MAX_BODY_BYTES) {
        await reader?.cancel();
        throw new ActivityError(
          'too-large',
          `${where} answers with more than ${bytesInWords(MAX_BODY_BYTES)}. Ask it for less.`,
        );
      }
      chunks.push(part.value);
    }
  } catch (fault) {
    if (fault instanceof ActivityError) throw fault;
    throw context.signal.aborted ? stopped(context.signal) : unreachable(where, writes, fault);
  }
  return new Blob(chunks).text();
}

/** @throws ActivityError `bad-json`: what a server garbled once may come whole at the next attempt */
export function answerOf(where: string, response: Response, text: string): JsonObject {
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isJson = type === 'application/json' || type.endsWith('+json');
  const plain = { status: response.status, type, text };
  return isJson && text.trim() !== '' ? { ...plain, data: dataOf(where, text) } : plain;
}

function dataOf(where: string, text: string): Json {
  try {
    return parseJsonText(text);
  } catch (fault) {
    if (!(fault instanceof ActivityError)) throw fault;
    throw new ActivityError('bad-json', `${where} answers with JSON that cannot be read. ${fault.message}`);
  }
}

/** The beginning of what the server says helps more than its number; it stands as quoted text. */
export function refused(where: string, response: Response, text: string, now: number): ActivityError {
  const { status } = response;
  const said = text.trim() === '' ? '' : ` It says: ${quote(text.trim().replace(/\s+/g, ' '))}`;
  if (status === 401 || status === 403) {
    return new ActivityError(
      'permission-denied',
      `${where} refuses access (${status}). Check the authorization.${said}`,
    );
  }
  const wait = retryAfterMs(response.headers.get('retry-after'), now);
  return new ActivityError(`http-${status}`, `${where} answered with ${status}.${said}`, wait);
}

export function redirected(where: string, response: Response): ActivityError {
  const to = response.headers.get('location');
  const target = to !== null && URL.canParse(to, where) ? new URL(to, where) : undefined;
  const name = target === undefined ? 'another address' : `${target.origin}${target.pathname}`;
  return new ActivityError(
    'redirected',
    `${where} sends on to ${name}. Redirects are not followed: use that address if you trust it.`,
  );
}

/** What Node says when nothing was sent at all. A browser tells a page nothing of the kind. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

export function unreachable(where: string, writes: boolean, fault: unknown): ActivityError {
  const cause: unknown = fault instanceof Error ? fault.cause : undefined;
  const code =
    typeof cause === 'object' && cause !== null && hasOwn(cause, 'code')
      ? (cause as { code: unknown }).code
      : '';
  if (writes && !NEVER_SENT.has(String(code))) {
    return new ActivityError(
      'timeout',
      `The connection to ${where} broke before an answer came, so it may or may not have done what was asked. Look there before sending it again.`,
    );
  }
  return new ActivityError(
    'unreachable',
    `${where} cannot be reached. Check the address and the network; in a browser the site must also allow it (CORS).`,
  );
}

// The Retry-After header (RFC 9110, 10.2.3): seconds, or a date.

const A_DAY_MS = 86_400_000;

/** Milliseconds to wait, at most a day; undefined where the header is absent or says nothing. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(A_DAY_MS, Math.max(0, ms));
}
