/** What comes back from a request: its body within a limit, and every fault as a sentence. Knows no tool. */

import type { JsonObject } from '../lib/json.ts';
import { type ActivityContext, ActivityError, done, notSent, refused, unknown } from './activity.ts';
import { decodeAs, decodeText } from './decode-text.ts';
import { bytesInWords, quote } from './describe.ts';
import { isOffline, isPage } from './first-write.ts';
import { parseJsonText } from './json-text.ts';

const MAX_BODY_BYTES = 10_000_000;

/** The text of a body, as far as it came, and why it is not whole. */
interface Body {
  readonly text: string;
  readonly fault: 'too-large' | 'broken' | 'stopped' | null;
}

export async function bodyOf(response: Response, context: Pick<ActivityContext, 'signal'>): Promise<Body> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const ended = async (fault: Body['fault']): Promise<Body> => ({
    text: decoded(new Uint8Array(await new Blob(chunks).arrayBuffer()), response),
    fault,
  });
  let bytes = 0;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
      bytes += part.value.byteLength;
      if (bytes > MAX_BODY_BYTES) {
        await reader?.cancel();
        return await ended('too-large');
      }
      chunks.push(part.value);
    }
  } catch {
    return ended(context.signal.aborted ? 'stopped' : 'broken');
  }
  return ended(null);
}

/** In the charset that its server declares; where it declares none, or one that nobody knows, in the one its bytes tell. */
function decoded(bytes: Uint8Array, { headers }: Response): string {
  const declared = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  try {
    if (declared !== undefined) return decodeAs(declared, bytes);
  } catch {
    // No encoding has that name.
  }
  return decodeText(bytes).text;
}

/**
 * What a server that did what it was asked says of it.
 * @param say hears what of it could not be kept as it is
 * @throws ActivityError `done`: `too-large`, `bad-json`, `unreachable` where the answer to a write broke off (L-40a)
 */
export function answerOf(
  where: string,
  response: Response,
  body: { readonly text: string } | { readonly fault: 'too-large' | 'broken' },
  writes: boolean,
  say?: (line: string) => void,
): JsonObject {
  const { status } = response;
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if ('fault' in body) {
    const known = { status, type };
    // What was only read can be asked for again.
    if (body.fault === 'broken' && !writes)
      throw unknown(`${where} answered with ${status}, and its answer broke off.`, { code: 'unreachable' });
    if (body.fault === 'broken')
      throw done(`${where} got the request and answered with ${status}; its answer broke off.`, {
        code: 'unreachable',
        value: known,
      });
    throw done(`${where} answers with more than ${bytesInWords(MAX_BODY_BYTES)}. Ask it for less.`, {
      code: 'too-large',
      value: known,
    });
  }
  const { text } = body;
  const isJson = type === 'application/json' || type.endsWith('+json');
  const plain = { status, type, text };
  if (!isJson || text.trim() === '') return plain;
  try {
    return { ...plain, data: parseJsonText(text, say) };
  } catch (fault) {
    if (!(fault instanceof ActivityError)) throw fault;
    throw done(`${where} answers with JSON that cannot be read. ${fault.message}`, {
      code: 'bad-json',
      value: plain,
    });
  }
}

/**
 * An answer that is no success, with what it says of the effect (L-40a). The beginning of what the server says helps
 * more than its number; it stands as quoted text.
 */
export function refusal(
  where: string,
  response: Response,
  text: string,
  writes: boolean,
  now: number,
): ActivityError {
  const { status } = response;
  const said = text.trim() === '' ? '' : ` It says: ${quote(text.trim().replace(/\s+/g, ' '))}`;
  if (status === 401 || status === 403) {
    return refused(`${where} refuses access (${status}). Check the authorization.${said}`, {
      code: 'permission-denied',
    });
  }
  const code = `http-${status}`;
  const retryAfterMs = retryAfter(response.headers.get('retry-after'), now);
  if (didNothing(status, retryAfterMs !== undefined, writes))
    return refused(`${where} answered with ${status}.${said}`, { code, retryAfterMs });
  const doubt = writes
    ? ` It got the request, and may or may not have done what was asked. Look there before sending it again.`
    : '';
  return unknown(`${where} answered with ${status}.${doubt}${said}`, { code, retryAfterMs });
}

/** Whether the server has answered that it did nothing (L-40a). */
function didNothing(status: number, saysWhenToComeBack: boolean, writes: boolean): boolean {
  if (status === 503) return saysWhenToComeBack;
  if (status === 408 || (status === 409 && writes)) return false;
  return status >= 400 && status < 500;
}

export function redirected(where: string, response: Response): ActivityError {
  const to = response.headers.get('location');
  const target = to !== null && URL.canParse(to, where) ? new URL(to, where) : undefined;
  const name = target === undefined ? 'another address' : `${target.origin}${target.pathname}`;
  return unknown(
    `${where} sends on to ${name}. Redirects are not followed: use that address if you trust it.`,
    { code: 'redirected' },
  );
}

/** What Node says when nothing was sent at all: no connection came about. A browser tells a page nothing of the kind. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** No way there: said of a connection that was kept open too, behind what it has sent. */
const NO_WAY = new Set(['EHOSTUNREACH', 'ENETUNREACH']);

function wasNeverSent(fault: unknown): boolean {
  const cause: unknown = fault instanceof Error ? fault.cause : undefined;
  if (!(cause instanceof Error)) return false;
  const { code, syscall } = cause as { readonly code?: unknown; readonly syscall?: unknown };
  if (typeof code !== 'string') return false;
  // Several addresses are tried only where a connection is to come about.
  return (
    NEVER_SENT.has(code) || (NO_WAY.has(code) && (syscall === 'connect' || cause instanceof AggregateError))
  );
}

const AGAIN = ', perhaps more than once: a browser may send a request again by itself';

export function unreachable(where: string, writes: boolean, fault: unknown): ActivityError {
  const code = 'unreachable';
  // That the device is offline now does not tell that it was when a write went out.
  if (wasNeverSent(fault) || (!writes && isOffline()))
    return notSent(`${where} cannot be reached. Check the address and the network.`, { code });
  if (writes) {
    // A browser sends a request again by itself where a connection that was kept open has gone meanwhile.
    const often = isPage() ? AGAIN : '';
    return unknown(
      `The connection to ${where} broke before an answer came, so it may or may not have done what was asked${often}. Look there before sending it again.`,
      { code },
    );
  }
  return unknown(
    `${where} cannot be reached. Check the address and the network; in a browser the site must also allow it (CORS).`,
    { code },
  );
}

/** A page is told no more than that it failed: the browser kept it back, or it left and nothing came (L-40a). */
export const keptBackOrLost = (where: string, method: string): ActivityError =>
  unknown(
    `The browser says no more than that the ${method} to ${where} failed. If that site lets no page send ${method} (CORS), nothing left this device, and trying again will fail the same way. Otherwise the connection broke, and it may have done what was asked${AGAIN}. Look there before sending it again. If you run the server, let it allow ${method} for ${location.origin}; else run the plan in a terminal.`,
    { code: 'unreachable' },
  );

// The Retry-After header (RFC 9110, 10.2.3): seconds, or a date.

const A_DAY_MS = 86_400_000;

/** Milliseconds to wait, at most a day; undefined where the header is absent or says nothing. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(A_DAY_MS, Math.max(0, ms));
}
