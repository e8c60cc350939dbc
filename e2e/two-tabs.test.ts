/** Two tabs that edit one plan: the other follows live, edits are merged, and what both changed is chosen between. */

import { expect, type Page, test } from '@playwright/test';
import { SAVE_AFTER_MS } from '../src/app/keep-plan.ts';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';
import { expectForcedColours } from './support/forced.ts';

const PLAN: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'plan_shared', title: 'Shared', mode: 'lazy' },
  calls: [
    { _id: 'first', _tool: 'note', text: 'one', _outputPath: '†state.first' },
    { _id: 'second', _tool: 'note', text: 'two', _outputPath: '†state.second' },
  ],
  output: '†state.second',
};

let one: Obelus;
let two: Obelus;
let second: Page;
test.beforeEach(async ({ context, page }) => {
  one = await new Obelus(page).openWithPlans();
  await one.importPlan(PLAN);
  await expect(one.planEntry('Shared')).toBeVisible();
  second = await context.newPage();
  two = await new Obelus(second).openWithPlans();
  await expect(two.card('first')).toBeVisible();
});

const title = (app: Obelus) => app.page.getByRole('textbox', { name: 'Plan title' });
const textField = (app: Obelus) => app.region('Inspector').getByRole('textbox', { name: 'Note' });

async function setText(app: Obelus, call: string, text: string): Promise<void> {
  await app.card(call).click();
  await textField(app).fill(text);
}

test('what one tab changes the other shows at once, with what it had selected', async () => {
  await two.card('second').click();
  await setText(one, 'first', 'by one');
  await title(one).fill('Shared by two');
  await title(one).press('Enter');
  await expect(title(two)).toHaveValue('Shared by two');
  await expect(two.planEntry('Shared by two')).toBeVisible();
  await expect(two.card('first')).toContainText('by one');
  await expect(textField(two)).toHaveValue('two');

  // Undo leads back through what both did, whichever of them is asked, and over a reload.
  await setText(two, 'second', 'by two');
  await expect(one.card('second')).toContainText('by two');
  await one.button('Undo').click();
  await expect(two.card('second')).not.toContainText('by two');
  await two.button('Undo').click();
  await expect(title(one)).toHaveValue('Shared');
  await second.reload();
  await expect(two.card('first')).toContainText('by one');
  await two.button('Undo').click();
  await expect(one.card('first')).not.toContainText('by one');
  await expect(one.button('Undo')).toBeDisabled();
  await one.button('Redo').click();
  await expect(two.card('first')).toContainText('by one');
  await two.button('Redo').click();
  await expect(title(one)).toHaveValue('Shared by two');
});

/** Saves of this page that come by themselves are held back until they are let go: two people type at once. */
async function holdSaves(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((after) => {
    const own = window.setTimeout;
    const held: (() => void)[] = [];
    const hold = (work: () => void, ms?: number): number => (ms === after ? held.push(work) : own(work, ms));
    const letGo = (): void => {
      window.setTimeout = own;
      for (const work of held) work();
    };
    Object.assign(window, { setTimeout: hold, letGo });
  }, SAVE_AFTER_MS);
  return () => page.evaluate(() => (window as unknown as { letGo(): void }).letGo());
}

test('what both tabs changed differently is kept twice, through a reload, until the person chooses', async ({
  page,
}) => {
  const letGo = await holdSaves(second);
  await setText(two, 'first', 'by two');
  await setText(one, 'first', 'by one');
  await expect(two.region('Changed in two tabs')).toContainText('1 change to choose between');
  await expect(textField(two)).toHaveValue('by two');
  await letGo();

  await expect(one.region('Changed in two tabs')).toBeVisible();
  await page.reload();
  await expect(one.region('Changed in two tabs')).toBeVisible();
  await one.button('Compare').focus();
  await page.keyboard.press('Enter');
  const dialog = one.dialog('Changed in two tabs');
  await expect(dialog.getByRole('region', { name: 'note (first)' })).toContainText('by one');
  await expect(dialog.getByRole('region', { name: 'note (first)' })).toContainText('by two');
  await expectForcedColours(page);
  const take = dialog.getByRole('button', { name: 'Take the other version of note (first)' });
  while (!(await take.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Everything is chosen.');
  await page.keyboard.press('Escape');

  await expect(two.region('Changed in two tabs')).toBeHidden();
  await expect(two.card('first')).toContainText('by one');
  await expect(one.card('first')).toContainText('by one');
});

test('a merge voids the approval of both, and says so', async () => {
  await one.approve();
  const letGo = await holdSaves(second);
  await setText(two, 'second', 'by two');
  await setText(one, 'first', 'by one');
  await one.approve();
  await letGo();
  await expect(one.sentence(/It has to be approved again\./)).toBeVisible();
  await expect(one.card('second')).toContainText('by two');
  await expect(two.card('first')).toContainText('by one');
});

test('a plan that one tab removes is still in the other, and can be kept there as a new one', async () => {
  await one.button('Remove Shared').click();
  const gone = two.region('Removed in another tab');
  await expect(gone).toBeVisible();
  await gone.getByRole('button', { name: 'Keep as a new plan' }).click();
  await expect(gone).toBeHidden();
  await expect(one.planEntry('Shared')).toBeVisible();
  await expect(two.planEntry('Shared')).toBeVisible();
  await expect(two.card('first')).toBeVisible();
});
