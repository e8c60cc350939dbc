/**
 * What a browser fetches of the built app until its first screen can be used, and until a plan stands on the canvas.
 * The server counts what it was asked for by then, in the page and in its workers: no list of files is kept here.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { chromiumExecutable, chromiumFlags } from '../chromium.ts';
import type { Figure } from './figure.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIRST_GOAL_KB = 130;
const OPEN_GOAL_KB = 240;
const EXAMPLE = 'Sales by region';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
/** What the app is made of; its examples and their files are data. */
const CODE: ReadonlySet<string> = new Set(['.html', '.js', '.css']);

export async function bundleFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'obelus-bundle-'));
  try {
    await build({
      root: ROOT,
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, sourcemap: false },
    });
    const { first, open } = await fetched(folder);
    return [
      figure(
        'bundle/first-load-kb',
        first,
        FIRST_GOAL_KB,
        'the goal can be typed, and examples, plans are listed',
      ),
      figure(
        'bundle/plan-open-kb',
        open,
        OPEN_GOAL_KB,
        'an example, opened at once, is drawn as calls on the canvas',
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figure(name: string, files: readonly File[], goal: number, until: string): Figure {
  const value = Math.round(files.reduce((bytes, file) => bytes + file.gzip, 0) / 100) / 10;
  return {
    name,
    value,
    unit: 'kB',
    goal: `<= ${goal}`,
    held: value <= goal,
    how: `gzip of the ${files.length} files (page, scripts, styles) that Chromium has asked for until ${until}`,
  };
}

interface File {
  readonly path: string;
  readonly gzip: number;
}

/** A visit on a device that has one plan already, so that there is something to be listed. */
async function fetched(folder: string): Promise<{ first: readonly File[]; open: readonly File[] }> {
  const { port, asked, close } = await served(folder);
  const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: chromiumFlags });
  try {
    // A service worker would fetch everything, beside what the page asks for.
    // What is waited for is a text of ours, which the page's own policy lets nobody run.
    const context = await browser.newContext({ serviceWorkers: 'block', bypassCSP: true });
    const address = `http://127.0.0.1:${port}/`;
    const before = await context.newPage();
    await before.goto(address);
    await openExample(before);
    await before.getByRole('button', { name: 'Show plans' }).click();
    await before
      .getByRole('region', { name: 'Plans' })
      .getByText(/ calls · /)
      .waitFor();
    // Else it would come back to that plan, and not to the first screen.
    await before.getByRole('button', { name: 'New plan', exact: true }).click();
    await before.getByRole('heading', { name: 'What should be done?' }).waitFor();
    await before.close();

    const page = await context.newPage();
    // Nothing may come between the sight of it and the telling: a script of ours would be late.
    await page.addInitScript(TELL_WHEN_SEEN);
    asked.clear();
    await page.goto(address);
    await page.waitForFunction('window.firstScreen === "told"');
    const first = await filesOf(folder, asked, 'firstScreen');
    await openExample(page);
    await page.waitForFunction('window.planOpen === "told"');
    return { first, open: await filesOf(folder, asked, 'planOpen') };
  } finally {
    await browser.close();
    close();
  }
}

const openExample = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name: EXAMPLE }).click();
  await page.locator('.react-flow__node').first().waitFor();
};

/**
 * In the page: tells the server at the first change of the page after which each of the two is so. As text: what runs
 * these scripts wraps a function with a helper that the page does not have.
 */
const TELL_WHEN_SEEN = `
  const tell = (name) => {
    window[name] = 'seen';
    fetch('/mark/' + name).then(() => (window[name] = 'told'));
  };
  const look = () => {
    const goal = document.querySelector('#goal');
    const examples = document.querySelector('main li button');
    const plans = document.querySelector('[data-rail] section > ul:first-of-type li');
    if (!window.firstScreen && goal && !goal.disabled && examples && plans) tell('firstScreen');
    const card = document.querySelector('.react-flow__node');
    if (!window.planOpen && card && card.getBoundingClientRect().width > 0) tell('planOpen');
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
`;

async function served(folder: string): Promise<{ port: number; asked: Set<string>; close: () => void }> {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    const path = normalize(pathname === '/' ? '/index.html' : decodeURIComponent(pathname));
    asked.add(path);
    readFile(join(folder, path)).then(
      // Each visit fetches anew, as the first one does.
      (body) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(path)] ?? 'text/plain',
            'cache-control': 'no-store',
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, asked, close: () => void server.close() };
}

/** What was asked for before the mark, in order. */
async function filesOf(folder: string, asked: ReadonlySet<string>, mark: string): Promise<File[]> {
  const all = [...asked];
  const end = all.indexOf(`/mark/${mark}`);
  if (end === -1) throw new Error(`The page did not tell "${mark}": this measures nothing.`);
  const code = all.slice(0, end).filter((path) => CODE.has(extname(path)));
  return Promise.all(
    code.map(async (path) => ({ path, gzip: gzipSync(await readFile(join(folder, path))).length })),
  );
}
