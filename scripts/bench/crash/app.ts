/** The app as it is shipped: built once into a folder of its own, served on this machine with its policy. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');

export interface ServedApp {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveApp(): Promise<ServedApp> {
  const outDir = await mkdtemp(join(tmpdir(), 'obelus-crash-'));
  await build({ root: ROOT, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const server = await preview({
    root: ROOT,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  return {
    url: server.resolvedUrls!.local[0]!,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
