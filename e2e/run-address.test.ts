/** A run has an address: by mouse and by keyboard, over Back, Forward, reloads and links. */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_address',
  title: 'A sum',
  mode: 'lazy',
  calls: [{ _id: 'sum', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.sum' }],
  output: '†state.sum',
};

async function runSum(page: Page): Promise<Obelus> {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();
  return app;
}

const isPlan = (app: Obelus) => expect(app.button('Back to the plan')).toBeHidden();
const isRun = (app: Obelus) => expect(app.button('Back to the plan')).toBeVisible();

test('Back and Forward go between plan and run, and a reload leads back to the run', async ({ page }) => {
  const app = await runSum(page);
  await expect(page).toHaveURL(/#run\/[0-9a-f]+$/);
  const address = page.url();

  await app.button('Back to the plan').click();
  await isPlan(app);
  await expect(page).toHaveURL(/\/$/);

  await page.goBack();
  await isRun(app);
  expect(page.url()).toBe(address);
  await page.goBack();
  await isPlan(app);
  await page.goForward();
  await isRun(app);

  await page.reload();
  await isRun(app);
  expect(page.url()).toBe(address);
  await expect(app.card('sum')).toHaveAccessibleName(/completed/);
  await page.goBack();
  await isPlan(app);
  await expect(page.getByRole('textbox', { name: 'Plan title' })).toHaveValue('A sum');
  await expect(app.card('sum')).not.toHaveAccessibleName(/completed/);
});

test('its link is copied with the keyboard, and leads there in another tab of this browser', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await runSum(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('Copy the link to this run');
  await page.keyboard.press('Enter');
  await expect(app.sentence(/leads back to this run in this browser only/)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(page.url());
  await app.button('Back to the plan').click();
  await app.button('New plan').click();

  const other = await context.newPage();
  await other.goto(link);
  const there = new Obelus(other);
  await isRun(there);
  await expect(there.card('sum')).toHaveAccessibleName(/completed/);

  await other.getByRole('button', { name: 'Copy link to this run' }).click();
  await expect(there.sentence(/leads back to this run in this browser only/)).toBeVisible();
});

test('a link to a run that is not here says what to do, and nobody is taken anywhere', async ({ page }) => {
  const app = await runSum(page);
  const address = page.url();
  await page.evaluate(() => {
    location.hash = '#run/nobody%2Ehere';
  });
  await expect(app.sentence(/There is no run “nobody.here” on this device/)).toBeVisible();
  await isRun(app);
  expect(page.url()).toBe(address);
});

test('the link of a plan still opens over a run, and Back leads to the run', async ({ page }) => {
  const app = await runSum(page);
  const link = await app.shareLink();
  await page.keyboard.press('Escape');
  await page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(link).hash);
  await expect(app.sentence(/Opened a plan from a link/)).toBeVisible();
  await isPlan(app);
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await isRun(app);
});

test('who is elsewhere learns that a run waits: from the title, the strip, the inbox, and the first screen of the next visit', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  const ask = { _id: 'ask', _tool: 'askPerson', question: 'Which region?', _outputPath: '†state.ask' };
  await app.importPlan({ ...PLAN, title: 'Regions', calls: [ask], output: '†state.ask' });
  await app.approve();
  await app.step('Run').click();
  await expect(page).toHaveTitle('(1) Waiting for you – Regions – Obelus');
  await app.button('Back to the plan').click();
  await app.button('1 run waits for you').click();
  const inbox = app.dialog('What waits for you');
  await expect(inbox).toContainText('The run asks for an answer: Which region?');
  await expectNothingFound(page);
  await page.keyboard.press('Escape');
  await page.goto('about:blank');
  await page.goto('/');
  await app.button('1 run waits for you').first().click();
  await expect(inbox.getByRole('button', { name: /Regions/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await isRun(app);
  await expect(app.card('ask')).toHaveAccessibleName(/waiting for you/i);
});
