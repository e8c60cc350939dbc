/** A file as a planner is told of it: judged in the pool, with the beginning of what is text. */

import type { FileProfile } from '../../tools/file-profile.ts';
import { decodeText } from '../decode-text.ts';
import type { FilePool } from '../pool.ts';
import { judged } from './judged.ts';

const HEAD_CHARS = 2_000;
const HEAD_BYTES = 4 * HEAD_CHARS;

/** Never more of a file than its beginning. */
export interface ToldFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly head?: string;
  readonly profile: FileProfile;
}

/** @returns never rejects: what can't be used says why in the profile's `fault` */
export async function toldFile(
  pool: FilePool,
  content: Blob,
  name: string,
  type: string = content.type,
): Promise<ToldFile> {
  const profile = await judged(pool, content, name);
  const isText = profile.fault === undefined && profile.encoding !== undefined;
  return { name, type, size: content.size, profile, ...(isText ? { head: await headOf(content) } : {}) };
}

const headOf = async (file: Blob): Promise<string> =>
  decodeText(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), false).text.slice(0, HEAD_CHARS);
