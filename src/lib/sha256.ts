/** SHA-256 of a text: synchronous, the same in a page, a worker and Node. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** 64 lower-case hexadecimal characters: the SHA-256 of the text in UTF-8. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
