/** A fetch whose answer cannot fill the memory, stall for ever or come from elsewhere. Knows bytes, time and whose they are, no model. */

import { fault, REDIRECTED, type Server } from './faults.ts';

export interface FetchLimits {
  /** Bytes of a good answer; streaming wraps every token in some 250 bytes. */
  readonly maxBytes: number;
  /** Bytes read of an error's body; what is over is left out. */
  readonly maxErrorBytes: number;
  /** Milliseconds without a byte after which the answer counts as dead. */
  readonly idleMs: number;
}

export const FETCH_LIMITS: FetchLimits = { maxBytes: 64_000_000, maxErrorBytes: 65_536, idleMs: 120_000 };

/** Redirects come back as they are: what was sent to the server that was chosen would else be sent on to any other. */
export function guardedFetch(server: Server, limits: FetchLimits, inner: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, { ...init, redirect: 'manual' });
    if (isRedirect(response)) {
      await response.body?.cancel();
      return new Response(null, { status: REDIRECTED });
    }
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(guardBody(response.body, response.ok, server, limits), {
      status,
      statusText,
      headers,
    });
  };
}

const isRedirect = ({ type, status, headers }: Response): boolean =>
  type === 'opaqueredirect' || (status > 300 && status < 400 && headers.has('location'));

function guardBody(
  body: ReadableStream<Uint8Array>,
  good: boolean,
  server: Server,
  limits: FetchLimits,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await readWithin(reader, server, limits.idleMs);
      if (done) {
        controller.close();
        return;
      }
      bytes += value.byteLength;
      if (good && bytes > limits.maxBytes) {
        await reader.cancel();
        const megabytes = Math.round(limits.maxBytes / 1_000_000);
        throw fault(
          'answer-too-large',
          server,
          `sent more than ${megabytes} MB, so the answer was dropped. Check that the base URL is a model server, or use another model.`,
        );
      }
      if (!good && bytes > limits.maxErrorBytes) {
        await reader.cancel();
        controller.close();
        return;
      }
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, server: Server, idleMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const idle = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        fault(
          'timeout',
          server,
          `stopped sending for ${Math.ceil(idleMs / 1000)} s in the middle of its answer. Try again, or use a faster model.`,
        ),
      );
      // The connection would otherwise stay open with nobody reading it.
      reader.cancel().catch(() => {});
    }, idleMs);
  });
  try {
    return await Promise.race([reader.read(), idle]);
  } finally {
    clearTimeout(timer);
  }
}
