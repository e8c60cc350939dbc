/** A call's menu on the canvas, in a run and beside it: by mouse and by keyboard, and nothing in it that axe would mind. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_two',
  title: 'Two sums',
  mode: 'lazy',
  calls: [
    { _id: 'one', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.one' },
    {
      _id: 'two',
      _tool: 'calculate',
      expression: 'x * 21',
      values: { x: '†state.one' },
      _outputPath: '†state.two',
    },
  ],
  output: '†state.two',
};

test("a call's menu runs again from it, pins its result and opens it in the inspector (R-42)", async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();

  const menu = page.getByRole('menu');
  const entry = (name: string) => menu.getByRole('menuitem', { name });
  await app.card('two').click({ button: 'right' });
  await expect(menu).toHaveAccessibleName('What can be done with two');
  await expectNothingFound(page);
  await entry('Pin this result').click();
  await expect(app.sentence('The result now stands in the dry runs of its plan.')).toBeVisible();

  await app.card('two').press('Shift+F10');
  await expect(entry('Unpin this result')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(app.card('two')).toBeFocused();

  await app.card('one').click({ button: 'right' });
  await entry('Run again from here…').click();
  const dialog = app.dialog('Run again from one');
  await expect(dialog).toContainText('2 calls are entered');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await app.card('two').click({ button: 'right' });
  await entry('Open in the inspector').click();
  await expect(app.region('Inspector')).toContainText('two');
});

test('a comment on a call is a request about it: from its menu, its inspector and the palette', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  const menu = page.getByRole('menu');
  const asks = menu.getByRole('menuitem', { name: 'Ask for a change of this call…' });

  // Folded, the conversation has no room to say what a sentence is about.
  await app.button('Fold the conversation').click();
  await app.card('two').click({ button: 'right' });
  await expectNothingFound(page);
  await asks.click();
  await expect(app.button('Fold the conversation')).toBeVisible();
  await expect(app.goal).toBeFocused();
  await expect(app.sentence('About calculate (two)')).toBeVisible();

  await app.card('one').click({ button: 'right' });
  await asks.press('Enter');
  await expect(app.goal).toBeFocused();
  await expect(app.sentence('About calculate (one)')).toBeVisible();

  await app.region('Inspector').getByRole('button', { name: 'Ask for a change of this call' }).click();
  await expect(app.goal).toBeFocused();

  await app.button('Close the inspector').click();
  await expect(app.sentence(/^About calculate/)).toBeHidden();
});

test('on a phone the inspector does not cover the box in which a change of a call is asked for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.card('one').press('Enter');
  await app.region('Inspector').getByRole('button', { name: 'Ask for a change of this call' }).click();
  await expect(app.goal).toBeFocused();
  await expect(app.sentence('About calculate (one)')).toBeVisible();
  await expect(app.region('Inspector')).toBeHidden();
  await app.goal.press('Escape');
  await app.card('one').press('Enter');
  await expect(app.region('Inspector')).toBeVisible();
});
