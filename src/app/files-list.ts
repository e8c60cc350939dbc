/** A Vite plugin that lists the files of a build, under one name for all of them: what the service worker keeps. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Never asked for by the page itself. */
const LEFT_OUT = /\.map$|^sw\.js$|^files\.json$/;

export function filesList(): Plugin {
  let publicDir = '';
  return {
    name: 'obelus-files-list',
    apply: 'build',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    generateBundle: {
      // After the page itself, which names the hashed files, is among them.
      order: 'post',
      handler(_, bundle) {
        const built = Object.values(bundle);
        const files = [...built.map(({ fileName }) => fileName), ...publicFiles(publicDir)]
          .filter((file) => !LEFT_OUT.test(file) && file !== 'index.html')
          .sort();
        const hash = createHash('sha256');
        for (const file of files) hash.update(file);
        // The names of the page and of public files tell nothing of their content.
        for (const file of publicFiles(publicDir)) hash.update(readFileSync(join(publicDir, file)));
        const page = built.find(({ fileName }) => fileName === 'index.html');
        if (page?.type === 'asset') hash.update(page.source);
        const source = JSON.stringify({ version: hash.digest('hex').slice(0, 16), files });
        this.emitFile({ type: 'asset', fileName: 'files.json', source });
      },
    },
  };
}

const publicFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
