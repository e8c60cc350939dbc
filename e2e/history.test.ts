/** Looking back: a run scrubbed, replayed, pinned, forked with another value, compared, taken along and let go. */

import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { expectForcedColours } from './support/forced.ts';
import { startOutside } from './support/outside.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_sums',
  title: 'Three sums',
  mode: 'lazy',
  calls: [
    {
      _id: 'first',
      _tool: 'calculate',
      _description: 'Work out the first',
      expression: '1 + 1',
      _outputPath: '†state.first',
    },
    {
      _id: 'second',
      _tool: 'template',
      _description: 'Put it in words',
      template: 'It is {n}.',
      values: { n: '†state.first' },
      _outputPath: '†state.second',
    },
    {
      _id: 'third',
      _tool: 'calculate',
      _description: 'Work out something else',
      expression: '3 * 3',
      _outputPath: '†state.third',
    },
  ],
  output: '†state.second',
};

async function runSums(page: Page): Promise<Obelus> {
  const app = await new Obelus(page).openWithPlans();
  await app.importPlan(PLAN);
  await app.approve();
  await app.step('Run').click();
  await expect(app.runEntry('Three sums')).toContainText('Completed', { timeout: 30_000 });
  await app.expectCompleted();
  return app;
}

const record = (page: Page) => page.getByRole('slider', { name: 'Moment of the run' });

test('a run is looked back on by keyboard: canvas, state and journal follow the moment, and nothing is called', async ({
  page,
}) => {
  const app = await runSums(page);
  await expect(app.card('second')).toHaveAccessibleName(/completed/);

  await record(page).focus();
  await page.keyboard.press('Home');
  await expect(app.sentence('Looking back')).toBeVisible();
  await expect(app.step('Stop')).toBeHidden();
  const journal = await app.panel('Journal');
  await expect(journal).not.toContainText('It is 2.');

  await record(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(record(page)).toHaveAttribute('aria-valuetext', /^Event 1 of \d+/);
  await expect(app.card('first')).toHaveAccessibleName(/ready/);
  const state = await app.panel('State');
  await expect(state).toContainText('Nothing has been written yet.');

  await record(page).focus();
  await page.keyboard.press('End');
  await expect(app.sentence('Looking back')).toBeHidden();
  await expect(app.card('second')).toHaveAccessibleName(/completed/);
  await expect(state).toContainText('It is 2.');
});

test('a replay plays the record to its end and starts no run', async ({ page }) => {
  const app = await runSums(page);
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(app.sentence('Looking back')).toBeVisible();
  await expect(app.sentence('Looking back')).toBeHidden({ timeout: 20_000 });
  await expect(app.region('Plans').getByText(/^Completed · /)).toHaveCount(1);
});

test('the journal is copied with its phases, each reflection one sentence (C-8 to C-10)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await runSums(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('Copy the journal');
  await page.keyboard.press('Enter');
  await expect(app.sentence('The journal was copied.')).toBeVisible();
  const lines = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(lines.map((line: { phase: string }) => line.phase)).toEqual(
    expect.arrayContaining(['Plan', 'Act', 'Obs', 'Reflect']),
  );
  expect(lines[0]).toMatchObject({ phase: 'Plan', iteration: 1 });
});

test('results are pinned from a run into the dry runs of its plan, and only of its plan', async ({
  page,
}) => {
  const app = await runSums(page);
  await app.button('Pin all results of this run').click();
  await app.openPlan('Three sums');
  await app.step('Dry run').click();
  await app.button('3 pinned results').click();
  const pinned = app.region('Pinned results');
  await expect(pinned).toContainText('It is 2.');
  await pinned.getByRole('button', { name: 'Unpin Work out something else' }).click();
  await expect(app.button('2 pinned results')).toBeVisible();
  const state = await app.panel('State');
  await expect(state).toContainText('It is 2.');

  await app.importPlan({ ...PLAN, id: 'plan_other', title: 'Other sums' });
  await app.step('Dry run').click();
  await expect(app.region('Dry run')).toContainText('3 calls');
  await expect(page.getByRole('button', { name: /pinned result/ })).toBeHidden();
  await app.openPlan('Three sums');
  await app.step('Dry run').click();
  await expect(app.button('2 pinned results')).toBeVisible();
});

