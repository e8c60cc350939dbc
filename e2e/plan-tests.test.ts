/** A result is kept as a test of its plan, a change that breaks it says which, and the way back is an undo. */

import { expect, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';

test('a result kept as a test passes, breaks with a change, and takes the new value', async ({ page }) => {
  const app = await new Obelus(page).openWithPlans();
  await page.getByRole('main').getByRole('button', { name: 'Sales by region' }).click();
  await expect(app.card('ranked')).toBeVisible();
  await app.approve();
  // It may be over before “Stop” is seen.
  await app.step('Run').click();
  await app.expectCompleted();
  await app.button('Keep as a test').click();
  await expect(page.getByText('Kept as the test “Result”. It stands under Problems.')).toBeVisible();
  await page.getByRole('tab', { name: 'State' }).click();
  await app.button('Keep †state.totals as a test').click();
  await expect(page.getByText('Kept as the test “totals”.')).toBeVisible();

  await app.openPlan('Sales by region');
  await page.getByRole('tab', { name: /^Problems/ }).click();
  const tests = page.getByRole('region', { name: 'Tests' });
  await expect(tests.getByRole('status')).toHaveText('2 pass');

  await app.card('ranked').click();
  await app.region('Inspector').getByRole('radio', { name: 'ascending' }).check({ force: true });
  await expect(page.getByText('A test breaks with this change: “Result”. See Problems.')).toBeVisible();
  await expect(tests.getByRole('status')).toHaveText('1 passes, 1 breaks');
  const broken = tests.getByRole('listitem').filter({ hasText: 'Expected' });
  await expect(broken).toContainText('Found');

  await broken.getByRole('button', { name: 'Take the new value' }).click();
  await expect(tests.getByRole('status')).toHaveText('2 pass');
  await app.button('Undo').click();
  await expect(tests.getByRole('status')).toHaveText('1 passes, 1 breaks');
  await app.button('Undo').click();
  await expect(tests.getByRole('status')).toHaveText('2 pass');

  await tests.getByRole('button', { name: 'Rename the test totals' }).click();
  await tests.getByRole('textbox', { name: 'Name of the test' }).fill('by region');
  await page.keyboard.press('Enter');
  await tests.getByRole('button', { name: 'Remove the test Result' }).click();
  await expect(tests.getByRole('listitem')).toHaveText(['by region']);
  await expect(tests.getByRole('status')).toHaveText('1 passes');
});
