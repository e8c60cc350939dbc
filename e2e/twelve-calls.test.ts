/** A plan of twelve calls is changed as a new user would: a step put on an arrow, a branch and a join, a path renamed, a tool replaced, a value found. */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';
import { atRest, free, onEdge, port, pull } from './support/pull.ts';

/** Three lines of four calls: enough that not everything that is looked for is in view at once. */
const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_twelve',
  title: 'Twelve',
  mode: 'lazy',
  calls: ['a', 'b', 'c'].flatMap((line) =>
    [1, 2, 3, 4].map((n) => ({
      _id: `${line}${n}`,
      _tool: 'template',
      template: line === 'c' && n === 3 ? 'mango' : `${line}${n}`,
      ...(n > 1 ? { values: { was: `†state.${line}${n - 1}` } } : {}),
      _outputPath: `†state.${line}${n}`,
    })),
  ),
  output: '†state.a4',
};

const reads = (page: Page, name: string) => page.getByRole('img', { name, exact: true });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

async function opened(page: Page): Promise<Obelus> {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.card('a1').focus();
  await page.keyboard.press('0');
  await page.waitForLoadState('networkidle');
  await atRest(page);
  return app;
}

/** What both hands come to. */
async function expectChanged(page: Page, app: Obelus): Promise<void> {
  await expect(reads(page, 'note reads †state.b1 from b1')).toBeAttached();
  await expect(reads(page, 'decide reads †state.a4 from a4')).toBeAttached();
  // Both ways meet in it, as a value or as what it waits for.
  await expect(page.getByRole('img', { name: /^c1 (?:reads †state\.|runs after )decide/ })).toHaveCount(2);
  await expect(reads(page, 'c3 reads †state.renamed from c2')).toBeAttached();
  await expect(app.card('b4')).toHaveAccessibleName(/^Write a note \(b4\)/);
}

test('by mouse', async ({ page }) => {
  const app = await opened(page);
  const menu = async (call: string, entry: string) => {
    await atRest(page);
    await app.card(call).click({ button: 'right', position: { x: 60, y: 10 } });
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const fitted = async () => {
    await page.getByRole('button', { name: /^Fit/ }).click();
    await atRest(page);
  };
  const edge = await onEdge(page, 'b2 reads †state.b1 from b1');
  await page.mouse.click(edge.x, edge.y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Insert a step here…' }).click();
  await page.keyboard.type('note');
  await page.keyboard.press('Enter');
  await app.button('Close the inspector').click();

  await fitted();
  await pull(page, port(app.card('a4'), 'out:0'), () => free(page));
  await page.keyboard.type('decide');
  await page.keyboard.press('Enter');
  await app.button('Close the inspector').click();
  await fitted();
  await pull(page, port(app.card('decide'), 'out:0'), app.card('c1'));
  await option(page, 'Run after')
    .or(option(page, /^Values/))
    .first()
    .click();
  await fitted();
  await pull(page, port(app.card('decide'), 'out:1'), app.card('c1'));
  // It reads already, at the one place that takes it.
  await option(page, /^Or/).first().click();

  await menu('c2', 'Rename what it writes…');
  await page.keyboard.type('renamed');
  await page.keyboard.press('Enter');
  await menu('b4', 'Replace the tool…');
  await page.keyboard.type('note');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('mango');
  await page.keyboard.press('Enter');
  await expect(app.card('c3')).toBeFocused();
  await expectChanged(page, app);
});

test('by keyboard alone', async ({ page }) => {
  const app = await opened(page);
  const press = (keys: string) => page.keyboard.press(keys);
  /** From wherever the keyboard is. */
  const goTo = async (call: string) => {
    await press('Control+f');
    await page.keyboard.type(call);
    await press('Enter');
    await expect(app.card(call)).toBeFocused();
  };
  await goTo('b2');
  await press('e');
  await press('n');
  await page.keyboard.type('note');
  await press('Enter');
  await expect(reads(page, 'note reads †state.b1 from b1')).toBeAttached();

  await goTo('a4');
  await press('a');
  await page.keyboard.type('decide');
  await press('Enter');
  await expect(app.card('decide')).toBeVisible();
  await goTo('decide');
  await press('c');
  await page.keyboard.type('from a4');
  await press('Enter');
  await press('Enter');
  await expect(reads(page, 'decide reads †state.a4 from a4')).toBeAttached();
  await goTo('c1');
  await press('Enter');
  const after = app.region('Inspector').getByRole('combobox', { name: 'After' });
  await expect(after).toBeVisible();
  for (let presses = 0; presses < 40; presses++) {
    if (await after.evaluate((field) => field === document.activeElement)) break;
    await press('Tab');
  }
  await page.keyboard.type('†state.decide.yes || †state.decide.no');
  await press('Escape');
  await goTo('c2');
  await press('F2');
  await page.keyboard.type('renamed');
  await press('Enter');
  await goTo('b4');
  await press('x');
  await page.keyboard.type('note');
  await press('Enter');
  await press('Control+f');
  await page.keyboard.type('mango');
  await press('Enter');
  await expect(app.card('c3')).toBeFocused();
  await expectChanged(page, app);
});
