/** Two tabs on one device: both see a run live, and the one that stays takes it over. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';
import { type Outside, startOutside } from './support/outside.ts';

let outside: Outside;
test.beforeEach(async () => {
  outside = await startOutside();
});
test.afterEach(() => outside.close());

const twoVisits = (): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_two_visits',
  title: 'Two visits',
  mode: 'lazy',
  calls: [
    { _id: 'first', _tool: 'httpGet', url: outside.url('first'), _outputPath: '†state.first' },
    {
      _id: 'second',
      _tool: 'httpGet',
      url: outside.url('second'),
      _after: '†state.first',
      _outputPath: '†state.second',
    },
  ],
  output: '†state.second.data',
});

test('a second tab sees the run live, and closing the first hands it over', async ({ context, page }) => {
  const one = await new Obelus(page).openWithPlans();
  const two = await new Obelus(await context.newPage()).openWithPlans();
  await one.importPlan(twoVisits());
  await one.approve();
  await one.run();
  await outside.visited('first');
  await two.openRun('Two visits');
  await expect(two.card('first')).toHaveAccessibleName(/in progress/);
  outside.open('first');
  await outside.visited('second');
  await expect(two.card('first')).toHaveAccessibleName(/completed/);

  await page.close();
  await outside.visited('second', 2);
  outside.open('second');
  await two.expectCompleted();
  expect(outside.visitsTo('first')).toHaveLength(1);
});

test('the same plan run in two tabs is two runs, and neither disturbs the other', async ({
  context,
  page,
}) => {
  const one = await new Obelus(page).openWithPlans();
  await one.importPlan(twoVisits());
  await one.approve();
  const two = await new Obelus(await context.newPage()).openWithPlans();
  await two.openPlan('Two visits');
  await one.run();
  await outside.visited('first', 1);
  await two.run();
  await outside.visited('first', 2);
  outside.open('first');
  outside.open('second');
  await one.expectCompleted();
  await two.expectCompleted();
  await expect(one.region('Plans').getByRole('button', { name: /^Two visits.*Completed · / })).toHaveCount(2);
});

test('a run can be stopped from the tab that does not run it', async ({ context, page }) => {
  const one = await new Obelus(page).openWithPlans();
  await one.importPlan(twoVisits());
  await one.approve();
  const two = await new Obelus(await context.newPage()).openWithPlans();
  await one.run();
  await outside.visited('first');
  await two.openRun('Two visits');
  await two.step('Stop').click();
  const result = await one.panel('Result');
  await expect(result.getByRole('status').first()).toContainText('Stopped');
});

test('a link opened in the tab of a running run starts nothing and ends nothing', async ({ page }) => {
  const app = await new Obelus(page).openWithPlans();
  const stranger = { ...twoVisits(), id: 'plan_stranger', title: 'A stranger’s', calls: [] as Plan['calls'] };
  await app.importPlan({
    ...stranger,
    calls: [{ _id: 'lure', _tool: 'httpGet', url: outside.url('lure'), _outputPath: '†state.lure' }],
    output: null,
  });
  const link = await app.shareLink();
  await page.keyboard.press('Escape');
  await app.importPlan(twoVisits());
  await app.approve();
  await app.run();
  await outside.visited('first');

  await page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(link).hash);
  await expect(app.card('lure')).toBeVisible();
  outside.open('first');
  await outside.visited('second');
  outside.open('second');
  await app.openRun('Two visits');
  await app.expectCompleted();
  expect(outside.visitsTo('lure')).toEqual([]);
  expect(outside.visits).toHaveLength(2);
});
