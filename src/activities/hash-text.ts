/** The SHA-2 hash of a text's UTF-8 bytes. Not Web Crypto: that is absent on a page served without TLS. */

import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Computation } from './activity.ts';
import { choiceParam, textParam } from './parameters.ts';

const HASHES = { sha256, sha384, sha512 };

export const hashText: Computation = (params) => {
  const text = textParam(params, 'text');
  const algorithm = choiceParam(params, 'algorithm', ['sha256', 'sha384', 'sha512'], 'sha256');
  return bytesToHex(HASHES[algorithm](new TextEncoder().encode(text)));
};
