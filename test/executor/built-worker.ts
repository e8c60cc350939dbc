/**
 * Builds the tests' worker once, as the app's is built, and serves it beside them. From the server of the tests each of the
 * hundreds that are started would fetch some four hundred modules one by one, which took longer than what they are tested for.
 */

import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { build, type Plugin } from 'vite';
import { BUILT_WORKER } from './built-worker-path.ts';

export function builtWorker(): Plugin {
  return {
    name: 'obelus-built-worker',
    apply: 'serve',
    async configureServer(server) {
      const folder = await mkdtemp(join(tmpdir(), 'obelus-worker-'));
      await build({
        configFile: false,
        logLevel: 'error',
        base: './',
        build: {
          outDir: folder,
          target: 'es2022',
          minify: false,
          modulePreload: false,
          rolldownOptions: {
            input: join(import.meta.dirname, 'wired-worker.ts'),
            // What is imported for its effect alone, and first, stays.
            treeshake: false,
            output: { entryFileNames: basename(BUILT_WORKER), chunkFileNames: '[name]-[hash].js' },
          },
        },
        worker: { format: 'es' },
      });
      // The server of the tests has no end of its own that it would tell of.
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      const prefix = BUILT_WORKER.slice(0, -basename(BUILT_WORKER).length);
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?', 1)[0] ?? '';
        if (!path.startsWith(prefix)) return next();
        const file = join(folder, join('/', path.slice(prefix.length)));
        const type = extname(file) === '.wasm' ? 'application/wasm' : 'text/javascript';
        readFile(file).then(
          (content) => response.setHeader('content-type', type).end(content),
          () => response.writeHead(404).end(),
        );
      });
    },
  };
}