test('a fork with another value runs what depends on it, keeps the rest, and is compared with its run', async ({
  page,
}) => {
  const app = await runSums(page);
  const state = await app.panel('State');
  await state.getByRole('button', { name: 'Change what first gave and fork' }).click();
  const fork = app.dialog('Change a value and fork');
  await fork.getByRole('textbox').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('40');
  await expect(fork.getByText('1 call is entered, 2 results are taken over for nothing.')).toBeVisible();
  await fork.getByRole('button', { name: 'Start a new run' }).click();

  // The value was put in since the plan was approved: the part is signed with it (L-76).
  const sheet = app.dialog('Approve what this run does');
  await expect(sheet.getByText(/^You sign 1 of the 3 calls of/)).toBeVisible();
  await expect(sheet.getByText(/^what you gave for/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Approve and run' }).click();
  await expect(sheet).toBeHidden();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('It is 40.');
  await expect(
    app.region('Plans').getByText(/^Fork of run [0-9a-f]{8} · Plan from pasted text/),
  ).toBeVisible();

  await app.button('Compare with another run').click();
  const compare = app.dialog('Compare two runs');
  await expect(compare.getByRole('status')).toHaveText(/1 call is the same, 2 differ\. The outputs differ/);
  await expect(compare.getByText('40 ≠ 2', { exact: true })).toBeVisible();
  await expect(compare.getByText('Parameters differ at values.n: 40 ≠ 2')).toBeVisible();
  await expect(compare.getByText(/^The first took .*, no model calls\. The second took /)).toBeVisible();
});

test('back at the plan the result stays, said to be that of the last run, and leads to it', async ({
  page,
}) => {
  const app = await runSums(page);
  await app.expectCompleted();
  await app.button('Back to the plan').first().click();
  const result = await app.panel('Result');
  await expect(result).toContainText('From the last run');
  await expect(result).toContainText('It is 2.');
  await result.getByRole('button', { name: 'Open that run' }).click();
  await app.expectCompleted();
  await expect(result).not.toContainText('From the last run');
});

test('running again from a call says what is entered and what is kept, and leaves the first run as it was', async ({
  page,
}) => {
  const app = await runSums(page);
  await app.card('second').click();
  await app.button('Run again from here…').click();
  const dialog = app.dialog('Run again from second');
  await expect(dialog).toContainText('1 call is entered, 2 results are taken over for nothing.');
  await expect(dialog).toContainText('use Replay: it is free');
  await dialog.getByRole('radio', { name: 'it and everything after it in the list' }).check();
  await expect(dialog).toContainText('2 calls are entered');
  await dialog.getByRole('button', { name: 'Start a new run' }).click();
  await app.expectCompleted();
  await expect(app.region('Plans').getByText(/^Completed · /)).toHaveCount(2);
});

test('one run is exported and opened in a fresh profile', async ({ page, browser }) => {
  const app = await runSums(page);
  const download = page.waitForEvent('download');
  await app.button('Export this run').click();
  const text = await readFile(await (await download).path(), 'utf8');

  const context = await browser.newContext();
  const theirs = await new Obelus(await context.newPage()).openWithPlans();
  await theirs.page.keyboard.press('ControlOrMeta+K');
  await theirs.page.getByRole('option', { name: /^Storage/ }).click();
  await theirs.page
    .getByLabel('Export of everything or of one run')
    .setInputFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await expect(theirs.sentence(/Added .* and 1 run\./)).toBeVisible();
  await theirs.page.keyboard.press('Escape');
  await theirs.openRun('Three sums');
  await theirs.expectCompleted();
  await record(theirs.page).focus();
  await theirs.page.keyboard.press('Home');
  await expect(theirs.sentence('Looking back')).toBeVisible();
  await context.close();
});

test('a retention deletes an old run and never one that goes on (R-45)', async ({ page }) => {
  const outside = await startOutside();
  try {
    const app = await runSums(page);
    await app.importPlan({
      ...PLAN,
      id: 'plan_waits',
      title: 'Waits outside',
      calls: [{ _id: 'get', _tool: 'httpGet', url: outside.url('slow'), _outputPath: '†state.got' }],
      output: '†state.got',
    });
    await app.approve();
    await app.run();
    await outside.visited('slow');
    await age(page, 100);

    await page.keyboard.press('ControlOrMeta+,');
    const settings = app.dialog('Settings of this device');
    await settings.getByLabel('Keep them').selectOption('For 90 days');
    await settings.getByRole('button', { name: 'Storage…' }).click();
    const storage = app.dialog('Storage on this device');
    await expect(storage).toContainText('Tidying deletes 1 run');
    await storage.getByRole('button', { name: 'Tidy now' }).click();
    await expect(storage.getByRole('status')).toContainText('1 run deleted');
    await page.keyboard.press('Escape');
    await expect(app.region('Plans').getByText(/^Completed · /)).toBeHidden();
    await expect(app.runEntry('Waits outside')).toContainText('In progress');
    outside.open('slow');
    await app.expectCompleted();
  } finally {
    await outside.close();
  }
});

test('axe finds nothing on a moment that is looked back to, nor in the dialogs that look back', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const app = await runSums(page);
  for (const name of ['All runs', 'Change a value and fork', 'Compare with another', 'Settings', 'Storage']) {
    await page.keyboard.press('ControlOrMeta+K');
    await page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible();
    await expectNothingFound(page);
    await expectForcedColours(page);
    await page.keyboard.press('Escape');
  }
  await app.button('Run again from…').click();
  await expect(app.dialog(/^Run again from/)).toContainText(/calls? (is|are) entered/);
  await expectNothingFound(page);
  await expectForcedColours(page);
  await page.keyboard.press('Escape');
  await record(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(app.sentence('Looking back')).toBeVisible();
  await expectNothingFound(page);
  await expectForcedColours(page);
});

/** Makes every run on this device so many days older than it is, whether it has ended or not. */
async function age(page: Page, days: number): Promise<void> {
  await page.evaluate(async (by) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('obelus'));
    const store = database.transaction('runs', 'readwrite').objectStore('runs');
    for (const row of (await done(store.getAll())) as Record<string, number>[]) {
      for (const key of ['startedAt', 'listedAt', 'endedAt']) {
        if (row[key] !== undefined) row[key] -= by;
      }
      await done(store.put(row));
    }
    database.close();
  }, days * 86_400_000);
}
