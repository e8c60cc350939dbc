/** The plan itself: a call is switched off, what is returned is repaired, an input moves the values, a version comes back. */

import { expect, type Locator, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';

const ROWS = Array.from({ length: 20 }, (_, i) => `${['North', 'South'][i % 2]},${i % 10}`);
const SALES = `region,amount\n${ROWS.join('\n')}\n`;

const plan = (): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_itself',
  title: 'Large sales',
  input: {
    schema: {
      type: 'object',
      properties: { limit: { type: 'integer', title: 'Above', minimum: 0, maximum: 10, default: 7 } },
    },
  },
  calls: [
    { _id: 'sales', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' },
    {
      ...{ _id: 'large', _tool: 'filterRows', rows: '†state.sales', column: 'amount' },
      ...{ operator: 'greaterThan', value: '†input.limit', _outputPath: '†state.large' },
    },
    {
      _id: 'sorted',
      _tool: 'sortRows',
      rows: '†state.large',
      column: 'amount',
      _outputPath: '†state.sorted',
    },
  ],
  output: '†state.sorted',
});

test('is switched, repaired, moved and brought back from the keyboard and by mouse', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.dropText('sales.csv', SALES);
  await app.importPlan(plan());
  await app.button('Show its values').click();
  const large = app.card('large');
  await expect(large).toContainText('20 → 4 rows');

  // An input's value is computed with at once.
  await page.getByRole('button', { name: /^Revision 1/ }).click();
  const panel = app.region('The plan itself');
  await panel.getByRole('slider', { name: 'Above' }).fill('8');
  await expect(large).toContainText('20 → 2 rows');
  await expectNothingFound(page, '[data-plan-panel]');

  // It runs; what it ran is a version.
  await app.approve();
  await app.step('Run').click();
  await expect(app.sentence(/^Completed/)).toBeVisible();
  await app.button('Back to the plan').first().click();

  // Switched off by its key, and on again.
  const sorted = app.card('sorted');
  await sorted.click();
  await page.keyboard.press('o');
  await expect(sorted).toHaveAccessibleName(/switched off/);
  await page.keyboard.press('o');
  await expect(sorted).not.toHaveAccessibleName(/switched off/);

  // Gone, the output is repaired by one press, and the plan can be tried again.
  await page.keyboard.press('Delete');
  await expect(app.step('Dry run')).toBeDisabled();
  await page.getByRole('tab', { name: /^Problems/ }).click();
  const problems = page.getByRole('tabpanel', { name: 'Problems' });
  await problems.getByRole('button', { name: 'Return †state.large instead' }).click();
  await expect(app.step('Dry run')).toBeEnabled();
  await expect(panel.getByRole('checkbox', { name: 'large' })).toBeChecked();
  await panel.getByRole('checkbox', { name: 'sales' }).check();
  await expect(panel.getByRole('textbox', { name: 'Returned as, for sales' })).toHaveValue('sales');

  // What the run ran comes back, as one step.
  await panel.getByText('Versions', { exact: true }).click();
  await panel.getByText(/^Completed/).click();
  const shown = (words: string) => panel.getByText(words).filter({ visible: true });
  await expect(shown('Would add sorted; and change the result.')).toBeVisible();
  await panel.getByRole('button', { name: 'Bring it back' }).click();
  await expect(app.card('sorted')).toBeVisible();
  await expect(shown('The same as the plan now.')).toBeVisible();
  await app.button('Undo').click();
  await expect(app.card('sorted')).toBeHidden();
});

test('stands at the ends of the canvas: an input is moved there, and what is returned is brought and taken away', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.dropText('sales.csv', SALES);
  await app.importPlan(plan());
  await app.button('Show its values').click();
  const result = page.getByRole('group', { name: 'What the plan returns' });
  await expect(result).toContainText('4 rows');

  // What is given at the left edge moves what comes out at the right one.
  await page.getByRole('slider', { name: 'Above' }).fill('8');
  await expect(result).toContainText('2 rows');
  await expectNothingFound(page, '.react-flow__nodes');

  // One more result is pulled onto the card, wherever on it.
  const pull = async (from: Locator, to: Locator, at: { x: number; y: number }) => {
    const [a, b] = [await from.boundingBox(), await to.boundingBox()];
    if (!a || !b) throw new Error('Nothing is there to be pulled.');
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + at.x, b.y + at.y, { steps: 8 });
    await page.mouse.up();
  };
  await pull(app.card('large').locator('[data-handleid="out:0"]'), result, { x: 80, y: 60 });
  await expect(result).toContainText('2 fields');
  const off = result.getByRole('button', { name: /^Return .* no longer$/ });
  await expect(off).toHaveCount(2);

  // Pulled off its place it is returned no longer; taken back, it is there again.
  await pull(result.locator('[data-handleid="row:0"]'), result, { x: -30, y: 200 });
  await expect(off).toHaveCount(1);
  await app.button('Undo').click();
  await expect(off).toHaveCount(2);

  // The same from the keyboard; no key of the card is one of the calls that are selected.
  await app.card('sales').focus();
  await page.keyboard.press('c');
  await page.keyboard.type('to the result');
  await page.keyboard.press('Enter');
  // Its form comes beside the canvas: what fits before covers less than what fits then.
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
  await app.button('Fit the plan').click();
  await expect(off).toHaveCount(3);
  await off.first().focus();
  await page.keyboard.press('Delete');
  await expect(off).toHaveCount(2);
  await expect(app.card('sales')).toBeVisible();

  // What is returned can be looked at whole, and a row of it followed to where it comes from.
  await page.keyboard.press('Escape');
  await off.last().focus();
  await page.keyboard.press('Enter');
  await expect(off).toHaveCount(1);
  await result.getByRole('button', { name: 'Open the result' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Result of Large sales' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Without the calls that lead to it, one press on the card mends it.
  await app.card('large').click({ position: { x: 90, y: 14 } });
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Delete');
  await result
    .getByRole('button', { name: /^Return / })
    .last()
    .click();
  await expect(result).toContainText('20 rows');

  // A run has its own input and its own result there, and neither is a call of it.
  await app.approve();
  await app.step('Run').click();
  await expect(app.sentence(/^Completed/)).toBeVisible();
  await expect(result).toContainText('20 rows');
  await app.button('Fit the plan').click();
  await expect(page.getByRole('group', { name: 'Input Above' })).toContainText('8');
  await expect(page.getByRole('slider', { name: 'Above' })).toBeHidden();
});
