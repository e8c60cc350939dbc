/** One HTTP request within limits, its faults as sentences. Shared by httpGet and httpSend; knows no tool. */

import type { Json, JsonObject } from '../lib/json.ts';
import { isSafe } from '../run/sent.ts';
import { overrideIn } from '../tools/method-override.ts';
import { type Activity, type ActivityContext, ActivityError } from './activity.ts';
import { nameOf, quote } from './describe.ts';
import { hasAnswered, KEY_HEADER, mayBeKeptBack, mayBeWrittenTo } from './first-write.ts';
import { answerOf, bodyOf, keptBackOrLost, redirected, refusal, unreachable } from './http-answer.ts';
import { badArguments, param } from './parameters.ts';
import { stopped } from './turns.ts';

/** Who sends: what of a call's context a request needs. */
type Sender = Pick<ActivityContext, 'signal' | 'fetch' | 'now' | 'keyFor' | 'idempotencyKey' | 'log'>;

interface Outgoing {
  readonly method: string;
  readonly body?: string;
  readonly type?: string;
  /** Whether the other side may have done something by the time it fails (L-40a). */
  readonly writes: boolean;
}

/**
 * Sends and reads the whole answer. Redirects are reported and not followed: the approval named a host,
 * and the Authorization header must not travel to another.
 * @throws ActivityError with what is known of the effect (L-40a): `invalid-arguments`, `permission-denied` (401, 403),
 *   `http-<status>` with a Retry-After, `redirected`, `unreachable`, `too-large`, `bad-json`, `cancelled`
 */
export async function request(params: JsonObject, context: Sender, outgoing: Outgoing): Promise<Json> {
  const url = addressOf(param.text(params, 'url', 8000));
  const where = `${url.origin}${url.pathname}`;
  const headers = headersOf(url, params, outgoing, context);
  if (outgoing.writes) await mayBeWrittenTo(url, headers, context.signal, context.fetch);
  let response: Response;
  try {
    response = await context.fetch(url, {
      method: outgoing.method,
      headers,
      signal: context.signal,
      redirect: 'manual',
      credentials: 'omit',
      // What was read before may be stale; and Chromium holds a second request for the same address back for 20 s.
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      ...(outgoing.body !== undefined && { body: outgoing.body }),
    });
  } catch (fault) {
    // The door let nothing out.
    if (fault instanceof ActivityError) throw fault;
    if (context.signal.aborted) throw stopped(context.signal);
    if (outgoing.writes && mayBeKeptBack(url, outgoing.method)) throw keptBackOrLost(where, outgoing.method);
    throw unreachable(where, outgoing.writes, fault);
  }
  hasAnswered(url, headers, outgoing.method);
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    throw redirected(where, response);
  }
  const body = await bodyOf(response, context);
  if (body.fault === 'stopped') throw stopped(context.signal);
  const { text } = body;
  if (!response.ok) throw refusal(where, response, text, outgoing.writes, context.now());
  const whole = body.fault === null ? { text } : { fault: body.fault };
  return answerOf(where, response, whole, outgoing.writes, context.log);
}

/** The query is left out of every message: keys are often in it. */
function addressOf(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url === undefined)
    throw badArguments(
      `${quote(written.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//…@'))} is not a web address. Write it whole, with https://.`,
    );
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw badArguments(
      `Only http and https addresses can be requested; this one begins with ${quote(url.protocol)}.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw badArguments(
      'The address has a user name or password in it. Use the parameter "authorization" with a †secret reference.',
    );
  }
  return url;
}

function headersOf(url: URL, params: JsonObject, outgoing: Outgoing, context: Sender): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(param.object(params, 'headers', {}))) {
    if (typeof value !== 'string')
      throw badArguments(`The header ${quote(name)} must be text, but it is ${nameOf(value)}.`);
    setHeader(headers, name, value);
  }
  const authorization = param.optionalText(params, 'authorization', 16_000);
  if (authorization !== undefined) setHeader(headers, 'Authorization', authorization);
  if (outgoing.type !== undefined && !headers.has('content-type')) headers.set('Content-Type', outgoing.type);
  const override = overrideIn(headers)?.toUpperCase();
  if (!outgoing.writes && override !== undefined && !isSafe(override))
    throw badArguments(
      `A header asks the server to take this read for ${quote(override)}, which may change something there. Use httpSend with that method. Nothing was sent.`,
    );
  const key = context.keyFor ? context.keyFor(url.host) : context.idempotencyKey;
  if (outgoing.writes && key !== null) headers.set(KEY_HEADER, key);
  return headers;
}

/** Its value is not quoted: it may be a secret. */
function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw badArguments(
      `The header ${quote(name)} has a name or a value that cannot be sent. Look for line breaks and odd characters.`,
    );
  }
}

/** Gets a web address. */
export const httpGet: Activity = (params, context) =>
  request(params, context, { method: 'GET', writes: false });

/** Sends data to a web address. */
export const httpSend: Activity = (params, context) => {
  const method = param.choice(params, 'method', ['POST', 'PUT', 'PATCH', 'DELETE'], 'POST');
  const body = param.optionalJson(params, 'body');
  if (body === undefined) return request(params, context, { method, writes: true });
  return typeof body === 'string'
    ? request(params, context, { method, body, type: 'text/plain;charset=utf-8', writes: true })
    : request(params, context, {
        method,
        body: JSON.stringify(body),
        type: 'application/json',
        writes: true,
      });
};
