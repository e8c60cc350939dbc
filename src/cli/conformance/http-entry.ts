/** What the app's own HTTP makes of an answer that a case writes down (L-40a): an entry of its script like any other. */

import { ActivityError } from '../../activities/activity.ts';
import { request } from '../../activities/http.ts';
import type { ScriptEntry } from './case.ts';

/** How a server answers, or how it does not. */
export interface HttpAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The connection breaks in the middle of the body. */
  readonly breaksOff?: true;
  /** There is no answer: the code of the network's fault, as Node says it. */
  readonly fault?: string;
}

/** @param writes whether the call changes something, so that it is sent as a POST */
export async function entryOf({ ms, http = {} }: ScriptEntry, writes: boolean): Promise<ScriptEntry> {
  const sender = {
    signal: new AbortController().signal,
    idempotencyKey: 'case',
    now: () => 0,
    fetch: async () => answered(http),
    log: () => {},
  };
  const when = ms === undefined ? {} : { ms };
  try {
    const method = writes ? 'POST' : 'GET';
    return { ...when, value: await request({ url: 'https://case.test/' }, sender, { method, writes }) };
  } catch (error) {
    if (!(error instanceof ActivityError)) throw error;
    const { code, message, outcome, retryAfterMs, value } = error;
    return {
      ...when,
      throw: {
        code,
        message,
        ...(outcome === undefined ? {} : { outcome }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        ...(value === undefined ? {} : { value }),
      },
    };
  }
}

function answered({ status = 200, headers = {}, body = '', breaksOff, fault }: HttpAnswer): Response {
  if (fault !== undefined)
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(fault), { code: fault }) });
  let left = body === '' ? [] : [new TextEncoder().encode(body)];
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const [next] = left;
      left = [];
      if (next) controller.enqueue(next);
      else if (breaksOff) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return new Response(stream, { status, headers: { ...headers } });
}
