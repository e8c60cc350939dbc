/** The plan as a list: by keyboard alone, by a screen reader's names, and on a phone, where it comes first. */

import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_listed',
  title: 'Three sums',
  mode: 'lazy',
  calls: [
    { _id: 'one', _tool: 'calculate', _description: 'First', expression: '1 + 1', _outputPath: '†state.one' },
    { _id: 'two', _tool: 'calculate', expression: '3 + 3', _after: '†state.one', _outputPath: '†state.two' },
    { _id: 'three', _tool: 'calculate', expression: '2 + 2', _outputPath: '†state.three' },
  ],
  output: '†state.two',
};

const row = (page: Page, id: string): Locator =>
  page.getByRole('region', { name: 'Outline' }).getByRole('group', { name: new RegExp(`^.*? \\(${id}\\)`) });

const edits = (page: Page): Locator => page.getByRole('status', { name: 'Edits' });

test('a plan is read, connected, cut and mended in the list by keyboard alone, and every edit is said', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await expect(app.card('two')).toBeVisible();
  await page.keyboard.press('l');
  await expect(row(page, 'one')).toHaveAccessibleName(
    /^Calculate \(one\), First, .*reads from no other call$/,
  );
  await expect(row(page, 'two')).toHaveAccessibleName(/reads from one$/);
  await row(page, 'one').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'two')).toBeFocused();
  // In step with the drawing, both ways.
  await expect(app.region('Inspector').getByRole('textbox', { name: 'Name of the call' })).toHaveValue('two');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 'one')).toBeFocused();
  await app
    .region('Canvas')
    .getByRole('group', { name: /\(three\)/ })
    .click();
  await expect(row(page, 'three')).toHaveAttribute('aria-current', 'true');

  // Connected backwards: what it reads is chosen from where it is read.
  await row(page, 'three').focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('combobox', { name: 'Connect three with which call?' })).toBeFocused();
  await page.keyboard.type('from one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Run after');
  await page.keyboard.press('Enter');
  await expect(row(page, 'three')).toBeFocused();
  await expect(row(page, 'three')).toHaveAccessibleName(/reads from one$/);
  await expect(edits(page)).toHaveText(/^Done: Connect one to three\./);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^†state\.one.*run after/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(edits(page)).toHaveText(/^Done: Disconnect one from three\./);
  await expectNothingFound(page, '[data-outline]');

  // What is said of a call is read where the call is, and asked for from there.
  await row(page, 'three').focus();
  await page.keyboard.press('m');
  await page.keyboard.type('Add one more');
  await page.keyboard.press('Enter');
  await expect(row(page, 'three')).toHaveAccessibleName(
    /, comment “Add one more”; reads from no other call$/,
  );
  const said = page.getByRole('region', { name: 'Outline' }).getByRole('list', { name: 'Comments' });
  await expect(said.getByRole('listitem')).toHaveText('Add one more');
  await expectNothingFound(page, '[data-outline]');
  await said.getByRole('button', { name: 'Ask for this change' }).press('Enter');
  await expect(app.goal).toHaveValue('Add one more');
  await expect(page.getByText('About Calculate')).toBeVisible();

  await row(page, 'three').focus();
  await page.keyboard.press('Delete');
  await expect(row(page, 'two')).toBeFocused();
  await expect(edits(page)).toHaveText(/^Done: Remove three\./);
  await page.keyboard.press('Control+z');
  await expect(edits(page)).toHaveText(/^Undone: Remove three\./);
  await expect(row(page, 'three')).toBeVisible();
});

test('on a phone the list comes first, the drawing one press away, and a run is followed in it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await expect(row(page, 'one')).toBeVisible();
  await expect(app.region('Canvas').getByRole('group', { name: /\(one\)/ })).toBeHidden();
  await row(page, 'two').click();
  // Its row opens; the form, which would cover the list, waits to be asked for.
  await expect(app.region('Inspector')).toBeHidden();
  await expectNothingFound(page);
  await app.button('Open').click();
  await expect(app.region('Inspector')).toBeVisible();
  await app.button('Close the inspector').click();
  await expect(row(page, 'two')).toBeFocused();

  await app.approve();
  await app.step('Run').click();
  await expect(row(page, 'two')).toHaveAccessibleName(/completed/);
  await expect(row(page, 'two')).toContainText('6');
  await app.button('Back to the plan').click();
  await expect(page.locator(':focus')).toHaveCount(1);

  await app.button('Canvas').click();
  await expect(app.region('Canvas').getByRole('group', { name: /\(one\)/ })).toBeVisible();
});
