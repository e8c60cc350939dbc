/** The package's JavaScript as of the sources that are here: built where it is not there yet, once for all who ask. */

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from './build.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Inside node_modules, which nobody keeps, lints or searches. */
const KEPT = join(ROOT, 'node_modules/.obelus-built');
/** Rooms that are the app's alone: no change there makes another package. */
const NOT_PACKED = /^(app|ui|stores|executor)\//;
const A_DAY = 86_400_000;

/**
 * The folder that `buildPackage` has built. Several processes may ask at once: each that finds nothing builds, and the
 * first that is done stands for all.
 */
export async function builtPackage(): Promise<string> {
  const folder = join(KEPT, keyOfSources());
  if (existsSync(folder)) return folder;
  forgetOld();
  const own = join(KEPT, `making-${randomUUID()}`);
  await buildPackage(own);
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function keyOfSources(): string {
  const hash = createHash('sha256');
  const src = join(ROOT, 'src');
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !NOT_PACKED.test(path))
    .map((path) => `src/${path}`);
  for (const path of [...sources.sort(), 'scripts/package/build.ts', 'package.json', 'package-lock.json']) {
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Another process may be using what is younger. */
function forgetOld(): void {
  if (!existsSync(KEPT)) return;
  for (const name of readdirSync(KEPT)) {
    const folder = join(KEPT, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > A_DAY) rmSync(folder, { recursive: true, force: true });
  }
}
