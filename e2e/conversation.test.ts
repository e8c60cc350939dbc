/** A plan made by talking: each sentence is a change that is seen before it is taken (issue 17). */

import { expect, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';

const STATEMENT = [
  'Date,Description,Category,Amount',
  '2025-12-28,Grocer Lane,Food,-84.20',
  '2026-01-02,Salary,Income,3200.00',
  '2026-01-05,Rent,Housing,-1150.00',
  '2026-02-01,Salary,Income,3200.00',
  '2026-02-17,Train pass,Travel,-89.00',
  '2026-03-21,Weekend trip,Travel,-640.30',
].join('\n');

test('four sentences, four differences: taken whole, in part or left, asked about, undone', async ({
  page,
}) => {
  const app = new Obelus(page);
  await app.open();
  await app.dropText('statement.csv', STATEMENT);
  await expect(app.sentence('statement.csv')).toBeVisible();
  await app.draft('sum the amount per month');

  const bar = app.region('Proposed change');
  const say = async (sentence: string) => {
    await app.goal.fill(sentence);
    await app.goal.press('Enter');
    await expect(bar).toContainText(sentence);
  };
  const has = (calls: number) =>
    expect(app.region('Canvas').getByRole('group', { name: /, / })).toHaveCount(calls);

  await say('only 2026');
  await expect(app.card('filterRows')).toBeVisible();
  // The plan stands until the change is taken: the row at the top acts on it.
  await expect(app.step('Dry run')).toBeEnabled();
  await page.keyboard.press('Alt+Enter');
  await expect(bar).toBeHidden();
  await has(3);

  await say('as a chart');
  await bar.getByRole('button', { name: 'Accept all' }).click();
  await has(4);

  await say('warn me if a month is over 1,000');
  await bar.getByRole('button', { name: 'Choose' }).click();
  const parts = page.getByRole('list', { name: 'Parts of the change' }).getByRole('checkbox');
  const all = await parts.count();
  await parts.nth(all - 1).uncheck();
  await bar.getByRole('button', { name: /^Accept \d of/ }).click();
  await expect(app.card('decide')).toBeVisible();

  await say('only the income');
  await bar.getByRole('button', { name: 'Leave it' }).click();
  await expect(app.sentence(/was left: the plan is as it was/)).toBeVisible();

  await app.goal.fill('why is the chart there?');
  await app.goal.press('Enter');
  await expect(app.sentence(/It came with “as a chart”/)).toBeVisible();

  // Earlier sentences come back with the arrow.
  await app.goal.press('ArrowUp');
  await expect(app.goal).toHaveValue('why is the chart there?');
  await app.goal.press('ArrowUp');
  await expect(app.goal).toHaveValue('only the income');
  await app.goal.fill('');

  for (const left of [4, 3, 2]) {
    await app.button('Undo').click();
    await has(left);
  }

  // The conversation is kept with the plan.
  await page.reload();
  await expect(app.card('groupRows')).toBeVisible();
  await expect(app.sentence(/It came with “as a chart”/)).toBeAttached();
});

test('another goal is another plan: the one on the table stays', async ({ page }) => {
  const app = new Obelus(page);
  await app.open();
  await app.dropText('statement.csv', STATEMENT);
  await expect(app.sentence('statement.csv')).toBeVisible();
  await app.draft('sum the amount per month');
  await app.goal.fill('count the rows by category');
  await app.button('Begin another plan').click();
  await expect(app.card('groupRows')).toContainText('Category');
  await app.button('Show plans').click();
  await expect(app.planEntry('Sum the amount per month')).toBeVisible();
  await expect(app.planEntry('Count the rows by category')).toBeVisible();
});
