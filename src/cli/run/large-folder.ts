/** Large values of a journal folder: a file each beside the journal, for the process and for its threads. Knows no journal. */

import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LargeShelf } from '../../host/large-values.ts';
import { StoreFault } from '../../host/port.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { partsOfRef } from '../../run/large-ref.ts';
import { wordsOf } from '../read-file.ts';
import { makeFolder, writeWhole } from './durable-file.ts';

/** A run's id may hold what no file name may. */
const beginningFor = (runId: string): string => `${sha256Hex(runId).slice(0, 32)}-`;

const pathTo = (folder: string, runId: string, key: string): string =>
  join(folder, 'large', `${beginningFor(runId)}${key.replace(/[^\w.]/g, '_')}.json`);

/** Rejects with a `StoreFault` where the disk says no. */
export const largeIn = (folder: string): LargeShelf => ({
  keepLarge: async (runId, key, json) => {
    try {
      await makeFolder(join(folder, 'large'));
      await writeWhole(pathTo(folder, runId, key), json);
    } catch (error) {
      throw faultOf(folder, 'kept', error);
    }
  },
  large: (runId, key) =>
    readFile(pathTo(folder, runId, key), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw faultOf(folder, 'read', error);
    }),
});

const faultOf = (folder: string, what: string, error: unknown): StoreFault =>
  new StoreFault(
    'journal-folder',
    `A large value of the journal in ${folder} can't be ${what}: ${wordsOf(error)}. What was written is kept: mend that and run again.`,
  );

export async function eraseLarge(folder: string, runId: string): Promise<void> {
  const beginning = beginningFor(runId);
  const names = await readdir(join(folder, 'large')).catch(() => []);
  for (const name of names)
    if (name.startsWith(beginning)) await rm(join(folder, 'large', name), { force: true });
}

const REF = /"ref":("(?:[^"\\]|\\.)*")/g;

/** Erases what no line of the journal names: of calls that were cut off when it was kept and their end was not. @param journal the file, which nobody else writes */
export async function clearCutOff(folder: string, journal: string): Promise<void> {
  const names = await readdir(join(folder, 'large')).catch(() => []);
  if (names.length === 0) return;
  const named = new Set<string>();
  for (const [, ref = '""'] of (await readFile(journal, 'utf8')).matchAll(REF)) {
    const { runId, key } = partsOfRef(JSON.parse(ref) as string);
    named.add(basename(pathTo(folder, runId, key)));
  }
  for (const name of names) if (!named.has(name)) await rm(join(folder, 'large', name), { force: true });
}
