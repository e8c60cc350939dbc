/** The plan itself: a call is switched off, what is returned is repaired, an input moves the values, a version comes back. */

import { expect, test } from '@playwright/test';
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
  await app.button('Return †state.large instead').click();
  await expect(app.step('Dry run')).toBeEnabled();
  await expect(panel.getByRole('checkbox', { name: 'large' })).toBeChecked();
  await panel.getByRole('checkbox', { name: 'sales' }).check();
  await expect(panel.getByRole('textbox', { name: 'Returned as, for sales' })).toHaveValue('sales');

  // What the run ran comes back, as one step.
  await panel.getByText('Versions', { exact: true }).click();
  await panel.getByText(/^Completed/).click();
  await expect(panel.getByText('Would add sorted; and change the result.')).toBeVisible();
  await panel.getByRole('button', { name: 'Bring it back' }).click();
  await expect(app.card('sorted')).toBeVisible();
  await expect(panel.getByText('The same as the plan now.')).toBeVisible();
  await app.button('Undo').click();
  await expect(app.card('sorted')).toBeHidden();
});
