/**
 * Every main screen under axe, in both themes: WCAG 2.2 AA and good practice, with nothing let through. What has come
 * since the last look is looked at, and not again what stands around it: axe is what these tests take their time for.
 */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { expectForcedColours } from './support/forced.ts';

/** Nobody listens at port 9. */
const FAILING: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_failing',
  title: 'Rates',
  mode: 'lazy',
  policy: { retryLimit: 0, reviewReplans: true },
  calls: [
    { _id: 'sum', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.sum' },
    { _id: 'rates', _tool: 'httpGet', url: 'http://127.0.0.1:9/', _outputPath: '†state.rates' },
  ],
  output: '†state.sum',
};

const INSPECTOR = 'section[aria-label="Inspector"]';

test('axe finds nothing from the first screen to the approval', async ({ page }) => {
  const app = await new Obelus(page).open();
  await expect(app.button('Sales by region')).toBeVisible();
  await expectNothingFound(page);
  await expectForcedColours(page);

  await app.button('Sales by region').click();
  await expect(app.card('chart')).toBeVisible();
  await expectNothingFound(page);

  await app.card('totals').click();
  await expect(app.region('Inspector')).toBeVisible();
  await expectNothingFound(page, INSPECTOR);
  await expectForcedColours(page);
  await app.card('totals').click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await expectForcedColours(page);
  await page.keyboard.press('Escape');

  await app.step('Dry run').click();
  await expect(app.region('Dry run')).toBeVisible();
  await expectNothingFound(page);
  await expectForcedColours(page);

  await app.step('Approve').click();
  await expect(app.dialog(/^Approve revision/)).toBeVisible();
  await expectNothingFound(page, 'dialog');
  await expectForcedColours(page);
});

test('axe finds nothing on a finished run and its panels', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.button('Sales by region').click();
  await expect(app.card('chart')).toBeVisible();
  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();
  for (const name of ['Result', 'Timeline', 'State', 'Journal', 'Checklist', 'Problems']) {
    const panel = await app.panel(name);
    await expect(panel).not.toBeEmpty();
    if (name === 'Result') await panel.getByText('What was signed, and what happened').click();
    // What lies around the panel is the same each time, and is looked at once.
    await expectNothingFound(page, name === 'Result' ? undefined : `section[aria-label="${name}"]`);
    if (name === 'Timeline') await expectForcedColours(page);
  }
});

test('axe finds nothing while a run is steered: asked, rewritten, reviewed, run again, discarded', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(FAILING);
  await app.approve();
  await app.run();
  await expect(app.region('The run asks')).toBeVisible();
  await expectNothingFound(page);
  await expectForcedColours(page);
  await app.button('Fold the conversation').click();
  await expectNothingFound(page, 'section[aria-label="Conversation"]');

  await app.button('Change the plan').click();
  await app.region('Inspector').getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/other');
  await expectNothingFound(page, INSPECTOR);
  await app.button('Show what changes').click();
  await expect(app.region('The run asks')).toContainText('1 changed');
  await expectNothingFound(page);

  for (const [name, dialog] of [
    ['Status', 'Plan status'],
    ['Discard', 'Discard this run?'],
    ['Run again from…', /^Run again from/],
  ] as const) {
    await app.button(name).click();
    await expect(app.dialog(dialog)).toBeVisible();
    await expectNothingFound(page, 'dialog');
    await page.keyboard.press('Escape');
    await expect(app.dialog(dialog)).toBeHidden();
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('/plan');
  await page.keyboard.press('Enter');
  await expect(app.dialog('Command palette')).toContainText('shows the active plans');
  await expectNothingFound(page, 'dialog');
});

test('axe finds nothing in the dialogs', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.button('Sales by region').click();
  await expect(app.card('chart')).toBeVisible();
  for (const name of ['Import', 'Share', 'Change planner', 'Command palette']) {
    await app.button(name).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNothingFound(page, 'dialog');
    await expectForcedColours(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('Secrets');
  await page.keyboard.press('Enter');
  const secrets = app.dialog('Secrets on this device');
  await secrets.getByRole('textbox', { name: 'Name' }).fill('bank');
  await secrets.getByLabel('Value').fill('s3cr3t-of-the-bank');
  await secrets.getByLabel('Hosts it may go to').fill('api.example.com');
  await secrets.getByRole('button', { name: 'Add the secret' }).click();
  await expect(secrets.getByRole('list', { name: 'Secrets' })).toContainText('api.example.com');
  // What was pressed can't be pressed again: the keyboard stays in the dialog all the same.
  await expect(secrets).toBeFocused();
  await expectNothingFound(page, 'dialog');
  await expectForcedColours(page);
});
