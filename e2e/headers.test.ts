/** What the served app may do, asked of the browser itself: in the page, in the worker of the runs and in the pool below it. */

import { expect, type Page, test, type Worker } from '@playwright/test';
import { headersFor } from '../src/app/security-headers.ts';
import { Obelus } from './support/driver.ts';
import { type Outside, startOutside } from './support/outside.ts';
import { startPlainHost } from './support/plain-host.ts';

let outside: Outside;
test.beforeEach(async () => {
  outside = await startOutside();
});
test.afterEach(() => outside.close());

const workerOf = async (page: Page, place: string): Promise<Worker> => {
  const found = () => page.workers().find((worker) => worker.url().includes(`/assets/${place}/`));
  await expect.poll(() => found() !== undefined).toBe(true);
  return found()!;
};

/** In a page or a worker: what a script that got in would try, each `done` or the name of the error that met it. */
const tried = async (address: string): Promise<Record<string, string>> => {
  const attempts: Record<string, () => unknown> = {
    'ask another host': () => fetch(address),
    'open a socket': () =>
      new Promise((done, failed) => {
        const socket = new WebSocket(address.replace('http', 'ws'));
        socket.onopen = done;
        socket.onerror = () => failed(new Error('It was closed.'));
      }),
    // biome-ignore lint/security/noGlobalEval: that it is refused is what is asked
    'run a text': () => globalThis.eval('1'),
    'make a function': () => Function('1'),
    'start a script of elsewhere': () => new Worker(address),
    'start a file of the app': () => new Worker(new URL('/sw.js', location.href)),
    'make a policy': () =>
      (
        globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
      ).trustedTypes.createPolicy('mine', {}),
    'make a second of ours': () =>
      (
        globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
      ).trustedTypes.createPolicy('obelus', {}),
  };
  if ('document' in globalThis)
    attempts['write HTML'] = () => {
      document.createElement('div').innerHTML = '<b>bold</b>';
    };
  // While the test's own text is run the browser lets texts be run: this goes on after it.
  await new Promise((resolve) => setTimeout(resolve));
  const results: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(attempts))
    results[name] = await Promise.resolve()
      .then(attempt)
      .then(
        () => 'done',
        (fault: unknown) => (fault as Error).name,
      );
  return results;
};

/** Without code of a text, workers of texts and policies of one's own. */
const NO_CODE = {
  'run a text': 'EvalError',
  'make a function': 'EvalError',
  'start a script of elsewhere': 'TypeError',
  'start a file of the app': 'TypeError',
  'make a policy': 'TypeError',
  'make a second of ours': 'TypeError',
};
/** What comes of all of it in the page. */
const HELD_TO_ITS_POLICY = {
  ...NO_CODE,
  'ask another host': 'TypeError',
  'open a socket': 'Error',
  'write HTML': 'TypeError',
};

test('a script that gets into the page asks no host, and makes no script or HTML of a text', async ({
  page,
}) => {
  await new Obelus(page).open();
  outside.open('asked');
  expect(await page.evaluate(tried, outside.url('asked'))).toEqual(HELD_TO_ITS_POLICY);
  expect(outside.asked).toEqual([]);
});

test('the worker of the runs reaches hosts; the pool below it reaches nobody', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.button('Sales by region').first().click();
  outside.open('asked');
  const runs = await workerOf(page, 'runs');
  expect(await runs.evaluate(tried, outside.url('asked'))).toEqual({
    ...NO_CODE,
    'ask another host': 'done',
    'open a socket': 'Error',
  });
  expect(outside.asked).toEqual(['GET /asked']);
  const pool = await workerOf(page, 'pool');
  expect(await pool.evaluate(tried, outside.url('asked'))).toEqual({
    ...NO_CODE,
    'ask another host': 'TypeError',
    'open a socket': 'Error',
    'make a second of ours': 'done',
  });
  expect(outside.asked).toEqual(['GET /asked']);
});

test('every file comes with the headers of its place', async ({ page, request }) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(new URL(one.url()).pathname));
  const app = await new Obelus(page).open();
  await app.button('Sales by region').first().click();
  await workerOf(page, 'pool');
  const paths = new Set([...asked, '/index.html', '/sw.js', '/files.json']);
  expect([...paths].filter((path) => path.startsWith('/assets/runs/'))).toHaveLength(1);
  for (const path of paths) {
    const sent = (await request.get(path)).headers();
    const { 'Content-Security-Policy': policy, ...others } = headersFor(path);
    expect(sent['content-security-policy'], path).toBe(policy);
    for (const [name, value] of Object.entries(others)) expect(sent[name.toLowerCase()], path).toBe(value);
  }
});

/** What the browser says of itself to the app's own server, and leave to ask the person's own network, as plans may. */
const LEFT = /^ch-|^(?:local-network|local-network-access|loopback-network)$/;

test('what a browser has to give, and the app does not use, is off', async ({ page }) => {
  await new Obelus(page).open();
  const on = await page.evaluate(() =>
    (
      document as unknown as { featurePolicy: { allowedFeatures(): string[] } }
    ).featurePolicy.allowedFeatures(),
  );
  // A browser that has something new names it here: off it goes, unless the app uses it.
  expect(on.filter((name) => !LEFT.test(name)).sort()).toEqual([
    'clipboard-read',
    'clipboard-write',
    'language-model',
  ]);
  // Its process is its own, and the powers that come with that are off too.
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
});

test('a host that sends no headers: the page holds itself to its policy, and the rest is missing', async ({
  page,
}) => {
  const host = await startPlainHost('dist');
  try {
    await page.goto(host.url);
    await page.getByRole('main').getByRole('button', { name: 'Sales by region' }).click();
    outside.open('asked');
    expect(await page.evaluate(tried, outside.url('asked'))).toEqual(HELD_TO_ITS_POLICY);
    expect(outside.asked).toEqual([]);
    // docs/hosting.md says so: what a page says of itself is not said for its workers.
    const pool = await workerOf(page, 'pool');
    expect(await pool.evaluate(tried, outside.url('asked'))).toMatchObject({
      'ask another host': 'done',
      'run a text': 'done',
    });
    const app = new Obelus(page);
    await app.approve();
    await app.step('Run').click();
    await app.expectCompleted();
  } finally {
    await host.close();
  }
});
