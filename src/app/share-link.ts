/** A plan inside a link: JSON, deflated, base64url, in the fragment. No server sees it; what comes in is hostile. */

import { err, ok, type Result } from '../lib/result.ts';
import { isShareFragment, SHARE_KEY } from './share-fragment.ts';

/** Longer links are refused whole; no honest plan needs them. */
export const MAX_LINK_CHARACTERS = 2_000_000;
/** What a link may grow to when inflated; a bomb is stopped on the way, not after. */
export const MAX_INFLATED_BYTES = 50_000_000;

const encodeBase64Url = (bytes: Uint8Array): string => {
  let text = '';
  // In pieces: String.fromCharCode on a large array overflows the stack.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The fragment for `text`, with its `#`. */
export async function encodeShareFragment(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return `#${SHARE_KEY}${encodeBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

const CUT =
  'This link is incomplete or damaged: the plan in it could not be unpacked. Ask for it again, or for the plan as a file.';

/** The text in a fragment made by `encodeShareFragment`, or a sentence that says why there is none. */
export async function decodeShareFragment(fragment: string): Promise<Result<string, string>> {
  if (!isShareFragment(fragment)) return err('This link carries no plan.');
  const packed = fragment.slice(SHARE_KEY.length + 1);
  if (packed.length > MAX_LINK_CHARACTERS) {
    return err(
      'This link is longer than 2 MB and was not opened. Ask for the plan as a file and import that.',
    );
  }
  const bytes = decodeBase64Url(packed);
  if (!bytes || bytes.length === 0) return err(CUT);
  const inflated = await inflate(bytes);
  if (!inflated.ok) return inflated;
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(inflated.value));
  } catch {
    return err(CUT);
  }
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array, string>> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      total += next.value.length;
      if (total > MAX_INFLATED_BYTES) {
        await reader.cancel();
        return err('The plan in this link is larger than 50 MB and was not opened.');
      }
      chunks.push(next.value);
    }
  } catch {
    return err(CUT);
  }
  const whole = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return ok(whole);
}
