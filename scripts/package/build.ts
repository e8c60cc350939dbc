/**
 * The command and the library as they are shipped: JavaScript that needs nothing of node_modules and no loader of
 * TypeScript. All files lie in one folder, where a thread of the pool finds the file it is spawned from.
 */

import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/** Files of src/package: what one imports by `obelus-plan`, and by `obelus-plan/<name>`. */
export const LIBRARY = ['index', 'plan', 'planner', 'check', 'simulate', 'host', 'run'] as const;

/** By the name of the built file. */
const ENTRIES = {
  obelus: 'src/cli/main.ts',
  'pool-worker': 'src/cli/run/pool-worker.ts',
  ...Object.fromEntries(LIBRARY.map((name) => [name, `src/package/${name}.ts`])),
};

/** Builds into `folder`, which is emptied. @returns the packages whose code is in it, sorted */
export async function buildPackage(folder: string): Promise<readonly string[]> {
  const built = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20.19',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: ENTRIES,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'part-[name]-[hash].js',
          banner: ({ name }) => (name === 'obelus' ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const modules = built.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return [...new Set(modules.flatMap((id) => packageOf(id) ?? []))].sort();
}

/** The package that a module is of; undefined for one of our own. */
const packageOf = (id: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1];
