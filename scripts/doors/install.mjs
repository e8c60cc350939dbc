/** Makes node_modules what the lock file says, and does nothing where it is. Node built-ins alone. */

import { readFile } from 'node:fs/promises';
import { ROOT, run } from './run.mjs';

/** Returns whether everything is there. Says in a sentence what to do where it is not. */
export async function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (!(major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19))) {
    console.error(
      `Obelus needs Node 20.19, 22.13 or 24 and later; this is ${process.versions.node}. Install one of those, then try again.`,
    );
    return false;
  }
  if (await isInstalled()) return true;
  console.log('Installing what is missing (npm ci).');
  // A shell with NODE_ENV=production would leave out the very tools that build and test.
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (code === 0) return true;
  console.error('The packages could not be installed. Look at the lines above, mend that, then try again.');
  return false;
}

/** npm leaves its own record of what it installed: the same versions there as in the lock file mean there is nothing to do. */
async function isInstalled() {
  try {
    const [wanted, present] = await Promise.all(
      ['package-lock.json', 'node_modules/.package-lock.json'].map(async (file) => {
        return JSON.parse(await readFile(`${ROOT}/${file}`, 'utf8')).packages;
      }),
    );
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
    );
  } catch {
    return false;
  }
}
