/** What went wrong with a model server, in sentences: what, where, why, what now. Never with the key in them. */

import { messageOf } from '../../lib/thrown.ts';
import { ChatFault, type ChatFaultCode } from '../prompt/chat-model.ts';
import { presetOf } from './presets.ts';
import { redact } from './redact.ts';
import { LONGEST_MS, retryAfterOf } from './retry.ts';

/** Where a request went, as far as a message may say it. */
export interface Server {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
  /** The page's origin; undefined outside a browser, where no server can refuse one. */
  readonly origin: string | undefined;
}

const MAX_WORDS = 300;

/** What stands for any redirect: a browser tells of one neither its status nor where it leads. */
export const REDIRECTED = 307;

/** Any throw of the library, of fetch or of ours, as a fault. */
export function toFault(error: unknown, server: Server): ChatFault {
  if (error instanceof ChatFault) return error;
  const status = statusOf(error);
  if (status !== undefined) return statusFault(status, error, server);
  const inStream = field(error, 'error');
  if (inStream !== undefined) return errorInBody(inStream, server);
  const text = `${messageOf(error)} ${causeOf(error)}`;
  if (error instanceof SyntaxError) {
    return fault(
      'malformed-stream',
      server,
      'sent a stream that is not JSON. Try again, or use another server.',
    );
  }
  if (/timed? ?out/i.test(text)) {
    return fault('timeout', server, 'did not answer in time. It may still be loading the model: try again.');
  }
  return unreachable(text, server);
}

/** The answer ended although the server had not said that it was whole. */
export const cutStream = (server: Server): ChatFault =>
  fault(
    'cut-stream',
    server,
    'broke off in the middle of its answer, so nothing of it counts as whole. Try again.',
  );

export const answeredNothing = (server: Server): ChatFault =>
  fault('not-an-api', server, 'answered with nothing. Correct the base URL: it usually ends in /v1.');

export const cancelled = (): ChatFault =>
  new ChatFault('cancelled', 'Stopped before the model had answered.');

/** An error that a server put into a stream or into a body with status 200. */
export function errorInBody(error: unknown, server: Server): ChatFault {
  return fault('server-error', server, `failed while answering.${wordsOf({ error }, server)} Try again.`);
}

export function fault(code: ChatFaultCode, server: Server, rest: string, retryAfterMs?: number): ChatFault {
  return new ChatFault(code, sentenceOf(server, rest), retryAfterMs);
}

/** A sentence that begins with what the server is called, and never has the key in it. */
export const sentenceOf = (server: Server, rest: string): string =>
  redact(`${nameOf(server)} ${rest}`, server.key);

function statusFault(status: number, error: unknown, server: Server): ChatFault {
  const words = wordsOf(error, server);
  const say = (code: ChatFaultCode, rest: string, wait?: number) => fault(code, server, rest, wait);
  if (/context.?length|maximum context|too many tokens|prompt is too long/i.test(words)) {
    return say(
      'prompt-too-long',
      `finds the request too long for "${server.model}".${words} Use a model with a longer context, or fewer tools.`,
    );
  }
  if (status === 304) return answeredNothing(server);
  switch (status) {
    case REDIRECTED:
      return say(
        'redirected',
        'wants to pass the request on to another address, which is not followed: what is sent goes to the server you chose alone. Correct the base URL to the one that answers by itself.',
      );
    case 401:
      return server.key === undefined
        ? say('key-refused', 'wants a key (401). Give the planner one.')
        : say('key-refused', `refused the key (401).${words} Check the planner’s key, or make a new one.`);
    case 402:
      return say(
        'no-credit',
        `wants to be paid first (402).${words} Add credit to the account, or use another server.`,
      );
    case 403:
      return say(
        'forbidden',
        `does not allow this (403).${words} The key may not be for "${server.model}", or the server does not allow this page${server.origin === undefined ? '' : ` (${server.origin})`}.`,
      );
    case 404:
      return say(
        'model-not-found',
        `has no model "${server.model}" at this address (404).${words} Check the model's name, and that the base URL is whole: it usually ends in /v1.`,
      );
    case 413:
      return say(
        'prompt-too-long',
        `finds the request too large (413).${words} Try with fewer tools, say less at once, or use another server.`,
      );
    case 429: {
      if (codeOf(error) === 'insufficient_quota') {
        return say(
          'no-credit',
          `says the account has no credit left (429).${words} Add credit, or use another server.`,
        );
      }
      const wait = retryAfterOf(error);
      return say(
        'rate-limited',
        `takes no more requests for now (429).${words} ${laterWords(wait)}, or use another model.`,
        wait,
      );
    }
  }
  if (status === 408 || status >= 500) {
    return say(
      'server-error',
      `has a fault of its own (${status}).${words} Try again later, or use another server.`,
      retryAfterOf(error),
    );
  }
  return say(
    'bad-request',
    `refused the request (${status}).${words} Check the planner’s model and its base URL.`,
  );
}

function laterWords(wait: number | undefined): string {
  if (!wait) return 'Try again in a minute';
  return wait >= LONGEST_MS ? 'Try again another day' : `Try again in ${Math.ceil(wait / 1000)} s`;
}

function unreachable(detail: string, server: Server): ChatFault {
  const address = addressOf(server.baseUrl);
  if (server.origin === undefined) {
    const why = /ECONNREFUSED/.test(detail) ? ' (connection refused)' : '';
    return new ChatFault(
      'unreachable',
      redact(
        `Nothing answers at ${address}${why}. Start the server, or correct the planner’s base URL.`,
        server.key,
      ),
    );
  }
  const how = (
    presetOf(server.baseUrl)?.allowOrigin ?? 'add {origin} to the origins it allows (CORS)'
  ).replace('{origin}', server.origin);
  return new ChatFault(
    'unreachable',
    redact(
      `Nothing readable came from ${address}. Either no server is listening there, or it does not allow this page; a browser cannot tell the two apart. Start the server, and to allow this page ${how}.`,
      server.key,
    ),
  );
}

const nameOf = (server: Server): string => {
  const preset = presetOf(server.baseUrl);
  return preset === undefined ? `The server at ${addressOf(server.baseUrl)}` : preset.name;
};

/** Without user, password and query, which may be secrets. */
function addressOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`.replace(/\/$/, '');
}

/** The server's own words, one line, bounded, as a sentence of its own; empty where it said nothing. */
export function wordsOf(error: unknown, server: Server): string {
  const said = (field(error, 'error') as { message?: unknown } | undefined)?.message ?? field(error, 'error');
  if (typeof said !== 'string' || said.trim() === '') return '';
  const line = redact(said.replace(/\s+/g, ' ').trim(), server.key);
  return ` It says: "${line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line}".`;
}

export const statusOf = (error: unknown): number | undefined => {
  const status = field(error, 'status');
  return typeof status === 'number' ? status : undefined;
};

const codeOf = (error: unknown): unknown => field(error, 'code');

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error
    ? `${error.cause.message} ${causeOf(error.cause)}`
    : '';

/** Minified builds rename error classes, so that a field tells more than a name. */
const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
