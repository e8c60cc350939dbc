/** Without a network: the app that was open once opens again, with its plans, and runs them. */

import { expect, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';

test.use({ serviceWorkers: 'allow' });

test('a page that was open once opens and runs without a network', async ({ page, context }) => {
  const app = await new Obelus(page).openWithPlans();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await app.button('Minutes in short').first().click();
  await expect(app.card('summary')).toBeVisible();
  // Written to storage a moment after it was opened.
  await expect(
    app.region('Plans').getByRole('button', { name: /^Minutes in short.* calls? · / }),
  ).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await expect(app.card('summary')).toBeVisible();
  await app.approve();
  // It may be over before “Stop” is seen.
  await app.step('Run').click();
  await app.expectCompleted();

  // Panels and dialogs that were never looked at are there too.
  await page.keyboard.press('?');
  await expect(app.dialog('Keyboard shortcuts')).toBeVisible();
});

test('a file dropped with an example is there after a reload, and the plan runs', async ({ page }) => {
  const app = await new Obelus(page).openWithPlans();
  await app.button('Sales by region').first().click();
  await app.button('Unfold the conversation').click();
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('sales');
  await app.button('Show plans').click();
  await expect(
    app.region('Plans').getByRole('button', { name: /^Sales by region.* calls? · / }),
  ).toBeVisible();
  await page.reload();
  await app.button('Unfold the conversation').click();
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('sales');
  await app.approve();
  // It may be over before “Stop” is seen.
  await app.step('Run').click();
  await app.expectCompleted();
});
