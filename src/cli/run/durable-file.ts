/** Writes that have reached the disk when they return. */

import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The whole file or none of it, whenever the power goes. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  try {
    const file = await open(beside, 'w');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    // A full disk, or a folder of that name: what was begun would lie there for ever.
    await rm(beside, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path));
}

/** A new name is durable only when its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder and those above it. Node's own `recursive` never returns where a parent can't be made, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || above === path) throw error;
    await makeFolder(above);
    // Again in vain: the name itself can't be.
    await mkdir(path);
  }
}
