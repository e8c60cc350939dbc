/** A browser with a profile of its own that can be killed as a power button kills it, and opened again. */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumExecutable, chromiumFlags } from '../../scripts/chromium.ts';

export interface KillableBrowser {
  /** Launches the browser on the profile; what it kept is there. */
  launch(): Promise<BrowserContext>;
  /** SIGKILL to every process of the browser, its root first; resolves when none is left. */
  kill(): Promise<void>;
  /** Closes what is open and removes the profile. */
  dispose(): Promise<void>;
}

const LOOKED_EVERY_MS = 20;

export async function killableBrowser(baseURL: string | undefined): Promise<KillableBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'obelus-e2e-'));
  let context: BrowserContext | undefined;
  return {
    launch: async () => {
      context = await chromium.launchPersistentContext(profile, {
        executablePath: chromiumExecutable(),
        args: chromiumFlags,
        viewport: { width: 1440, height: 900 },
        serviceWorkers: 'block',
        ...(baseURL === undefined ? {} : { baseURL }),
      });
      return context;
    },
    kill: async () => {
      const closed = new Promise<void>((resolve) => context?.once('close', () => resolve()));
      // A distribution's own starter stays in front of the browser, and looks like it.
      const roots = (await processesOf(profile)).filter(({ isRoot }) => isRoot);
      if (roots.length === 0) throw new Error(`No browser runs on ${profile}.`);
      for (const { pid } of roots) end(pid);
      await closed;
      context = undefined;
      // Most children end by themselves once their root is gone, but not each of them always; all of them hold the profile.
      // Looked for without a pause, they would have to end beside somebody who takes a whole core.
      for (let left = await processesOf(profile); left.length > 0; left = await processesOf(profile)) {
        for (const { pid } of left) end(pid);
        await setTimeout(LOOKED_EVERY_MS);
      }
    },
    dispose: async () => {
      await context?.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
}

/** Processes that name the profile. Only a root has no `--type=`. Zombies have no command line and do not count. */
async function processesOf(profile: string): Promise<{ pid: number; isRoot: boolean }[]> {
  const found: { pid: number; isRoot: boolean }[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // A process may end while it is looked at.
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (!line.includes(`--user-data-dir=${profile}`)) continue;
    found.push({ pid: Number(name), isRoot: !line.includes('--type=') });
  }
  return found;
}
