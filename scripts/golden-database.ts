/**
 * Keeps a database and its exports as today's version writes them, for `test/journal`: `npx tsx
 * scripts/golden-database.ts`. Run once a version; one that is there already is left as it is.
 */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { ARCHIVE_VERSION } from '../src/journal/archive-file.ts';
import { MIGRATIONS } from '../src/journal/migrations/migrations.ts';
import { builtWorker } from '../test/executor/built-worker.ts';
import { chromiumExecutable, chromiumFlags } from './chromium.ts';
import type { Recorded } from './golden/database-page.ts';

const FOLDER = join(import.meta.dirname, '../test/journal/kept');
const VERSION = `v${MIGRATIONS.length}`;

async function recorded(): Promise<Recorded> {
  const root = join(import.meta.dirname, '..');
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
    plugins: [
      builtWorker(),
      {
        name: 'blank',
        configureServer: ({ middlewares }) => {
          middlewares.use('/blank', (_, response) => {
            response.setHeader('content-type', 'text/html').end('<!doctype html><title>Recording</title>');
          });
        },
      },
    ],
    // Found late, they would be bundled while it plays, and the page would reload under it.
    optimizeDeps: {
      entries: ['src/executor/worker.ts', 'scripts/golden/database-page.ts'],
      include: ['openai', 'minisearch', '@cfworker/json-schema', 'jsonrepair', 'stemmer'],
    },
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: chromiumFlags });
  try {
    const page = await browser.newPage();
    page.on('console', (message) => process.stderr.write(`${message.text()}\n`));
    await page.goto(`${server.resolvedUrls?.local[0]}blank`);
    return await page.evaluate(async () => {
      const path = '/scripts/golden/database-page.ts';
      const { record } = (await import(path)) as { record: () => Promise<Recorded> };
      return record();
    });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Never over a file that is there: it was kept on its day. */
function keep(name: string, value: unknown): void {
  const file = join(FOLDER, name);
  if (existsSync(file)) return;
  writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);
  process.stdout.write(`${name}\n`);
}

const { database, everything, oneRun, runs } = await recorded();
mkdirSync(FOLDER, { recursive: true });
keep(`${VERSION}.json`, database);
keep(`${VERSION}.runs.json`, runs);
keep(`archive-${ARCHIVE_VERSION}.everything.json`, everything);
keep(`archive-${ARCHIVE_VERSION}.run.json`, oneRun);
