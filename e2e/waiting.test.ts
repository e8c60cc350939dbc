/** A run of a long plan that waits for a person: where it waits is seen, and leads to where one decides. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_long',
  title: 'A long way',
  mode: 'lazy',
  policy: { askBefore: 'effects' },
  calls: [
    ...Array.from({ length: 14 }, (_, i) => ({
      _id: `c${i}`,
      _tool: 'template',
      template: `step ${i}`,
      values: i > 0 ? { was: `†state.c${i - 1}` } : {},
      _outputPath: `†state.c${i}`,
    })),
    { _id: 'save', _tool: 'saveFile', name: 'way.txt', content: '†state.c13', _outputPath: '†state.saved' },
  ],
  output: '†state.saved',
};

test('the card that waits is in view, when it begins to and when the run is opened again; its inspector leads to the question', async ({
  page,
}) => {
  const app = await new Obelus(page).openWithPlans();
  await app.importPlan(PLAN);
  await expect(app.card('save')).not.toBeInViewport();
  await app.approve();
  await app.step('Run').click();
  const asks = app.region('The run asks');
  await expect(asks).toBeVisible();
  await expect(app.card('save')).toBeInViewport({ ratio: 0.9 });

  await page.reload();
  await app.openRun('A long way');
  await expect(asks).toBeVisible();
  await expect(app.card('save')).toBeInViewport({ ratio: 0.9 });

  // Another card of it is looked at, and then the one that waits.
  await app.card('save').click();
  const inspector = app.region('Inspector');
  await expect(inspector).toContainText('It waits until you have decided.');
  await inspector.getByRole('button', { name: 'Go to the question' }).click();
  await expect(asks).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await inspector.getByRole('button', { name: 'Go to the question' }).click();
  await expect(inspector).toBeHidden();
  await expect(asks).toBeFocused();
  await expect(asks).toBeInViewport();
});

test('of a dry run no time is told as if it had passed', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.step('Dry run').click();
  await expect(app.region('Dry run')).toContainText('No tool is called');
  await app.card('c0').click();
  const inspector = app.region('Inspector');
  await expect(inspector).toContainText(/would have completed after about .*: made up, no tool was called/);
  await expect(inspector).not.toContainText(/completed in/);
});
