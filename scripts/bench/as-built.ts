/**
 * Builds a bench as the app is built, then loads it. What runs the TypeScript of these scripts wraps every function
 * to keep its name: a cost that nobody who uses the app pays, and that the peers in node_modules do not pay here.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { Figure } from './figure.ts';

/** Inside node_modules, so that what was built finds the packages. */
const FOLDER = join(import.meta.dirname, '../../node_modules/.obelus-bench');

/** @param name a file of this folder without its ending, and what it exports for its figures */
export async function figuresAsBuilt(name: string, exported: string): Promise<Figure[]> {
  await mkdir(FOLDER, { recursive: true });
  const folder = await mkdtemp(join(FOLDER, `${name}-`));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: join(import.meta.dirname, `${name}.ts`),
        outDir: folder,
        target: 'es2022',
        minify: false,
        rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
      },
    });
    const module = (await import(pathToFileURL(join(folder, `${name}.mjs`)).href)) as Readonly<
      Record<string, () => Promise<Figure[]>>
    >;
    return await module[exported]!();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
