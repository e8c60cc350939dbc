/** Two builds of the app on one device: open at once, over one database, and the older one after the newer. */

import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { headersFor } from '../src/app/security-headers.ts';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';
import { type NewerBuild, newerBuild } from './support/newer-build.ts';
import { type Outside, startOutside } from './support/outside.ts';
import { type PlainHost, startPlainHost } from './support/plain-host.ts';

/** Each build takes its time, and is the same for all of them. */
test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

let newer: NewerBuild;
let host: PlainHost;
let outside: Outside;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  newer = await newerBuild();
});
test.afterAll(() => newer.remove());
test.beforeEach(async () => {
  host = await startPlainHost('dist', headersFor);
  outside = await startOutside();
});
test.afterEach(async () => {
  await host.close();
  await outside.close();
});

/** The app of whatever build the host has now. */
async function opened(page: Page): Promise<Obelus> {
  await page.addInitScript(() => localStorage.setItem('obelus.session', '{"version":1,"plansOpen":true}'));
  await page.goto(host.url);
  await page.getByRole('banner').waitFor();
  return new Obelus(page);
}

/** What the page was loaded from. */
const entryOf = (page: Page): Promise<string | null> =>
  page.locator('script[type=module]').first().getAttribute('src');

const oneVisit = (): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_visit',
  title: 'One visit',
  mode: 'lazy',
  calls: [{ _id: 'visit', _tool: 'httpGet', url: outside.url('visit'), _outputPath: '†state.visit' }],
  output: '†state.visit.data',
});

test('an open page of the build before works on when the host has another, and lets the newer one have the plans', async ({
  page,
  context,
}) => {
  const old = await opened(page);
  await old.importPlan(oneVisit());
  await old.approve();
  await old.run();
  await outside.visited('visit');
  // What it keeps is whole before it is ready.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  host.serve(newer.folder);

  // Never fetched before, and the host has it no more.
  await page.keyboard.press('?');
  await expect(old.dialog('Keyboard shortcuts')).toBeVisible();
  await page.keyboard.press('Escape');

  const other = await context.newPage();
  const now = await opened(other);
  expect(await entryOf(other)).not.toBe(await entryOf(page));
  // What this one knows nothing of it must not write into, and it says what to do.
  await expect(old.sentence(/written by a newer Obelus.* Reload the page/)).toBeVisible();
  await expect(now.planEntry('One visit')).toBeVisible();

  // The run was read only: the newer one goes on with it.
  await now.openRun('One visit');
  await outside.visited('visit', 2);
  outside.open('visit');
  await now.expectCompleted();

  await page.reload();
  expect(await entryOf(page)).toBe(await entryOf(other));
  await expect(old.runEntry('One visit')).toContainText('Completed');
});

test('a build from before the newer one says so, writes nothing, and gives all of it away as a file', async ({
  page,
}) => {
  host.serve(newer.folder);
  const now = await opened(page);
  await now.importPlan(oneVisit());
  await expect(now.planEntry('One visit')).toBeVisible();
  host.serve('dist');
  const old = await opened(page);
  await expect(old.sentence(/written by a newer Obelus/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('option', { name: /^Storage/ }).click();
  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    old
      .dialog('Storage on this device')
      .getByRole('button', { name: /^Export everything/ })
      .click(),
  ]);
  const text = await readFile(await copy.path(), 'utf8');
  expect(JSON.parse(text).plans).toMatchObject([{ id: 'plan_visit' }]);
  // Back on the newer one, all is as it was.
  host.serve(newer.folder);
  await page.goto('about:blank');
  await opened(page);
  await expect(now.planEntry('One visit')).toBeVisible();
});
