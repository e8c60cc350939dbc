/** A fetch whose answer cannot fill the memory and cannot stall for ever. Knows bytes and time, not models. */

import { ChatFault } from '../prompt/chat-model.ts';

export interface FetchLimits {
  /** Bytes of a good answer; streaming wraps every token in some 250 bytes. */
  readonly maxBytes: number;
  /** Bytes read of an error's body; what is over is left out. */
  readonly maxErrorBytes: number;
  /** Milliseconds without a byte after which the answer counts as dead. */
  readonly idleMs: number;
}

export const FETCH_LIMITS: FetchLimits = { maxBytes: 64_000_000, maxErrorBytes: 65_536, idleMs: 120_000 };

export function guardedFetch(limits: FetchLimits, inner: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(guardBody(response.body, response.ok, limits), { status, statusText, headers });
  };
}

function guardBody(
  body: ReadableStream<Uint8Array>,
  good: boolean,
  limits: FetchLimits,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await readWithin(reader, limits.idleMs);
      if (done) {
        controller.close();
        return;
      }
      bytes += value.byteLength;
      if (good && bytes > limits.maxBytes) {
        await reader.cancel();
        const megabytes = Math.round(limits.maxBytes / 1_000_000);
        throw new ChatFault(
          'answer-too-large',
          `The server sent more than ${megabytes} MB, so the answer was dropped. Check that the base URL is a model server, or use another model.`,
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

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, idleMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const idle = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new ChatFault(
          'timeout',
          `The server stopped sending for ${Math.ceil(idleMs / 1000)} s in the middle of its answer. Try again, or use a faster model.`,
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
