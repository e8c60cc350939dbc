/** A goal with a word nobody knows: the draft asks, a key answers, and the run gives what the answer showed (issue 16). */

import { expect, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';

const SHOPS = [
  'receipt,branch,takings,opened',
  'R1,Leith,10,2026-01-02',
  'R2,Leith,20,2026-01-09',
  'R3,Portobello,45,2026-02-02',
].join('\n');

test('a word that is no column is asked about; a number answers, undo asks again, typed words answer as well', async ({
  page,
}) => {
  const app = new Obelus(page);
  await app.open();
  await app.dropText('shops.csv', SHOPS);
  await expect(app.sentence('shops.csv')).toBeVisible();
  await app.draft('total takings per locale');

  const form = app.region('The plan asks');
  await expect(form).toContainText('What does “locale” mean here?');
  const branch = form.getByRole('button', { name: /^the column branch/ });
  await expect(branch).toContainText('Leith 30 · Portobello 45');
  // Who has sent the goal has the answers under the fingers.
  await expect(branch).toBeFocused();
  // On a phone all of them are seen at once, and so is the field below them.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const choice of await form.locator('[data-choice]').all())
    await expect(choice).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('ArrowDown');
  await expect(branch).not.toBeFocused();
  await page.keyboard.press('1');
  await expect(branch).toHaveAttribute('aria-pressed', 'true');
  await expect(app.card('groupRows')).toContainText('branch');

  await app.button('Undo').click();
  await expect(branch).toHaveAttribute('aria-pressed', 'false');
  const field = form.getByRole('textbox', { name: /in other words/ });
  await field.fill('branch');
  await field.press('Enter');
  await expect(app.card('groupRows')).toContainText('branch');

  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();
  const result = await app.panel('Result');
  await expect(result).toContainText('Portobello');
  await expect(result).toContainText('45');
});

test('Escape goes on without: the plan stays as it stands, and the step stays open', async ({ page }) => {
  const app = new Obelus(page);
  await app.open();
  await app.dropText('shops.csv', SHOPS);
  await expect(app.sentence('shops.csv')).toBeVisible();
  await app.draft('jackpot per branch');
  const form = app.region('The plan asks');
  await expect(form.getByRole('button', { name: /^total takings/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(app.goal).toBeFocused();
  await expect(app.card('open')).toBeVisible();
});

test('a change with a word that nobody knows asks beside what it proposes; the answer is proposed instead', async ({
  page,
}) => {
  const app = new Obelus(page);
  await app.open();
  await app.dropText('shops.csv', SHOPS);
  await expect(app.sentence('shops.csv')).toBeVisible();
  await app.draft('total takings per branch');
  const bar = app.region('Proposed change');
  const form = app.region('The change asks');
  const say = async (sentence: string) => {
    await app.goal.fill(sentence);
    await app.goal.press('Enter');
  };

  await say('as a chart, only Portbelow');
  await expect(bar).toContainText('as a chart, only Portbelow');
  await expect(form).toContainText('What does “Portbelow” mean here?');
  await expect(app.card('filterRows')).toBeHidden();
  const portobello = form.getByRole('button', { name: /^branch: Portobello/ });
  await expect(portobello).toBeFocused();
  await page.keyboard.press('1');
  await expect(portobello).toHaveAttribute('aria-pressed', 'true');
  await expect(app.card('filterRows')).toContainText('Portobello');

  // What was left with its question gone: the plan is as it was.
  await bar.getByRole('button', { name: 'Leave it' }).click();
  await expect(form).toBeHidden();
  await expect(app.card('filterRows')).toBeHidden();

  // Nothing of it understood: no change stands yet, and the plan can be tried meanwhile.
  await say('only Portbelow');
  await expect(app.sentence(/I do not know how to change the plan by "only Portbelow"/)).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(portobello).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(app.goal).toBeFocused();

  await say('only Portbelow');
  const field = form.getByRole('textbox', { name: /in other words/ });
  await field.fill('Portobello');
  await field.press('Enter');
  await bar.getByRole('button', { name: 'Accept all' }).click();
  await expect(form).toBeHidden();
  await expect(app.card('filterRows')).toContainText('Portobello');
  await app.button('Undo').click();
  await expect(app.card('filterRows')).toBeHidden();
});
