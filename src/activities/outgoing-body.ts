/** The body of a request that is about to leave, whatever it is made of: seen whole and sized before it goes. Sends nothing. */

import { notSent } from './activity.ts';
import { bytesInWords } from './describe.ts';

interface OutgoingBody {
  /** What is sent: what was given, but of a stream, which can be read only once, what was read here. */
  readonly leaves: BodyInit;
  readonly bytes: number;
  /** What is no text is read as one all the same: a secret in it stands among odd characters. */
  readonly text: string;
}

/** A stream need have no end, and what nobody has seen whole does not leave. */
const MOST_BYTES = 64_000_000;

/**
 * @param given a request that was made before; its body counts where `body` says none
 * @returns null where there is none
 * @throws ActivityError `invalid-arguments`, not sent: a stream of more than 64 MB
 */
export async function outgoingBody(
  body: BodyInit | null,
  given: Request | null,
): Promise<OutgoingBody | null> {
  if (typeof body === 'string') return { leaves: body, bytes: new Blob([body]).size, text: body };
  const stream = body instanceof ReadableStream ? body : body === null ? given?.clone().body : null;
  if (body === null && !stream) return null;
  const whole = stream ? await readWhole(stream) : await new Response(body).blob();
  return { leaves: stream ? whole : (body ?? whole), bytes: whole.size, text: await whole.text() };
}

async function readWhole(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      throw notSent(
        `The stream to be sent is larger than ${bytesInWords(MOST_BYTES)}, so it was not looked through. Nothing was sent.`,
        { code: 'invalid-arguments' },
      );
    }
    chunks.push(part.value);
  }
  return new Blob(chunks);
}
