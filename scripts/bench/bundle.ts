/** What a browser has to load before the canvas can be used. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import type { Figure } from './figure.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GOAL_KB = 250;

export async function bundleFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'obelus-bundle-'));
  try {
    await build({
      root: ROOT,
      logLevel: 'error',
      build: { manifest: true, outDir: folder, emptyOutDir: true, sourcemap: false },
    });
    const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
    const files = firstLoad(manifest);
    let bytes = 0;
    for (const file of files) bytes += gzipSync(await readFile(join(folder, file))).length;
    const value = Math.round(bytes / 100) / 10;
    return [
      {
        name: 'bundle/first-load-kb',
        value,
        unit: 'kB',
        goal: `<= ${GOAL_KB}`,
        held: value <= GOAL_KB,
        how: `gzip of ${files.size} scripts: the entry, all it imports statically, and the canvas with all it imports`,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ENTRIES = ['index.html', 'src/ui/canvas/Canvas.tsx'];

/** The page and the canvas, each with everything imported statically from it. */
function firstLoad(manifest: Manifest): Set<string> {
  const missing = ENTRIES.find((key) => !manifest[key]);
  if (missing) throw new Error(`The manifest of the build does not name ${missing}: it measures nothing.`);
  const files = new Set<string>();
  const seen = new Set<string>();
  const open = [...ENTRIES];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) continue;
    seen.add(key);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    open.push(...(chunk.imports ?? []));
  }
  return files;
}
