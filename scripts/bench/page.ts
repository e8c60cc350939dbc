/** Builds one page of `pages/` as the app is built, serves it on this machine and opens it in Chromium. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { leanPackages } from '../../src/app/lean-packages.ts';
import { chromiumExecutable, chromiumFlags } from '../chromium.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface OpenPage {
  readonly page: Page;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/** `name` is a file of `pages/` without its ending. The viewport is 1440 × 900. */
export async function openPage(name: string): Promise<OpenPage> {
  const root = join(import.meta.dirname, 'pages');
  const folder = await mkdtemp(join(tmpdir(), 'obelus-bench-'));
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react(), leanPackages()],
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: join(root, `${name}.html`) },
    },
  });
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://bench').pathname));
    readFile(join(folder, path.split(sep).join('/'))).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: chromiumFlags });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  await page.goto(`http://127.0.0.1:${port}/${name}.html`);
  const close = async (): Promise<void> => {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { page, browser, context, close };
}
