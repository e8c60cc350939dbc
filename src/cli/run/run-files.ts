/** Files of a run in a terminal: read from one folder, written into another, never outside either. */

import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { ActivityError } from '../../activities/activity.ts';
import { wordsOf } from '../read-file.ts';
import { makeFolder, writeWhole } from './durable-file.ts';

export interface RunFiles {
  /** null where it can be read; else why not, and what now. */
  lacks(name: string): Promise<string | null>;
  read(name: string): Promise<Blob>;
  save(name: string, blob: Blob): Promise<void>;
}

const LISTED = 20;

export function runFiles(from: string, to: string): RunFiles {
  const find = async (name: string): Promise<{ path: string } | { lacks: string }> => {
    const path = await insideFolder(from, name);
    if (path === null) {
      const there = (await readdir(from).catch(() => [])).slice(0, LISTED).join(', ');
      return {
        lacks: `There is no file "${name}" in ${from}${there === '' ? '' : `, which has ${there}`}. Put it there, or name another folder with --files.`,
      };
    }
    // Opening a named pipe waits until somebody writes into it, and a device may have no end.
    if ((await stat(path)).isFile()) return { path };
    return {
      lacks: `"${name}" is not a file with contents but a folder, a named pipe or a device. Put a copy of what it holds into a file.`,
    };
  };
  return {
    lacks: async (name) => {
      const found = await find(name);
      return 'lacks' in found ? found.lacks : null;
    },
    read: async (name) => {
      const found = await find(name);
      if ('lacks' in found) throw new ActivityError('invalid-arguments', found.lacks);
      const { path } = found;
      try {
        return new Blob([await readFile(path)]);
      } catch (error) {
        throw new ActivityError('not-found', `The file "${name}" can't be read: ${wordsOf(error)}.`);
      }
    },
    save: async (name, blob) => {
      // A plan comes from a stranger: it may name a file, never a place.
      if (name !== basename(name) || name === '' || name === '.' || name === '..' || name.includes('\\')) {
        throw new ActivityError(
          'permission-denied',
          `"${name}" is not a bare file name, so it was not written.`,
        );
      }
      try {
        await makeFolder(to);
        await writeWhole(join(to, name), new Uint8Array(await blob.arrayBuffer()));
      } catch (error) {
        throw new ActivityError('tool-error', `"${name}" can't be written into ${to}: ${wordsOf(error)}.`);
      }
    },
  };
}

/** The path of a file in a folder, links followed; null where it is not there or lies outside. */
async function insideFolder(folder: string, name: string): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, name));
    const way = relative(root, path);
    return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) ? path : null;
  } catch {
    return null;
  }
}
