/** A file judged in the pool, within a time that a person waits: what hangs a reader says so in a sentence. */

import type { FileProfile } from '../../tools/file-profile.ts';
import { MAX_FILE_BYTES } from '../../tools/file-profile.ts';
import { quote, tooLarge } from '../describe.ts';
import { type FilePool, NoThreads } from '../pool.ts';

/** The largest files take a second or two, a PDF of a thousand pages some more. */
const MOST_MS = 30_000;

/** @returns never rejects: what can't be judged says why in `fault` */
export async function judged(pool: FilePool, file: Blob, name: string): Promise<FileProfile> {
  const unread = (fault: string): FileProfile => ({
    name,
    kind: 'unknown',
    size: file.size,
    tables: [],
    fault,
  });
  if (file.size > MAX_FILE_BYTES) return unread(tooLarge({ name, size: file.size }));
  const time = AbortSignal.timeout(MOST_MS);
  try {
    return await pool.profile(file, name, time);
  } catch (error) {
    if (time.aborted)
      return unread(
        `${quote(name)} takes too long to be read: it was given up after ${MOST_MS / 1000} seconds. Drop a smaller part of it.`,
      );
    if (!(error instanceof NoThreads))
      return unread(
        `${quote(name)} needs more memory than there is for one file. Drop a smaller part of it.`,
      );
    const { profileOf } = await import('./profile.ts');
    return profileOf(new Uint8Array(await file.arrayBuffer()), name);
  }
}
